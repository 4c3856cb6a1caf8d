//! Macros, derives and attributes. `#` marks the names that an expansion made.

use super::{body, read, read_crate};
use crate::syntax::ast::HygieneParent;

/// What a call of a macro with these rules becomes as the only expression of a function.
fn expanded(rules: &str, call: &str) -> String {
    let text = format!("macro_rules! m {{ {rules} }} fn f() {{ {call} }}");
    let shown = read(&text).shown();
    shown
        .strip_prefix("fn f() ")
        .expect("one function")
        .to_string()
}

#[test]
fn rules_match_and_transcribe() {
    for (rules, call, expected) in [
        ("() => { 1 }", "m!()", "{ 1 }"),
        ("($x:expr) => { $x * 2 }", "m!(1 + 2)", "{ ((1 + 2) * 2) }"),
        ("($x:expr) => { -$x }", "m![a + b]", "{ -(a + b) }"),
        (
            "($($x:expr),*) => { [$($x),*] }",
            "m!(1, a + b)",
            "{ [1, (a + b)] }",
        ),
        (
            "($($x:expr),* $(,)?) => { [$($x + 1),*] }",
            "m!(1, 2,)",
            "{ [(1 + 1), (2 + 1)] }",
        ),
        (
            "($($x:expr);+) => { ($($x,)+) }",
            "m!(1; 2)",
            "{ tuple(1, 2) }",
        ),
        ("($x:ident) => { $x }", "m!(y)", "{ y }"),
        ("($x:ident . $y:tt) => { $x.$y }", "m!(a . 0)", "{ a.0 }"),
        ("($t:ty) => { <$t>::MAX }", "m!(u8)", "{ <u8>::MAX# }"),
        ("($t:ty) => { $t::MAX }", "m!(u8)", "{ u8::MAX# }"),
        ("($p:path) => { $p }", "m!(a::b::<u8>)", "{ a::b<u8> }"),
        (
            "($p:pat => $e:expr) => { match x { $p => $e, _ => 0 } }",
            "m!(A | B => 1)",
            "{ match x# { A | B => 1, _ => 0 } }",
        ),
        ("($l:literal) => { $l }", "m!(-1)", "{ -1 }"),
        (
            "($l:lifetime $b:block) => { $l: loop $b }",
            "m!('a { break 'a })",
            "{ 'a: loop { break 'a } }",
        ),
        ("(a) => { 1 }; (b) => { 2 }", "m!(b)", "{ 2 }"),
        (
            "(@in $x:expr) => { $x }; ($x:expr) => { m!(@in $x + 1) }",
            "m!(2)",
            "{ (2 + 1) }",
        ),
        (
            "($($k:ident => { $($v:expr),* })*) => { [$([$($k + $v),*]),*] }",
            "m!(a => { 1, 2 } b => {} c => { 3 })",
            "{ [[(a + 1), (a + 2)], [], [(c + 3)]] }",
        ),
        ("($x:tt) => { 1 }; ($($x:tt)*) => { 2 }", "m!(=>)", "{ 1 }"),
        ("($x:tt) => { 1 }; ($($x:tt)*) => { 2 }", "m!(- 1)", "{ 2 }"),
        ("($x:tt) => { 1 }; ($($x:tt)*) => { 2 }", "m!('a)", "{ 1 }"),
        ("($x:tt) => { $x }", "m!((1 + 2))", "{ (1 + 2) }"),
        ("($v:vis $n:ident) => { $n }", "m!(pub(crate) x)", "{ x }"),
        ("($v:vis $n:ident) => { $n }", "m!(x)", "{ x }"),
        (
            "($($a:ident)? ; $b:ident) => { [$($a,)? $b] }",
            "m!(; y)",
            "{ [y] }",
        ),
        ("($(a)* a) => { 1 }", "m!(a a)", "{ 1 }"),
        (
            "($e:expr) => { 1 }; ($($t:tt)*) => { 2 }",
            "m!(x +)",
            "{ 2 }",
        ),
        (
            "($f:ident ( $($a:expr),* )) => { $f($($a),*) }",
            "m!(g(1, x))",
            "{ g(1, x) }",
        ),
        (
            "($a:expr, $b:expr) => { $a as u8 + $b }",
            "m!(x | y, 1)",
            "{ (((x | y) as u8#) + 1) }",
        ),
        (
            "($i:item) => { $i }",
            "m!(struct A;); A",
            "{ item struct A A }",
        ),
        (
            "($s:stmt) => { $s; 1 }",
            "m! { let x = 1 }",
            "{ let x = 1; 1 }",
        ),
        ("($m:meta) => { #[$m] struct A; }", "m!(cfg(test));", "{}"),
    ] {
        assert_eq!(expanded(rules, call), expected, "{rules} on {call}");
    }
}

#[test]
fn an_expression_passed_on_is_no_longer_an_identifier() {
    let inner = "macro_rules! kind { ($i:ident) => { 1 }; ($e:expr) => { 2 } }";
    let outer = "macro_rules! outer { ($e:expr) => { kind!($e) }; }";
    let read = read(&format!("{inner} {outer} fn f() {{ outer!(x); kind!(x) }}"));
    assert_eq!(read.shown(), "fn f() { 2; 1 }");
}

#[test]
fn names_from_a_body_are_marked_and_those_from_arguments_are_not() {
    assert_eq!(
        expanded("($x:ident) => { let y = 1; let $x = y; }", "m!(z); z"),
        "{ let y# = 1; let z = y#; z }"
    );
}

#[test]
fn statements_are_spliced_and_take_the_semicolon() {
    let rules = "($x:ident) => { let $x = 1; $x + 1 }";
    assert_eq!(expanded(rules, "m!(a); a"), "{ let a = 1; (a + 1); a }");
    assert_eq!(expanded(rules, "m! { a }"), "{ let a = 1; (a + 1) }");
    let calls = "($x:ident) => { m!(@in $x) }; (@in $x:ident) => { let $x = 1; }";
    assert_eq!(expanded(calls, "m!(a); a"), "{ let a = 1; a }");
}

#[test]
fn macros_make_items_types_patterns_and_members() {
    let read = read(
        "macro_rules! int { () => { u8 }; }
         macro_rules! zero { () => { 0 | 1 }; }
         macro_rules! getter { ($n:ident $t:ty) => { fn $n(&self) -> $t { self.$n } }; }
         macro_rules! make { ($($n:ident),*) => { $(struct $n { a: int!() } impl $n { getter!(a u8); })* }; }
         make!(A, B);
         trait T { getter! { x u8 } }
         fn f(x: int!()) { match x { zero!() => {} _ => {} } }",
    );
    assert_eq!(
        read.shown(),
        "struct A { a: u8# }\n\
         impl A { fn a(self#: &Self#) -> u8# { self#.a } }\n\
         struct B { a: u8# }\n\
         impl B { fn a(self#: &Self#) -> u8# { self#.a } }\n\
         trait T { fn x(self#: &Self#) -> u8 { self#.x } }\n\
         fn f(x: u8#) { match x { 0 | 1 => {}, _ => {} } }"
    );
}

#[test]
fn macros_may_define_macros() {
    let read = read(
        "macro_rules! define { ($n:ident, $v:expr) => { macro_rules! $n { ($x:expr) => { $x + $v }; } }; }
         define!(add_one, 1);
         fn f() { add_one!(2) }",
    );
    assert_eq!(read.shown(), "fn f() { (2 + 1) }");
}

#[test]
fn textual_scope() {
    let read = read(
        "mod before { fn f() { m!() } }
         macro_rules! m { () => { 1 }; }
         mod inner { fn f() { m!() } macro_rules! m { () => { 2 }; } fn g() { m!() } }
         fn f() { m!(); macro_rules! m { () => { 3 }; } m!(); { macro_rules! m { () => { 4 }; } m!(); } m!() }
         #[macro_use] mod kept { macro_rules! k { () => { 5 }; } }
         fn g() { m!() + k!() }
         macro_rules! m { () => { 6 }; }
         fn h() { m!() + crate::exported!() }
         mod last { #[macro_export] macro_rules! exported { () => { 7 }; } }",
    );
    assert_eq!(
        read.shown(),
        "mod before { fn f() { 6 } }\n\
         mod inner { fn f() { 1 } fn g() { 2 } }\n\
         fn f() { 1; 3; { 4; } 3 }\n\
         mod kept {  }\n\
         fn g() { (1 + 5) }\n\
         fn h() { (6 + 7) }\n\
         mod last {  }"
    );
    assert_eq!(read.parsed.macros.names().collect::<Vec<_>>(), ["exported"]);
}

#[test]
fn macros_of_dependencies() {
    let library = read(
        "#[macro_export] macro_rules! twice { ($x:expr) => { $crate::double($x) }; }
         #[macro_export] macro_rules! assert { ($x:expr) => { 1 }; }
         #[macro_export] macro_rules! via { ($x:expr) => { $crate::twice!($x) }; }",
    );
    let dependencies = vec![("tools".to_string(), library.parsed.macros.clone())];
    let read = read_crate(
        &[(
            "src/lib.rs",
            "use tools::twice; use tools::via as through;
             fn f() { twice!(1); tools::twice!(2); through!(3); assert!(x); tools::assert!(y) }",
        )],
        dependencies,
    );
    assert_eq!(
        read.shown(),
        "use tools::twice as twice\n\
         use tools::via as through\n\
         fn f() { $firmware::double#(1); $firmware::double#(2); $firmware::double#(3); Assert!(x; ); 1 }"
    );
}

#[test]
fn a_macro_in_a_function_sees_its_locals() {
    let read = read("fn f() { let x = 1; macro_rules! m { () => { x }; } m!() } macro_rules! n { () => { x }; } fn g() { n!() }");
    assert_eq!(read.shown(), "fn f() { let x = 1; x# }\nfn g() { x# }");
    let parent = HygieneParent {
        hygiene: 0,
        definition: 0,
    };
    assert_eq!(read.ast().hygiene_parents, [None, Some(parent), None]);
}

#[test]
fn expansion_errors_are_at_the_call() {
    for (text, expected) in [
        ("macro_rules! m { (a) => { 1 }; } fn f() { m!(b) }",
         "syntax::expansion @ \"m!(b)\": no rule of the macro `m!` matches this call"),
        ("macro_rules! m { () => { m!() }; } fn f() { m!() }",
         "syntax::expansion @ \"m!()\": `m!` expands to itself more than 128 levels deep"),
        ("macro_rules! m { ($($x:ident)*) => { $x }; } fn f() { m!(a) }",
         "syntax::expansion @ \"m!(a)\": cannot expand `m!`: variable `x` is still repeating at this depth"),
        ("macro_rules! m { () => { 1 + }; } fn f() { m!() }",
         "syntax::parse @ \"m!()\": in the expansion of `m!`: unexpected end of input, expected an expression"),
        ("macro_rules! m { ($x:thing) => { 1 }; }", "syntax::parse @ \"thing\": unknown fragment `thing`"),
        ("macro_rules! m { ($($x:expr)) => { 1 }; }",
         "syntax::parse @ \"($x:expr)\": expected `*`, `+` or `?` after this repetition"),
        ("fn f() { compile_error!(\"no target\") }",
         "syntax::compile-error @ \"compile_error!(\\\"no target\\\")\": no target"),
        ("include!(\"x.rs\");", "syntax::macro @ \"include!(\\\"x.rs\\\")\": `include!` is not supported"),
    ] {
        assert_eq!(read(text).problems(), [expected], "{text}");
    }
}

#[test]
fn a_macro_that_doubles_itself_ends() {
    let read = read("macro_rules! m { ($($x:tt)*) => { m!($($x)* $($x)*) }; } fn f() { m!(a) }");
    assert_eq!(read.diagnostics.len(), 1, "{:?}", read.problems());
}

#[test]
fn built_in_macros() {
    for (text, expected) in [
        ("assert!(a > 1, \"x {} {y}\", z)", "Assert!((a > 1); z, y)"),
        ("core::assert_eq!(a, b,)", "Assert!(a == b; )"),
        ("debug_assert_ne!(a, b, \"{c:?}\")", "Assert!(a != b; c)"),
        ("panic!(\"{}\", f())", "Panic!(f())"),
        ("unreachable!()", "Unreachable!()"),
        ("todo!()", "Todo!()"),
        ("unimplemented!(\"{x}\", x = 1)", "Unimplemented!(1)"),
        (
            "matches!(x, A | B if c)",
            "match x { A | B if c => true, _ => false }",
        ),
        ("info!(\"{} {=u8}\", a, b.f())", "Log!(a, b.f())"),
        ("log::log!(Level::Info, \"{a}\")", "Log!(a)"),
        ("error!(target: \"t\", \"{:>w$}\", v)", "Log!(v, w)"),
        ("println!()", "Log!()"),
        ("defmt::unwrap!(x)", "x.unwrap()"),
        ("write!(f, \"{}\", x)", "f.write_fmt(FormatArgs!(x))"),
        ("format_args!(\"{x}\")", "FormatArgs!(x)"),
        ("concat!(\"a\", 1, 'b', true)", "\"a1btrue\""),
        ("stringify!(a + b)", "\"a + b\""),
        ("line!()", "1u32"),
        ("column!()", "10u32"),
        ("module_path!()", "\"firmware\""),
        ("file!()", "\"src/lib.rs\""),
        ("cfg!(test)", "false"),
        ("dbg!(x)", "x"),
        (
            "falsify::check!(\"low\", x < 1)",
            "Check!(\"low\", (x < 1))",
        ),
        ("core::ptr::addr_of!(x)", "&raw const x"),
        (
            "env!(\"X\")",
            "unsupported(`env!` (its value depends on the environment of the build))",
        ),
        ("core::arch::asm!(\"nop\")", "unsupported(inline assembly)"),
        ("match x { stringify!(a) => 1 }", "match x { \"a\" => 1 }"),
        (
            "vec![1]",
            "unsupported(`vec!` (it allocates; use an array or a bounded container))",
        ),
        (
            "nb::block!(x)",
            "unsupported(the macro `nb::block!`, whose definition is not known,)",
        ),
    ] {
        assert_eq!(body(text), format!("{{ {expected} }}"), "{text}");
    }
}

#[test]
fn a_macro_of_the_user_wins_over_a_built_in() {
    let rules = "macro_rules! assert { ($x:expr) => { 1 }; }";
    assert_eq!(
        read(&format!(
            "{rules} fn f() {{ assert!(x); core::assert!(x) }}"
        ))
        .shown(),
        "fn f() { 1; Assert!(x; ) }"
    );
}

/// The impl that a derive adds to an item.
fn derived(derive: &str, item: &str) -> String {
    let read = read(&format!("#[derive({derive})] {item}"));
    assert_eq!(read.diagnostics, [], "{item}");
    let impls = &read.ast().items[1..];
    assert!(impls.iter().all(|it| it.attrs.derived));
    super::show::items(impls).replace('#', "")
}

#[test]
fn derives() {
    let point = "struct P<T> { x: T, y: u8 }";
    let shape = "enum E { A, B(u8), C { z: u8 } }";
    for (derive, item, expected) in [
        ("Copy", point, "impl<T: $core::marker::Copy> $core::marker::Copy for P<T> {  }"),
        ("Eq", "struct S;", "impl $core::cmp::Eq for S {  }"),
        ("core::clone::Clone", point,
         "impl<T: $core::clone::Clone> $core::clone::Clone for P<T> { fn clone(self: &Self) -> Self { match self { \
          Self { x: a0, y: a1 } => Self { x: $core::clone::Clone::clone(a0), y: $core::clone::Clone::clone(a1) } } } }"),
        ("PartialEq", "struct S(u8, u8);",
         "impl $core::cmp::PartialEq for S { fn eq(self: &Self, other: &Self) -> bool { match tuple(self, other) { \
          (Self { 0: a0, 1: a1 }, Self { 0: b0, 1: b1 }) => ((*a0 == *b0) && (*a1 == *b1)) } } }"),
        ("PartialEq", shape,
         "impl $core::cmp::PartialEq for E { fn eq(self: &Self, other: &Self) -> bool { match tuple(self, other) { \
          (Self::A {  }, Self::A {  }) => true, (Self::B { 0: a0 }, Self::B { 0: b0 }) => (*a0 == *b0), \
          (Self::C { z: a0 }, Self::C { z: b0 }) => (*a0 == *b0), _ => false } } }"),
        ("Default", point,
         "impl<T: $core::default::Default> $core::default::Default for P<T> { fn default() -> Self { \
          Self { x: $core::default::Default::default(), y: $core::default::Default::default() } } }"),
        ("Default", "enum E<T> { A(T), #[default] B }",
         "impl<T> $core::default::Default for E<T> { fn default() -> Self { Self::B } }"),
        ("Ord", "struct S(u8, u8);",
         "impl $core::cmp::Ord for S { fn cmp(self: &Self, other: &Self) -> $core::cmp::Ordering { \
          match tuple(self, other) { (Self { 0: a0, 1: a1 }, Self { 0: b0, 1: b1 }) => \
          match $core::cmp::Ord::cmp(a0, b0) { $core::cmp::Ordering::Equal => match $core::cmp::Ord::cmp(a1, b1) { \
          $core::cmp::Ordering::Equal => $core::cmp::Ordering::Equal, unequal => unequal }, unequal => unequal } } } }"),
        ("Clone", "enum Never {}",
         "impl $core::clone::Clone for Never { fn clone(self: &Self) -> Self { match *self {  } } }"),
        ("Debug", "struct S;",
         "impl $core::fmt::Debug for S { fn fmt(self: &Self, f: &mut $core::fmt::Formatter<>) -> $core::fmt::Result { \
          $core::result::Result::Ok(tuple()) } }"),
        ("Clone", "struct S<T: Iterator>(T::Item) where T: A;",
         "impl<T: Iterator + $core::clone::Clone> $core::clone::Clone for S<T> where T: A, T::Item: $core::clone::Clone \
          { fn clone(self: &Self) -> Self { match self { Self { 0: a0 } => Self { 0: $core::clone::Clone::clone(a0) } } } }"),
        ("Copy", "struct S<'a, const N: usize>(&'a [u8; N]);", "impl<const N: usize> $core::marker::Copy for S<N> {  }"),
        ("Copy", "struct S { #[cfg(test)] a: u8 }", "impl $core::marker::Copy for S {  }"),
    ] {
        assert_eq!(derived(derive, item), expected, "{derive} of {item}");
    }
}

#[test]
fn different_variants_are_ordered_by_discriminant() {
    let shown = derived("PartialOrd", "#[repr(i8)] enum E { A = 3, B, C = -1 }");
    let discriminant = "match self { Self::A { .. } => { item const DISCRIMINANT: $core::primitive::i8 = 3 (DISCRIMINANT + 0) }, \
        Self::B { .. } => { item const DISCRIMINANT: $core::primitive::i8 = 3 (DISCRIMINANT + 1) }, \
        Self::C { .. } => { item const DISCRIMINANT: $core::primitive::i8 = -1 (DISCRIMINANT + 0) } }";
    assert!(shown.contains(discriminant), "{shown}");
}

#[test]
fn unknown_derives_and_attributes_are_recorded() {
    let read =
        read("#[derive(Clone, serde::Serialize)] #[app(x)] #[inline] #[rustfmt::skip] struct S;");
    let attrs = &read.ast().items[0].attrs;
    let names = |list: &[(crate::source::Symbol, crate::source::Span)]| -> Vec<String> {
        list.iter().map(|(name, _)| name.to_string()).collect()
    };
    assert_eq!(names(&attrs.unknown_derives), ["Serialize"]);
    assert_eq!(names(&attrs.unknown), ["app"]);
}

#[test]
fn falsify_attributes() {
    let read = read(
        "use falsify::{aux as helper, control_loop};
         /// Text.
         ///   More.
         #[control_loop(init = S::new(1))] fn a(#[input(0..=N)] x: u8) {}
         #[falsify::monitor(of = S::step)] fn b() {}
         #[helper] fn c() {}
         #[cfg_attr(not(test), isr(max = 3, preempt))] fn d() {}
         #[environment] fn e() {}
         trait Board { #[input] fn get(&self) -> u8; #[output] fn put(&mut self); }
         use other::monitor;
         mod m { use other::monitor; #[monitor] fn f() {} }
         mod n { use crate::prelude::monitor; #[monitor] fn f() {} }",
    );
    assert_eq!(
        read.shown(),
        "use falsify::aux as helper, use falsify::control_loop as control_loop\n\
         #[control_loop = S::new(1)] fn a(#[input = (0..=N)] x: u8) {}\n\
         #[monitor(of = S::step)] fn b() {}\n\
         #[aux] fn c() {}\n\
         #[isr = 3 preempt=true] fn d() {}\n\
         #[environment] fn e() {}\n\
         trait Board { #[input] fn get(self: &Self) -> u8;, #[output] fn put(self: &mut Self); }\n\
         use other::monitor as monitor\n\
         mod m { use other::monitor as monitor fn f() {} }\n\
         mod n { use crate::prelude::monitor as monitor #[monitor] fn f() {} }"
    );
    assert_eq!(read.ast().items[1].attrs.doc, "Text.\n  More.");
}

#[test]
fn bad_attribute_arguments_are_reported_at_their_place() {
    for (text, place) in [
        ("#[control_loop(start = 1)] fn f() {}", "start"),
        ("#[control_loop = 1] fn f() {}", "control_loop = 1"),
        ("#[aux(x)] fn f() {}", "x"),
        ("fn f(#[input(\"x\")] x: u8) {}", "\"x\""),
        ("#[monitor(of)] fn f() {}", "of"),
    ] {
        let read = read(text);
        let found: Vec<&str> = read
            .diagnostics
            .iter()
            .map(|it| read.sources.text(it.labels[0].0))
            .collect();
        assert_eq!(found, [place], "{:?}", read.problems());
        assert_eq!(read.diagnostics[0].code, "syntax::attribute");
    }
}
