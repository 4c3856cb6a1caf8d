//! Cones, supports and substitution.

use super::dag::{Numbers, Recipe};
use crate::term::{cone, eval, substitute, support, Pool, Term};

#[test]
fn terms_are_shared_and_in_order() {
    let mut pool = Pool::new();
    let (x, y) = (pool.var(8), pool.var(8));
    assert_ne!(x, y, "every variable is a new one");
    let (sum, again) = (pool.add(x, y), pool.add(y, x));
    assert_eq!(sum, again);
    assert_eq!(cone(&pool, &[sum]), [x, y, sum]);
    for t in pool.terms() {
        assert!(pool.node(t).operands().all(|operand| operand < t));
    }
}

#[test]
fn support_has_the_variables_that_matter() {
    let mut pool = Pool::new();
    let (x, y, c) = (pool.var(8), pool.var(8), pool.var(1));
    let chosen = pool.ite(c, x, y);
    let less = pool.ult(chosen, x);
    assert_eq!(support(&pool, &[less]), [x, y, c]);
    assert_eq!(support(&pool, &[pool.truth()]), []);
}

#[test]
fn substitution_gives_what_evaluation_gives() {
    let mut numbers = Numbers(20);
    for _ in 0..500 {
        let mut pool = Pool::new();
        let recipe = Recipe::random(&mut numbers, &[7, 7, 1], 20, 16);
        let terms = recipe.build(&mut pool);
        let image = pool.add(terms[0], terms[1]);
        let replaced = substitute(&mut pool, &terms, &|t| (t == terms[0]).then_some(image));
        for _ in 0..10 {
            let given = [numbers.bits(7), numbers.bits(7), numbers.bits(1)];
            let plain = |t: Term| terms.iter().position(|&v| v == t).map_or(0, |i| given[i]);
            let sum = eval(&pool, &[image], &plain)[0];
            let moved = |t: Term| if t == terms[0] { sum } else { plain(t) };
            assert_eq!(eval(&pool, &replaced, &plain), eval(&pool, &terms, &moved));
        }
    }
}

/// What stands below a replaced term is not asked for.
#[test]
fn replaced_terms_are_not_looked_into() {
    let mut pool = Pool::new();
    let (x, y) = (pool.var(8), pool.var(8));
    let product = pool.mul(x, y);
    let root = pool.not(product);
    let asked = std::cell::RefCell::new(Vec::new());
    let replace = |t: Term| {
        asked.borrow_mut().push(t);
        (t == product).then_some(y)
    };
    let found = substitute(&mut pool, &[root], &replace);
    assert_eq!(found, [pool.not(y)]);
    assert!(!asked.borrow().contains(&x));
}

/// Recursion would overflow the stack here.
#[test]
fn deep_terms_are_walked() {
    let mut pool = Pool::new();
    let (x, y) = (pool.var(16), pool.var(16));
    let mut deep = x;
    for _ in 0..200_000 {
        let product = pool.mul(deep, y);
        deep = pool.xor(product, x);
    }
    assert_eq!(eval(&pool, &[deep], &|_| 0), [0]);
    let one = pool.constant(16, 1);
    let replaced = substitute(&mut pool, &[deep], &|t| (t == y).then_some(one));
    assert_eq!(support(&pool, &replaced), [x]);
}
