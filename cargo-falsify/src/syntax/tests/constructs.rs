//! Each construct of the language, one line a case.

use super::{body, read};

#[test]
fn expressions() {
    for (text, expected) in [
        ("1 + 2 * 3", "{ (1 + (2 * 3)) }"),
        ("(1 + 2) * 3", "{ ((1 + 2) * 3) }"),
        ("a && b || !c", "{ ((a && b) || !c) }"),
        ("x += -1;", "{ x += -1; }"),
        ("*p = &mut q;", "{ *p = &mut q; }"),
        ("a.b.0.1[i]?", "{ a.b.0.1[i]? }"),
        ("x.f::<u8>(1, y)", "{ x.f::<u8>(1, y) }"),
        ("f(a)(b)", "{ f(a)(b) }"),
        ("a..b; ..=c; d..; ..", "{ (a..b); (..=c); (d..); (..) }"),
        ("(); (1,); (1, 2)", "{ tuple(); tuple(1); tuple(1, 2) }"),
        ("[1, 2]; [0u8; N]", "{ [1, 2]; [0u8; N] }"),
        ("S { a: 1, b, ..base }", "{ S { a: 1, b: b, ..base } }"),
        ("unsafe { x }", "{ unsafe { x } }"),
        ("const { 1 }", "{ const { 1 } }"),
        ("'a: { break 'a 1 }", "{ 'a: { break 'a 1 } }"),
        (
            "if let Some(x) = y && x > 1 { 1 } else if z { 2 } else { 3 }",
            "{ if (let Some(x) = y && (x > 1)) { 1 } else if z { 2 } else { 3 } }",
        ),
        (
            "match x { 0 | 1 if c => {} _ => (), }",
            "{ match x { 0 | 1 if c => {}, _ => tuple() } }",
        ),
        (
            "'l: while a { continue 'l; }",
            "{ 'l: while a { continue 'l; } }",
        ),
        ("loop { break; }", "{ loop { break; } }"),
        (
            "for (i, x) in xs.iter() {}",
            "{ for (i, x) in xs.iter() {} }",
        ),
        ("return; return 1", "{ return; return 1 }"),
        (
            "move |x: u8, y| -> u8 { x }",
            "{ move |x: u8, y| -> u8 { x } }",
        ),
        ("x as u8 as i32", "{ ((x as u8) as i32) }"),
        ("&raw const x", "{ &raw const x }"),
        (
            "<T as A<u8>>::f::<B>(); <[u8]>::len",
            "{ <T as A<u8>>::f<B>(); <[u8]>::len }",
        ),
        ("x.await", "{ unsupported(`.await`) }"),
        ("async { 1 }", "{ unsupported(an `async` block) }"),
        (
            "let Some(x): T = y else { return };",
            "{ let Some(x): T = y else { return }; }",
        ),
        ("struct A; A", "{ item struct A A }"),
        (";;", "{}"),
    ] {
        assert_eq!(body(text), expected, "{text}");
    }
}

#[test]
fn destructuring_assignments() {
    for (text, expected) in [
        ("_ = f();", "{ { let _ = f(); }; }"),
        (
            "(a, b) = (b, a);",
            "{ { let (lhs0#, lhs1#) = tuple(b, a); a = lhs0#; b = lhs1#; }; }",
        ),
        (
            "[x.y, .., _] = z;",
            "{ { let [lhs0#, .., _] = z; x.y = lhs0#; }; }",
        ),
        (
            "S { a: t.0, .. } = z;",
            "{ { let S { a: lhs0#, .. } = z; t.0 = lhs0#; }; }",
        ),
        ("Some(v) = z;", "{ { let Some(lhs0#) = z; v = lhs0#; }; }"),
    ] {
        assert_eq!(body(text), expected, "{text}");
    }
}

#[test]
fn literals() {
    for (text, expected) in [
        ("0xffu8", "255u8"),
        ("1_000", "1000"),
        ("0b1010_0000i16", "160i16"),
        (
            "340282366920938463463374607431768211455",
            "340282366920938463463374607431768211455",
        ),
        ("1.5", "float 1.5"),
        ("1e3f32", "float 1e3f32"),
        ("2f64", "float 2f64"),
        ("1.", "float 1."),
        ("true", "true"),
        ("'\\n'", "'\\n'"),
        ("b'a'", "b'a'"),
        ("\"a\\u{e9}\"", "\"aé\""),
        ("r#\"a\"b\"#", "\"a\\\"b\""),
        ("b\"ab\"", "b\"ab\""),
        ("c\"ab\"", "unsupported(a C string literal)"),
    ] {
        assert_eq!(body(text), format!("{{ {expected} }}"), "{text}");
    }
    let read = read("const X: u128 = 340282366920938463463374607431768211456;");
    assert_eq!(
        read.problems(),
        ["syntax::literal @ \"340282366920938463463374607431768211456\": this integer does not fit into 128 bits"]
    );
}

#[test]
fn patterns() {
    for pattern in [
        "_",
        "x",
        "mut x",
        "ref mut x",
        "-1",
        "'a'..='z'",
        "..=-5",
        "-5..-1",
        "A::B",
        "(a, ..)",
        "Some(Ok(x))",
        "P { x: 1, y: y, .. }",
        "&x",
        "&mut x",
        "[a, .., b]",
        "x @ 1..=2",
        "A | B",
        "<T as A>::C",
        "1..",
    ] {
        let shown = body(&format!("match x {{ {pattern} => 0 }}"));
        let shown = shown
            .trim_start_matches("{ match x { ")
            .trim_end_matches(" => 0 } }");
        assert_eq!(shown, pattern);
    }
}

#[test]
fn types() {
    for (text, expected) in [
        ("&'a mut [T]", "&mut [T]"),
        ("*const u8", "*const u8"),
        ("[u8; N + 1]", "[u8; (N + 1)]"),
        ("(A, B)", "(A, B)"),
        ("(A)", "A"),
        ("!", "!"),
        ("impl Fn(u8) -> A + 'a", "impl Fn(u8) -> A"),
        ("&dyn A", "&dyn A"),
        ("fn(u8) -> !", "fn(u8) -> !"),
        ("A<'a, B, 3, { N }, I = u8>", "A<B, {3}, {{ N }}, I = u8>"),
        ("<T as A>::B", "<T as A>::B"),
        ("A<I: B>", "A<I: B>"),
    ] {
        assert_eq!(
            read(&format!("type X = {text};")).shown(),
            format!("type X = {expected}")
        );
    }
}

#[test]
fn items() {
    for (text, expected) in [
        (
            "pub const fn f<T: A + ?Sized, const N: usize>(mut x: T) -> u8 where T: B { 1 }",
            "pub const fn f<T?: A, const N: usize>(mut x: T) -> u8 where T: B { 1 }",
        ),
        (
            "pub(crate) struct S<T = u8> { pub a: T, b: u8 }",
            "pub(crate) struct S<T = u8> { pub a: T, b: u8 }",
        ),
        ("struct S(pub(super) u8);", "struct S(pub(in super) 0: u8)"),
        ("struct S;", "struct S"),
        (
            "enum E { A, B(u8) , C { x: u8 }, D = 3 }",
            "enum E { A, B(0: u8), C { x: u8 }, D = 3 }",
        ),
        (
            "trait T: A { type I: B; const C: u8 = 1; fn f(&self); fn g(self: &Self) {} }",
            "trait T: A { type I: B, const C: u8 = 1, fn f(self: &Self);, fn g(self: &Self) {} }",
        ),
        (
            "impl<T> A<T> for S<T> where T: B { type I = u8; pub fn f(&mut self) {} }",
            "impl<T> A<T> for S<T> where T: B { type I = u8, pub fn f(self: &mut Self) {} }",
        ),
        ("impl !Send for S {}", "impl !Send for S {  }"),
        ("static mut X: u8 = 1;", "static mut X: u8 = 1"),
        (
            "use a::{self, b as c, d::*, e as _}; use ::g; use self::h;",
            "use a as a, use a::b as c, use a::d::*, use a::e as _\nuse ::g as g\nuse self::h as h",
        ),
        (
            "extern crate a as b; extern crate c;",
            "extern crate a as b\nextern crate c as c",
        ),
        (
            "extern \"C\" { fn f(x: u8) -> u8; static S: u8; }",
            "unsafe fn f(x: u8) -> u8;\nstatic S: u8",
        ),
        ("union U { a: u8 }", "unsupported(the union `U`)"),
        ("async fn f() {}", "async fn f() {}"),
        (
            "mod m { fn f() {} mod n {} }",
            "mod m { fn f() {} mod n {  } }",
        ),
        ("const _: () = ();", "const _: () = tuple()"),
        ("fn r#loop() {}", "fn loop() {}"),
        (
            "unknown! { x }",
            "unsupported(the macro `unknown!`, whose definition is not known,)",
        ),
    ] {
        assert_eq!(read(text).shown(), expected, "{text}");
    }
}

#[test]
fn cfg_applies_everywhere() {
    let read = read(
        "#[cfg(test)] fn gone() {}
         #[test] fn gone_too() {}
         #[cfg(feature = \"fast\")] fn kept() {
             #[cfg(test)] let x = 1;
             #[cfg(not(test))] let y = 2;
             #[cfg(test)] { z(); }
             #[cfg(test)] self.a.b = 1 + 2;
             #[cfg(test)] a.b();
             #[cfg(test)] m!();
             f(#[cfg(test)] 1, #[cfg(not(test))] 2);
             match x { #[cfg(test)] 0 => 0, _ => S { #[cfg(test)] a: 1, b: 2 } };
             if cfg!(all(feature = \"fast\", not(test))) {}
         }
         struct S { #[cfg(test)] a: u8, b: u8 }
         enum E { #[cfg(test)] A, #[cfg_attr(test, cfg(foo))] B }
         fn g(#[cfg(test)] a: u8, b: u8) {}
         impl S { #[cfg(test)] fn a() {} fn b() {} }",
    );
    assert_eq!(
        read.shown(),
        "fn kept() { let y = 2; f(2); match x { _ => S { b: 2 } }; if true {} }\n\
         struct S { b: u8 }\n\
         enum E { B }\n\
         fn g(b: u8) {}\n\
         impl S { fn b() {} }"
    );
}
