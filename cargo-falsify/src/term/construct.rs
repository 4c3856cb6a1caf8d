//! The constructors of terms.

use super::{Node, Pool, Term};

impl Pool {
    fn binary(&mut self, node: fn(Term, Term) -> Node, a: Term, b: Term) -> Term {
        debug_assert_eq!(self.width(a), self.width(b), "{a} and {b}");
        self.make(self.width(a), node(a, b))
    }

    fn predicate(&mut self, node: fn(Term, Term) -> Node, a: Term, b: Term) -> Term {
        debug_assert_eq!(self.width(a), self.width(b), "{a} and {b}");
        self.make(1, node(a, b))
    }

    pub fn not(&mut self, a: Term) -> Term {
        self.make(self.width(a), Node::Not(a))
    }

    pub fn neg(&mut self, a: Term) -> Term {
        self.make(self.width(a), Node::Neg(a))
    }

    pub fn and(&mut self, a: Term, b: Term) -> Term {
        self.binary(Node::And, a, b)
    }

    pub fn or(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = (self.not(a), self.not(b));
        let neither = self.and(a, b);
        self.not(neither)
    }

    pub fn xor(&mut self, a: Term, b: Term) -> Term {
        self.binary(Node::Xor, a, b)
    }

    pub fn add(&mut self, a: Term, b: Term) -> Term {
        self.binary(Node::Add, a, b)
    }

    pub fn sub(&mut self, a: Term, b: Term) -> Term {
        let b = self.neg(b);
        self.add(a, b)
    }

    pub fn mul(&mut self, a: Term, b: Term) -> Term {
        self.binary(Node::Mul, a, b)
    }

    /// By zero: all ones.
    pub fn udiv(&mut self, a: Term, b: Term) -> Term {
        self.binary(Node::Udiv, a, b)
    }

    /// By zero: the dividend.
    pub fn urem(&mut self, a: Term, b: Term) -> Term {
        self.binary(Node::Urem, a, b)
    }

    /// By the width or more: 0.
    pub fn shl(&mut self, a: Term, amount: Term) -> Term {
        self.binary(Node::Shl, a, amount)
    }

    /// By the width or more: 0.
    pub fn lshr(&mut self, a: Term, amount: Term) -> Term {
        self.binary(Node::Lshr, a, amount)
    }

    /// By the width or more: the sign everywhere.
    pub fn ashr(&mut self, a: Term, amount: Term) -> Term {
        self.binary(Node::Ashr, a, amount)
    }

    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        self.predicate(Node::Eq, a, b)
    }

    pub fn ne(&mut self, a: Term, b: Term) -> Term {
        let same = self.eq(a, b);
        self.not(same)
    }

    pub fn ult(&mut self, a: Term, b: Term) -> Term {
        self.predicate(Node::Ult, a, b)
    }

    pub fn ule(&mut self, a: Term, b: Term) -> Term {
        let greater = self.ult(b, a);
        self.not(greater)
    }

    pub fn slt(&mut self, a: Term, b: Term) -> Term {
        self.predicate(Node::Slt, a, b)
    }

    pub fn sle(&mut self, a: Term, b: Term) -> Term {
        let greater = self.slt(b, a);
        self.not(greater)
    }

    pub fn umul_overflows(&mut self, a: Term, b: Term) -> Term {
        self.predicate(Node::UmulOverflows, a, b)
    }

    pub fn smul_overflows(&mut self, a: Term, b: Term) -> Term {
        self.predicate(Node::SmulOverflows, a, b)
    }

    pub fn ite(&mut self, condition: Term, a: Term, b: Term) -> Term {
        debug_assert_eq!(self.width(condition), 1);
        debug_assert_eq!(self.width(a), self.width(b), "{a} and {b}");
        self.make(self.width(a), Node::Ite(condition, a, b))
    }

    /// Bits `hi` down to `lo`.
    pub fn extract(&mut self, t: Term, hi: u32, lo: u32) -> Term {
        debug_assert!(lo <= hi && hi < self.width(t), "{t}[{hi}..{lo}]");
        if lo == 0 && hi + 1 == self.width(t) {
            return t;
        }
        self.make(hi + 1 - lo, Node::Extract(t, lo))
    }

    pub fn concat(&mut self, high: Term, low: Term) -> Term {
        let width = self.width(high) + self.width(low);
        self.make(width, Node::Concat(high, low))
    }

    pub fn zext(&mut self, t: Term, width: u32) -> Term {
        match width - self.width(t) {
            0 => t,
            more => {
                let zeros = self.constant(more, 0);
                self.concat(zeros, t)
            }
        }
    }

    pub fn sext(&mut self, t: Term, width: u32) -> Term {
        debug_assert!(width >= self.width(t));
        if width == self.width(t) {
            return t;
        }
        self.make(width, Node::Sext(t))
    }

    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        let b = self.not(b);
        let broken = self.and(a, b);
        self.not(broken)
    }

    /// True of none.
    pub fn all(&mut self, terms: &[Term]) -> Term {
        terms.iter().fold(self.truth(), |all, &t| self.and(all, t))
    }

    /// False of none.
    pub fn any(&mut self, terms: &[Term]) -> Term {
        terms.iter().fold(self.falsity(), |any, &t| self.or(any, t))
    }
}
