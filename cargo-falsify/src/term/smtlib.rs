//! Terms in the words of SMT-LIB.

use super::{Node, Pool, Term};

/// A word of one bit as a truth value.
pub fn truth(word: &str) -> String {
    format!("(= {word} #b1)")
}

fn bit(truth: &str) -> String {
    format!("(ite {truth} #b1 #b0)")
}

/// A term in terms of what its operands are called.
pub fn expression(pool: &Pool, t: Term, name: &dyn Fn(Term) -> String) -> String {
    use Node::*;
    let width = pool.width(t);
    let unary = |op: &str, a: Term| format!("({op} {})", name(a));
    let binary = |op: &str, a: Term, b: Term| format!("({op} {} {})", name(a), name(b));
    match *pool.node(t) {
        Const(_) | Var(_) => constant(width, pool.as_const(t).unwrap_or(0)),
        Not(a) => unary("bvnot", a),
        Neg(a) => unary("bvneg", a),
        And(a, b) => binary("bvand", a, b),
        Xor(a, b) => binary("bvxor", a, b),
        Add(a, b) => binary("bvadd", a, b),
        Mul(a, b) => binary("bvmul", a, b),
        Udiv(a, b) => binary("bvudiv", a, b),
        Urem(a, b) => binary("bvurem", a, b),
        Shl(a, b) => binary("bvshl", a, b),
        Lshr(a, b) => binary("bvlshr", a, b),
        Ashr(a, b) => binary("bvashr", a, b),
        Eq(a, b) => bit(&binary("=", a, b)),
        Ult(a, b) => bit(&binary("bvult", a, b)),
        Slt(a, b) => bit(&binary("bvslt", a, b)),
        UmulOverflows(a, b) => product_overflows("zero_extend", pool.width(a), &name(a), &name(b)),
        SmulOverflows(a, b) => product_overflows("sign_extend", pool.width(a), &name(a), &name(b)),
        Ite(c, a, b) => format!("(ite {} {} {})", truth(&name(c)), name(a), name(b)),
        Extract(a, lo) => format!("((_ extract {} {lo}) {})", lo + width - 1, name(a)),
        Concat(a, b) => binary("concat", a, b),
        Sext(a) => format!("((_ sign_extend {}) {})", width - pool.width(a), name(a)),
    }
}

/// A number of some bits.
pub fn constant(width: u32, bits: u128) -> String {
    format!("#b{bits:0width$b}", width = width as usize)
}

/// The product at twice the width is not what its lower half, extended, gives.
fn product_overflows(extend: &str, width: u32, a: &str, b: &str) -> String {
    let wide = |x: &str| format!("((_ {extend} {width}) {x})");
    let product = format!("(bvmul {} {})", wide(a), wide(b));
    let low = format!("((_ extract {} 0) {product})", width - 1);
    bit(&format!("(not (= {product} {}))", wide(&low)))
}
