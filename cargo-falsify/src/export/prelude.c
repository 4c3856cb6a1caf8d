#include <stdint.h>
#include <stdio.h>

typedef unsigned __int128 u128;

#define WORD(high, low) ((u128)(high) << 64 | (u128)(low))
#define MASK(width) ((width) == 128 ? ~(u128)0 : ((u128)1 << (width)) - 1)

/* The words of a width are unsigned, in the smallest of three types; bits above the width are 0. */
static inline u128 shift_left(u128 a, u128 by, unsigned width) { return by >= width ? 0 : (a << by) & MASK(width); }
static inline u128 shift_right(u128 a, u128 by, unsigned width) { return by >= width ? 0 : a >> by; }
static inline u128 negative(u128 a, unsigned width) { return a >> (width - 1) & 1; }
static inline u128 shift_signed(u128 a, u128 by, unsigned width) {
    u128 far = by >= width ? width - 1 : by, kept = a >> far;
    return negative(a, width) ? (kept | ~(MASK(width) >> far)) & MASK(width) : kept;
}
static inline u128 less_signed(u128 a, u128 b, unsigned width) {
    u128 sign = (u128)1 << (width - 1);
    return (a ^ sign) < (b ^ sign);
}
static inline u128 extend_signed(u128 a, unsigned from, unsigned to) {
    return negative(a, from) ? (a | ~MASK(from)) & MASK(to) : a;
}
static inline u128 quotient(u128 a, u128 b, unsigned width) { return b ? a / b : MASK(width); }
static inline u128 rest(u128 a, u128 b) { return b ? a % b : a; }
static inline u128 product_overflows(u128 a, u128 b, unsigned width) { return a && b > MASK(width) / a; }
static inline u128 signed_product_overflows(u128 a, u128 b, unsigned width) {
    u128 size_a = negative(a, width) ? (~a + 1) & MASK(width) : a;
    u128 size_b = negative(b, width) ? (~b + 1) & MASK(width) : b;
    u128 most = ((u128)1 << (width - 1)) - (negative(a, width) == negative(b, width));
    return size_a && size_b > most / size_a;
}
