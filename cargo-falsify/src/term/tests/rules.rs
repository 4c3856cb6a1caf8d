//! What the rewriter must find: terms that come out as the same one.

use super::dag::{apply, Op};
use crate::term::{Pool, Term};

/// Terms as text: `x`, `y`, `z` are variables of eight bits, `c`, `d` of one, `true` and `false` constants; a number has
/// eight bits unless its width follows, as in `3:16`.
const RULES: &[(&str, &str)] = &[
    // Bits.
    ("(not (not x))", "x"),
    ("(not (neg x))", "(add x 255)"),
    ("(not (xor x 3))", "(xor x 252)"),
    ("(not (ite c 1 2))", "(ite c 254 253)"),
    ("(and x x)", "x"),
    ("(and x (not x))", "0"),
    ("(and x 255)", "x"),
    ("(and x 0)", "0"),
    ("(and (and x 12) 6)", "(and x 4)"),
    ("(and x 15)", "(zext 8 (extract 3 0 x))"),
    (
        "(and (zext 8 (extract 3 0 x)) 15)",
        "(zext 8 (extract 3 0 x))",
    ),
    ("(and x (and y x))", "(and x y)"),
    ("(and x (and (not x) y))", "0"),
    ("(and x (or x y))", "x"),
    ("(or x (and x y))", "x"),
    ("(and x (or (not x) y))", "(and x y)"),
    ("(or (and x y) (and x (not y)))", "x"),
    ("(and (or x y) (or x (not y)))", "x"),
    ("(and (eq x 1) (eq x 2))", "false"),
    ("(and (eq x 1) (ne x 2))", "(eq x 1)"),
    ("(and c (ite c (eq x 1) d))", "(and c (eq x 1))"),
    ("(xor x x)", "0"),
    ("(xor x (not x))", "255"),
    ("(xor (not x) (not y))", "(xor x y)"),
    ("(xor (xor x y) x)", "y"),
    ("(xor (xor x 5) 3)", "(xor x 6)"),
    // Sums.
    ("(neg (neg x))", "x"),
    ("(neg (not x))", "(add x 1)"),
    ("(neg (sub x y))", "(sub y x)"),
    ("(add (add x 250) 10)", "(add x 4)"),
    ("(add (add x 1) (add y 2))", "(add (add x y) 3)"),
    ("(sub (add x 1) x)", "1"),
    ("(sub (add x y) x)", "y"),
    ("(add (sub x y) y)", "x"),
    ("(add x (not x))", "255"),
    ("(add x x)", "(concat (extract 6 0 x) 0:1)"),
    ("(add (ite c 1 2) 3)", "(ite c 4 5)"),
    ("(add (ite c 1 2) (ite c 10 20))", "(ite c 11 22)"),
    // Products.
    ("(mul x 1)", "x"),
    ("(mul x 0)", "0"),
    ("(mul x 255)", "(neg x)"),
    ("(mul x 8)", "(concat (extract 4 0 x) 0:3)"),
    ("(mul (mul x 3) 5)", "(mul x 15)"),
    ("(mul (neg x) (neg y))", "(mul x y)"),
    ("(udiv x 1)", "x"),
    ("(udiv x 16)", "(zext 8 (extract 7 4 x))"),
    ("(udiv x 0)", "255"),
    ("(udiv (udiv x 3) 5)", "(udiv x 15)"),
    ("(urem x 8)", "(zext 8 (extract 2 0 x))"),
    ("(urem x 1)", "0"),
    ("(urem x x)", "0"),
    ("(urem (urem x 10) 10)", "(urem x 10)"),
    ("(udiv (urem x 10) 10)", "0"),
    ("(umul_overflows x 3)", "(ult 85 x)"),
    ("(umul_overflows (urem x 15) (urem y 15))", "false"),
    ("(smul_overflows x 255)", "(eq x 128)"),
    ("(smul_overflows (sext 16 x) (sext 16 y))", "false"),
    ("(smul_overflows (zext 17 x) (zext 17 y))", "false"),
    ("(smul_overflows (concat 1 x) (concat 1 y))", "true"),
    // Shifts.
    ("(shl x 3)", "(concat (extract 4 0 x) 0:3)"),
    ("(shl x 8)", "0"),
    ("(lshr x 0)", "x"),
    ("(ashr x 200)", "(sext 8 (extract 7 7 x))"),
    ("(ashr (and x 127) y)", "(lshr (and x 127) y)"),
    ("(lshr x (or y 8))", "0"),
    // Comparisons.
    ("(eq x x)", "true"),
    ("(eq x (not x))", "false"),
    ("(eq (add x 3) 5)", "(eq x 2)"),
    ("(eq (not x) 5)", "(eq x 250)"),
    ("(eq (neg x) 5)", "(eq x 251)"),
    ("(eq (xor x 3) 5)", "(eq x 6)"),
    ("(eq (mul x 3) 9)", "(eq x 3)"),
    ("(eq (sub x y) 0)", "(eq x y)"),
    ("(eq (zext 16 x) 5:16)", "(eq x 5)"),
    ("(eq (zext 16 x) 256:16)", "false"),
    ("(eq (sext 16 x) 65535:16)", "(eq x 255)"),
    ("(eq (sext 16 x) 255:16)", "false"),
    ("(eq (zext 16 x) (zext 16 y))", "(eq x y)"),
    ("(eq (sext 16 x) (sext 16 y))", "(eq x y)"),
    ("(eq (concat x y) (concat x z))", "(eq y z)"),
    ("(eq (add x y) (add x z))", "(eq y z)"),
    ("(eq (add x y) x)", "(eq y 0)"),
    ("(eq (ite c 1 2) 1)", "c"),
    ("(eq (ite c 1 2) 2)", "(not c)"),
    ("(eq (ite c 1 2) 3)", "false"),
    ("(eq (ite c 1 (ite d 2 3)) 2)", "(and (not c) d)"),
    ("(eq (ite c x y) x)", "(or c (eq x y))"),
    ("(eq (and x 4) 4)", "(extract 2 2 x)"),
    ("(eq (and x 4) 8)", "false"),
    ("(eq c true)", "c"),
    ("(ult x 0)", "false"),
    ("(ult x 1)", "(eq x 0)"),
    ("(ult 0 x)", "(ne x 0)"),
    ("(ult x 255)", "(ne x 255)"),
    ("(ult x 16)", "(eq (extract 7 4 x) 0:4)"),
    ("(ult (urem x 10) 10)", "true"),
    ("(ult (zext 16 x) 256:16)", "true"),
    ("(ult (zext 16 x) (zext 16 y))", "(ult x y)"),
    ("(ult (zext 16 x) 77:16)", "(ult x 77)"),
    ("(ult (not x) (not y))", "(ult y x)"),
    ("(ult (not x) 9)", "(ult 246 x)"),
    ("(ult (add x 10) x)", "(ult 245 x)"),
    ("(ult (add (zext 9 x) (zext 9 y)) (zext 9 x))", "false"),
    ("(ult (add (urem x 10) 1) 5)", "(ult (urem x 10) 4)"),
    ("(ult (ite c 3 9) 5)", "c"),
    ("(ule (ite c 3 x) 5)", "(or c (ule x 5))"),
    ("(slt x 0)", "(extract 7 7 x)"),
    ("(slt 255 x)", "(not (extract 7 7 x))"),
    ("(slt x 128)", "false"),
    ("(slt (zext 16 x) (zext 16 y))", "(ult x y)"),
    ("(slt (sext 16 x) (sext 16 y))", "(slt x y)"),
    ("(slt (sext 16 x) 5:16)", "(slt x 5)"),
    ("(slt (sext 16 x) 200:16)", "true"),
    ("(slt (zext 16 x) 65535:16)", "false"),
    // Choices.
    ("(ite true x y)", "x"),
    ("(ite c x x)", "x"),
    ("(ite (not c) x y)", "(ite c y x)"),
    ("(ite c true d)", "(or c d)"),
    ("(ite c d false)", "(and c d)"),
    ("(ite c c d)", "(or c d)"),
    ("(ite c (not d) d)", "(xor c d)"),
    ("(ite c (ite c x y) z)", "(ite c x z)"),
    ("(ite c x (ite c y z))", "(ite c x z)"),
    ("(ite c (ite d x y) y)", "(ite (and c d) x y)"),
    ("(ite c x (ite d x y))", "(ite (or c d) x y)"),
    ("(ite (eq x y) x y)", "y"),
    ("(ite (eq x 3) x y)", "(ite (eq x 3) 3 y)"),
    ("(ite c (zext 16 x) (zext 16 y))", "(zext 16 (ite c x y))"),
    ("(ite c (zext 16 x) 7:16)", "(zext 16 (ite c x 7))"),
    ("(ite c (sext 16 x) (sext 16 y))", "(sext 16 (ite c x y))"),
    // Pieces.
    ("(extract 3 2 (extract 7 4 x))", "(extract 7 6 x)"),
    ("(extract 7 0 (zext 16 x))", "x"),
    ("(extract 15 8 (zext 16 x))", "0"),
    (
        "(extract 11 4 (concat x y))",
        "(concat (extract 3 0 x) (extract 7 4 y))",
    ),
    ("(extract 9 4 (sext 16 x))", "(sext 6 (extract 7 4 x))"),
    ("(extract 7 0 (add (zext 16 x) (zext 16 y)))", "(add x y)"),
    ("(concat (extract 7 4 x) (extract 3 0 x))", "x"),
    ("(concat (concat x y) z)", "(concat x (concat y z))"),
    ("(zext 32 (zext 16 x))", "(zext 32 x)"),
    ("(sext 32 (sext 16 x))", "(sext 32 x)"),
    ("(sext 16 (and x 127))", "(zext 16 (and x 127))"),
    ("(eq (zext 8 c) 1)", "c"),
    ("(ne (zext 8 c) 0)", "c"),
    // One bit.
    ("(add c d)", "(xor c d)"),
    ("(mul c d)", "(and c d)"),
    ("(ult c d)", "(and (not c) d)"),
    ("(slt c d)", "(and c (not d))"),
];

fn operator(name: &str, numbers: &[u32]) -> Op {
    match (name, numbers) {
        ("not", _) => Op::Not,
        ("neg", _) => Op::Neg,
        ("and", _) => Op::And,
        ("or", _) => Op::Or,
        ("xor", _) => Op::Xor,
        ("add", _) => Op::Add,
        ("sub", _) => Op::Sub,
        ("mul", _) => Op::Mul,
        ("udiv", _) => Op::Udiv,
        ("urem", _) => Op::Urem,
        ("shl", _) => Op::Shl,
        ("lshr", _) => Op::Lshr,
        ("ashr", _) => Op::Ashr,
        ("eq", _) => Op::Eq,
        ("ne", _) => Op::Ne,
        ("ult", _) => Op::Ult,
        ("ule", _) => Op::Ule,
        ("slt", _) => Op::Slt,
        ("umul_overflows", _) => Op::UmulOverflows,
        ("smul_overflows", _) => Op::SmulOverflows,
        ("ite", _) => Op::Ite,
        ("concat", _) => Op::Concat,
        ("extract", &[hi, lo]) => Op::Extract(hi, lo),
        ("zext", &[width]) => Op::Zext(width),
        ("sext", &[width]) => Op::Sext(width),
        _ => panic!("no operator {name} {numbers:?}"),
    }
}

/// Reads terms over the five variables.
struct Reader<'a> {
    pool: &'a mut Pool,
    variables: [(&'static str, Term); 5],
    words: std::iter::Peekable<std::vec::IntoIter<String>>,
}

impl Reader<'_> {
    fn term(&mut self) -> Term {
        let word = self.words.next().expect("a term");
        if word != "(" {
            return self.leaf(&word);
        }
        let name = self.words.next().expect("an operator");
        let count = match name.as_str() {
            "extract" => 2,
            "zext" | "sext" => 1,
            _ => 0,
        };
        let number = |word: String| word.parse().expect("a number");
        let numbers: Vec<u32> = self.words.by_ref().take(count).map(number).collect();
        let mut operands = Vec::new();
        while self.words.peek().is_some_and(|word| word != ")") {
            operands.push(self.term());
        }
        self.words.next();
        apply(self.pool, operator(&name, &numbers), &operands)
    }

    fn leaf(&mut self, word: &str) -> Term {
        if let Some((_, t)) = self.variables.iter().find(|(name, _)| *name == word) {
            return *t;
        }
        let (bits, width) = match word {
            "true" => ("1", "1"),
            "false" => ("0", "1"),
            _ => word.split_once(':').unwrap_or((word, "8")),
        };
        let number = |text: &str| {
            text.parse::<u32>()
                .unwrap_or_else(|_| panic!("no number {text}"))
        };
        self.pool.constant(number(width), number(bits).into())
    }
}

fn words(text: &str) -> Vec<String> {
    let spaced = text.replace('(', "( ").replace(')', " )");
    spaced.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn rules_are_applied() {
    for (before, after) in RULES {
        let mut pool = Pool::new();
        let variables = ["x", "y", "z"].map(|name| (name, pool.var(8)));
        let [x, y, z] = variables;
        let variables = [x, y, z, ("c", pool.var(1)), ("d", pool.var(1))];
        let [found, wanted] = [before, after].map(|text| {
            let words = words(text).into_iter().peekable();
            let pool = &mut pool;
            Reader {
                pool,
                variables,
                words,
            }
            .term()
        });
        let (a, b) = (pool.node(found), pool.node(wanted));
        assert_eq!(found, wanted, "{before} became {a:?}, not {after}, {b:?}");
    }
}

/// Shared operands are not rewritten once for every path to them.
#[test]
fn deep_sharing_takes_no_exponential_time() {
    let mut pool = Pool::new();
    let (mut a, mut b) = (pool.var(16), pool.var(16));
    for _ in 0..60 {
        let c = pool.var(1);
        let (not_a, not_b) = (pool.not(a), pool.not(b));
        let (low_a, low_b) = (pool.extract(a, 7, 0), pool.extract(b, 7, 0));
        let (wide_a, wide_b) = (pool.sext(low_a, 16), pool.sext(low_b, 16));
        let (up, down) = (pool.ite(c, a, wide_a), pool.ite(c, b, wide_b));
        a = pool.ite(c, not_a, up);
        b = pool.ite(c, not_b, down);
    }
    let same = pool.eq(a, b);
    let part = pool.extract(a, 12, 3);
    assert!(
        pool.len() < 20_000,
        "{} terms for {same} and {part}",
        pool.len()
    );
}

/// Long chains of choices, as a table read at an unknown place gives, neither exhaust the stack nor blow up.
#[test]
fn long_chains_are_compared() {
    let mut pool = Pool::new();
    let index = pool.var(16);
    let mut chosen = pool.constant(16, 0);
    for entry in 0..5_000u128 {
        let at = pool.constant(16, entry);
        let (here, value) = (pool.eq(index, at), pool.constant(16, entry % 7));
        chosen = pool.ite(here, value, chosen);
    }
    let three = pool.constant(16, 3);
    let is_three = pool.eq(chosen, three);
    let value = |at: u128| crate::term::eval(&pool, &[is_three], &|_| at)[0];
    assert_eq!([value(3), value(10), value(11), value(4_999)], [1, 1, 0, 0]);
}
