
#if defined(__CPROVER) || defined(__ESBMC) || defined(FALSIFY_VERIFY)

#if defined(__ESBMC)
#define ASSERT(holds, name) __ESBMC_assert(holds, name)
#else
#define ASSERT(holds, name) __CPROVER_assert(holds, name)
extern void __CPROVER_assert(_Bool holds, const char *name);
#endif
#define CLAIM(property, name) ASSERT(!bad[property], name);

extern u128 nondet_u128(void);

int main(void) {
    struct state state = start;
    for (unsigned long at = 0; at < BOUND; at++) {
        struct inputs inputs;
        u128 words[INPUTS + 1];
        _Bool bad[PROPERTIES];
        for (int input = 0; input < INPUTS; input++)
            words[input] = nondet_u128();
        take(&inputs, words);
        step(&state, &inputs, bad);
        CLAIMS(CLAIM)
    }
    return 0;
}

#else

static int read_word(FILE *from, u128 *word) {
    char text[64];
    if (fscanf(from, "%63s", text) != 1)
        return 0;
    *word = 0;
    for (const char *digit = text; *digit; digit++) {
        int value = *digit <= '9' ? *digit - '0' : (*digit | 32) - 'a' + 10;
        if (value < 0 || value > 15)
            return 0;
        *word = *word << 4 | (u128)value;
    }
    return 1;
}

/* Runs what is built in, else what stands on the standard input: the inputs of each step in hexadecimal. */
int main(void) {
    struct state state = start;
    int violated = 0;
    for (unsigned long at = 0;; at++) {
        struct inputs inputs;
        u128 words[INPUTS + 1];
        _Bool bad[PROPERTIES];
        if (RUN) {
            if (at == RUN)
                break;
            for (int input = 0; input < INPUTS; input++)
                words[input] = run[at][input];
        } else {
            int input = 0;
            while (input < INPUTS && read_word(stdin, &words[input]))
                input++;
            if (input < INPUTS || (INPUTS == 0 && at == BOUND))
                break;
        }
        take(&inputs, words);
        step(&state, &inputs, bad);
        for (int property = 0; property < PROPERTIES; property++)
            if (bad[property]) {
                violated = 1;
                printf("step %ld: %s\n", (long)at + 1 - LEAD, names[property]);
            }
    }
    return violated;
}

#endif
