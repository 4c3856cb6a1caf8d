//! z3 on its own bit-vectors: the second opinion.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use z3::ast::{Ast, Bool, BV};
use z3::{Context, ContextHandle, Params, SatResult};

use super::{Answer, Budget, Solver, Statistics, Word};
use crate::term::{cone, mask, Node, Pool, Term};

/// The system's libz3.
pub struct Z3 {
    solver: z3::Solver,
    words: Vec<BV>,
    /// Literals that stand for assumed words.
    proxies: HashMap<Word, Bool>,
    model: Option<z3::Model>,
    failed: Vec<usize>,
    checks: u64,
}

impl Default for Z3 {
    fn default() -> Z3 {
        Z3::new()
    }
}

impl Z3 {
    pub fn new() -> Z3 {
        Z3 {
            solver: z3::Solver::new_for_logic("QF_BV").unwrap_or_default(),
            words: Vec::new(),
            proxies: HashMap::new(),
            model: None,
            failed: Vec::new(),
            checks: 0,
        }
    }

    fn word(&mut self, ast: BV) -> Word {
        self.words.push(ast);
        Word(self.words.len() as u32 - 1)
    }

    fn ast(&self, word: Word) -> &BV {
        &self.words[word.0 as usize]
    }

    fn proxy(&mut self, word: Word) -> Bool {
        if let Some(proxy) = self.proxies.get(&word) {
            return proxy.clone();
        }
        let proxy = Bool::fresh_const("assumed");
        let truth = truth(self.ast(word));
        self.solver.assert(proxy.implies(&truth));
        self.proxies.insert(word, proxy.clone());
        proxy
    }

    fn limit(&self, budget: &Budget) {
        let mut params = Params::new();
        let left = budget
            .deadline
            .map(|end| end.saturating_duration_since(Instant::now()));
        let millis = left.map_or(u32::MAX, |left| {
            u32::try_from(left.as_millis()).unwrap_or(u32::MAX)
        });
        params.set_u32("timeout", millis.max(1));
        let conflicts = budget.conflicts.unwrap_or(u32::MAX.into());
        params.set_u32(
            "max_conflicts",
            u32::try_from(conflicts).unwrap_or(u32::MAX),
        );
        self.solver.set_params(&params);
    }

    /// A check during which another thread watches the budget. Once that has interrupted, the answer does not count:
    /// an interruption that comes too late would spoil the model.
    fn run(&self, assumptions: &[Bool], budget: &Budget) -> SatResult {
        if budget.stops.is_empty() {
            return self.solver.check_assumptions(assumptions);
        }
        let context = Context::thread_local();
        let (handle, done) = (context.handle(), AtomicBool::new(false));
        std::thread::scope(|scope| {
            let watcher = scope.spawn(|| interrupt_when_exhausted(&handle, budget, &done));
            let result = self.solver.check_assumptions(assumptions);
            done.store(true, Ordering::Relaxed);
            watcher.thread().unpark();
            match watcher.join() {
                Ok(false) => result,
                _ => SatResult::Unknown,
            }
        })
    }
}

/// Whether it interrupted before the check was done.
fn interrupt_when_exhausted(handle: &ContextHandle, budget: &Budget, done: &AtomicBool) -> bool {
    let mut interrupted = false;
    while !done.load(Ordering::Relaxed) {
        if budget.exhausted() {
            interrupted = true;
            handle.interrupt();
        }
        std::thread::park_timeout(Duration::from_millis(20));
    }
    interrupted
}

fn truth(ast: &BV) -> Bool {
    ast.eq(BV::from_u64(1, 1))
}

fn bit(truth: &Bool) -> BV {
    truth.ite(&BV::from_u64(1, 1), &BV::from_u64(0, 1))
}

fn numeral(width: u32, bits: u128) -> BV {
    let bits: Vec<bool> = (0..width).map(|i| bits >> i & 1 == 1).collect();
    BV::from_bits(&bits).unwrap_or_else(|| BV::from_u64(0, width))
}

/// The number, if the term is one.
fn number(ast: &BV) -> Option<u128> {
    let width = ast.get_size();
    if width <= 64 {
        return ast.simplify().as_u64().map(u128::from);
    }
    let low = ast.extract(63, 0).simplify().as_u64()?;
    let high = ast.extract(width - 1, 64).simplify().as_u64()?;
    Some(u128::from(high) << 64 | u128::from(low))
}

/// By magnitudes: libz3's own predicate for signed operands is wrong at small widths (4.8.12, -1 times -1).
fn smul_overflows(a: &BV, b: &BV) -> Bool {
    let width = a.get_size();
    let zero = numeral(width, 0);
    let (a_negative, b_negative) = (a.bvslt(&zero), b.bvslt(&zero));
    let (x, y) = (a_negative.ite(&a.bvneg(), a), b_negative.ite(&b.bvneg(), b));
    let negative = a_negative.xor(&b_negative);
    let (max, beyond) = (mask(width) >> 1, (mask(width) >> 1) + 1);
    let bound = negative.ite(&numeral(width, beyond), &numeral(width, max));
    let product_too_large = x.bvmul(&y).bvugt(&bound);
    Bool::or(&[x.bvmul_no_overflow(&y, false).not(), product_too_large])
}

fn translate(pool: &Pool, t: Term, of: &dyn Fn(Term) -> BV) -> BV {
    use Node::*;
    let width = pool.width(t);
    match *pool.node(t) {
        Const(_) | Var(_) => numeral(width, pool.as_const(t).unwrap_or(0)),
        Not(a) => of(a).bvnot(),
        Neg(a) => of(a).bvneg(),
        And(a, b) => of(a).bvand(of(b)),
        Xor(a, b) => of(a).bvxor(of(b)),
        Add(a, b) => of(a).bvadd(of(b)),
        Mul(a, b) => of(a).bvmul(of(b)),
        Udiv(a, b) => of(a).bvudiv(of(b)),
        Urem(a, b) => of(a).bvurem(of(b)),
        Shl(a, b) => of(a).bvshl(of(b)),
        Lshr(a, b) => of(a).bvlshr(of(b)),
        Ashr(a, b) => of(a).bvashr(of(b)),
        Eq(a, b) => bit(&of(a).eq(of(b))),
        Ult(a, b) => bit(&of(a).bvult(of(b))),
        Slt(a, b) => bit(&of(a).bvslt(of(b))),
        UmulOverflows(a, b) => bit(&of(a).bvmul_no_overflow(&of(b), false).not()),
        SmulOverflows(a, b) => bit(&smul_overflows(&of(a), &of(b))),
        Ite(c, a, b) => truth(&of(c)).ite(&of(a), &of(b)),
        Extract(a, lo) => of(a).extract(lo + width - 1, lo),
        Concat(a, b) => of(a).concat(of(b)),
        Sext(a) => of(a).sign_ext(width - pool.width(a)),
    }
}

impl Solver for Z3 {
    fn fresh(&mut self, width: u32) -> Word {
        self.word(BV::fresh_const("word", width))
    }

    fn constant(&mut self, width: u32, bits: u128) -> Word {
        self.word(numeral(width, bits))
    }

    fn width(&self, word: Word) -> u32 {
        self.ast(word).get_size()
    }

    fn build(
        &mut self,
        pool: &Pool,
        roots: &[Term],
        leaf: &mut dyn FnMut(Term) -> Word,
    ) -> Vec<Word> {
        let mut built: HashMap<Term, BV> = HashMap::new();
        for t in cone(pool, roots) {
            let ast = match pool.is_var(t) {
                true => self.ast(leaf(t)).clone(),
                false => translate(pool, t, &|operand| built[&operand].clone()),
            };
            built.insert(t, ast);
        }
        let roots = roots.iter().map(|t| built[t].clone());
        roots.map(|ast| self.word(ast)).collect()
    }

    fn not(&mut self, word: Word) -> Word {
        self.word(self.ast(word).bvnot())
    }

    fn and(&mut self, a: Word, b: Word) -> Word {
        self.word(self.ast(a).bvand(self.ast(b)))
    }

    fn or(&mut self, a: Word, b: Word) -> Word {
        self.word(self.ast(a).bvor(self.ast(b)))
    }

    fn eq(&mut self, a: Word, b: Word) -> Word {
        let same = self.ast(a).eq(self.ast(b));
        self.word(bit(&same))
    }

    fn assert(&mut self, word: Word) {
        let truth = truth(self.ast(word));
        self.solver.assert(&truth);
    }

    fn known(&self, word: Word) -> Option<u128> {
        number(self.ast(word))
    }

    fn check(&mut self, assumptions: &[Word], budget: &Budget) -> Answer {
        self.checks += 1;
        self.failed.clear();
        if budget.exhausted() {
            return Answer::Stopped;
        }
        let proxies: Vec<Bool> = assumptions.iter().map(|&w| self.proxy(w)).collect();
        self.limit(budget);
        match self.run(&proxies, budget) {
            SatResult::Sat => {
                self.model = self.solver.get_model();
                Answer::Sat
            }
            SatResult::Unsat => {
                let core = self.solver.get_unsat_core();
                let all = proxies.iter().enumerate();
                self.failed = all
                    .filter(|(_, p)| core.contains(p))
                    .map(|(at, _)| at)
                    .collect();
                Answer::Unsat
            }
            SatResult::Unknown => Answer::Stopped,
        }
    }

    fn value(&mut self, word: Word) -> u128 {
        let value = self
            .model
            .as_ref()
            .and_then(|model| model.eval(self.ast(word), true));
        value.and_then(|ast| number(&ast)).unwrap_or(0)
    }

    fn failed(&self) -> Vec<usize> {
        self.failed.clone()
    }

    fn statistics(&self) -> Statistics {
        Statistics {
            checks: self.checks,
            ..Statistics::default()
        }
    }
}
