//! Random DAGs of terms, as recipes that can be built in any pool.

use crate::term::{mask, Pool, Term};

/// A small generator of numbers: the same at every run.
pub struct Numbers(pub u64);

impl Numbers {
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.word() % bound as u64) as usize
    }

    /// Bits of a width, with those near the bounds and near powers of two more often.
    pub fn bits(&mut self, width: u32) -> u128 {
        let any = u128::from(self.word()) << 64 | u128::from(self.word());
        let small = u128::from(self.word() % 4);
        let bits = match self.word() % 5 {
            0 => any,
            1 => small,
            2 => small.wrapping_neg(),
            3 => (1u128 << (self.word() % u64::from(width))).wrapping_sub(small),
            _ => any >> (self.word() % 128),
        };
        bits & mask(width)
    }
}

/// A constructor of terms.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Op {
    Const(u32, u128),
    Var(u32),
    Not,
    Neg,
    And,
    Or,
    Xor,
    Add,
    Sub,
    Mul,
    Udiv,
    Urem,
    Shl,
    Lshr,
    Ashr,
    Eq,
    Ne,
    Ult,
    Ule,
    Slt,
    Sle,
    UmulOverflows,
    SmulOverflows,
    Ite,
    Extract(u32, u32),
    Concat,
    Zext(u32),
    Sext(u32),
    Implies,
    All,
    Any,
}

/// Operators of two operands of the same width.
pub const BINARY: &[Op] = &[
    Op::And,
    Op::Or,
    Op::Xor,
    Op::Add,
    Op::Sub,
    Op::Mul,
    Op::Udiv,
    Op::Urem,
    Op::Shl,
    Op::Lshr,
    Op::Ashr,
    Op::Eq,
    Op::Ne,
    Op::Ult,
    Op::Ule,
    Op::Slt,
    Op::Sle,
    Op::UmulOverflows,
    Op::SmulOverflows,
];

/// Builds one term from built operands.
pub fn apply(pool: &mut Pool, op: Op, with: &[Term]) -> Term {
    let (a, b) = (
        with.first().copied().unwrap_or(pool.falsity()),
        with.get(1).copied().unwrap_or(pool.falsity()),
    );
    match op {
        Op::Const(width, bits) => pool.constant(width, bits),
        Op::Var(width) => pool.var(width),
        Op::Not => pool.not(a),
        Op::Neg => pool.neg(a),
        Op::And => pool.and(a, b),
        Op::Or => pool.or(a, b),
        Op::Xor => pool.xor(a, b),
        Op::Add => pool.add(a, b),
        Op::Sub => pool.sub(a, b),
        Op::Mul => pool.mul(a, b),
        Op::Udiv => pool.udiv(a, b),
        Op::Urem => pool.urem(a, b),
        Op::Shl => pool.shl(a, b),
        Op::Lshr => pool.lshr(a, b),
        Op::Ashr => pool.ashr(a, b),
        Op::Eq => pool.eq(a, b),
        Op::Ne => pool.ne(a, b),
        Op::Ult => pool.ult(a, b),
        Op::Ule => pool.ule(a, b),
        Op::Slt => pool.slt(a, b),
        Op::Sle => pool.sle(a, b),
        Op::UmulOverflows => pool.umul_overflows(a, b),
        Op::SmulOverflows => pool.smul_overflows(a, b),
        Op::Ite => pool.ite(a, b, with[2]),
        Op::Extract(hi, lo) => pool.extract(a, hi, lo),
        Op::Concat => pool.concat(a, b),
        Op::Zext(width) => pool.zext(a, width),
        Op::Sext(width) => pool.sext(a, width),
        Op::Implies => pool.implies(a, b),
        Op::All => pool.all(with),
        Op::Any => pool.any(with),
    }
}

/// A term of a DAG: its operator and the steps that are its operands.
#[derive(Clone, Debug)]
pub struct Step {
    pub op: Op,
    pub with: Vec<usize>,
    pub width: u32,
}

/// A DAG to build, operands before their users; the variables come first.
#[derive(Clone, Debug)]
pub struct Recipe {
    pub steps: Vec<Step>,
}

impl Recipe {
    /// A random DAG over variables of the given widths, with no step wider than `widest`.
    pub fn random(numbers: &mut Numbers, variables: &[u32], steps: usize, widest: u32) -> Recipe {
        let leaf = |&width: &u32| Step {
            op: Op::Var(width),
            with: Vec::new(),
            width,
        };
        let mut recipe = Recipe {
            steps: variables.iter().map(leaf).collect(),
        };
        while recipe.steps.len() < variables.len() + steps {
            let step = recipe.step(numbers, widest);
            recipe.steps.extend(step);
        }
        recipe
    }

    /// The terms of all steps.
    pub fn build(&self, pool: &mut Pool) -> Vec<Term> {
        let mut built: Vec<Term> = Vec::new();
        for step in &self.steps {
            let with: Vec<Term> = step.with.iter().map(|&i| built[i]).collect();
            built.push(apply(pool, step.op, &with));
        }
        built
    }

    /// Any step, recent ones more often, so that DAGs become deep.
    fn any(&self, numbers: &mut Numbers) -> usize {
        let all = self.steps.len();
        let recent = all.min(4);
        match numbers.below(3) {
            0 => all - 1 - numbers.below(recent),
            _ => numbers.below(all),
        }
    }

    /// A step of the width, which may have to be made.
    fn of_width(&mut self, numbers: &mut Numbers, width: u32) -> usize {
        let fitting: Vec<usize> = (0..self.steps.len())
            .filter(|&i| self.steps[i].width == width)
            .collect();
        if fitting.is_empty() || numbers.below(3) == 0 {
            let bits = numbers.bits(width);
            return self.push(Op::Const(width, bits), Vec::new(), width);
        }
        let newest = fitting.len().min(3);
        match numbers.below(3) {
            0 => fitting[fitting.len() - 1 - numbers.below(newest)],
            _ => fitting[numbers.below(fitting.len())],
        }
    }

    fn push(&mut self, op: Op, with: Vec<usize>, width: u32) -> usize {
        self.steps.push(Step { op, with, width });
        self.steps.len() - 1
    }

    fn step(&mut self, numbers: &mut Numbers, widest: u32) -> Option<Step> {
        let a = self.any(numbers);
        let width = self.steps[a].width;
        match numbers.below(14) {
            0 => Some(self.unary(Op::Not, a)),
            1 => Some(self.unary(Op::Neg, a)),
            2 | 3 => {
                let condition = self.of_width(numbers, 1);
                let b = self.of_width(numbers, width);
                Some(Step {
                    op: Op::Ite,
                    with: vec![condition, a, b],
                    width,
                })
            }
            4 => {
                let lo = numbers.below(width as usize) as u32;
                let hi = lo + numbers.below((width - lo) as usize) as u32;
                Some(Step {
                    op: Op::Extract(hi, lo),
                    with: vec![a],
                    width: hi + 1 - lo,
                })
            }
            5 => {
                let b = self.any(numbers);
                let sum = width + self.steps[b].width;
                (sum <= widest).then(|| Step {
                    op: Op::Concat,
                    with: vec![a, b],
                    width: sum,
                })
            }
            6 => {
                // Often as wide as it goes, so that extended terms meet.
                let more = numbers.below((widest + 1 - width) as usize) as u32;
                let width = [widest, width + more][numbers.below(2)];
                let op = [Op::Zext, Op::Sext][numbers.below(2)](width);
                let with = vec![a];
                Some(Step { op, with, width })
            }
            7 => {
                let op = [Op::Implies, Op::All, Op::Any][numbers.below(3)];
                let with = (0..2).map(|_| self.of_width(numbers, 1)).collect();
                Some(Step { op, with, width: 1 })
            }
            _ => {
                let b = self.of_width(numbers, width);
                let op = self.binary(numbers, a);
                let with = match numbers.below(2) {
                    0 => vec![a, b],
                    _ => vec![b, a],
                };
                let width = if is_predicate(op) { 1 } else { width };
                Some(Step { op, with, width })
            }
        }
    }

    /// Any operator, and often the one of the operand, so that chains of it come about.
    fn binary(&self, numbers: &mut Numbers, a: usize) -> Op {
        let own = self.steps[a].op;
        match numbers.below(3) {
            0 if BINARY.contains(&own) && !is_predicate(own) => own,
            _ => BINARY[numbers.below(BINARY.len())],
        }
    }

    fn unary(&self, op: Op, a: usize) -> Step {
        Step {
            op,
            with: vec![a],
            width: self.steps[a].width,
        }
    }
}

pub fn is_predicate(op: Op) -> bool {
    use Op::*;
    matches!(
        op,
        Eq | Ne | Ult | Ule | Slt | Sle | UmulOverflows | SmulOverflows
    )
}

/// The values of variables of these widths that a number below the product of their ranges stands for.
pub fn assignment(widths: &[u32], number: u128) -> Vec<u128> {
    let mut rest = number;
    let part = |&width: &u32| {
        let value = rest & mask(width);
        rest >>= width;
        value
    };
    widths.iter().map(part).collect()
}
