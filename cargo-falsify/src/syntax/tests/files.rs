//! Files: modules, what cannot be read, what cannot be parsed; and where things are said to be.

use std::path::Path;

use super::{device_cfg, read, read_crate, show};
use crate::source::SourceMap;
use crate::syntax::ast::{AssocKind, Block, Edition, Expr, ExprKind, Item, ItemKind, Stmt};
use crate::syntax::{parse_crate, CrateSource, Disk, Memory};

#[test]
fn modules_are_read_from_their_files() {
    let read = read_crate(
        &[
            ("src/lib.rs", "mod a; mod b { mod c; } #[path = \"odd.rs\"] mod d; #[cfg(test)] mod gone;
              #[cfg_attr(feature = \"fast\", path = \"fast.rs\")] #[cfg_attr(not(feature = \"fast\"), path = \"slow.rs\")] mod speed;"),
            ("src/a.rs", "mod deep; fn in_a() {}"),
            ("src/a/deep.rs", "fn in_deep() {}"),
            ("src/b/c.rs", "fn in_c() {}"),
            ("src/odd.rs", "mod e; fn in_d() {}"),
            ("src/e.rs", "fn in_e() {}"),
            ("src/fast.rs", "fn is_fast() {}"),
        ],
        Vec::new(),
    );
    assert_eq!(
        read.shown(),
        "mod a { mod deep { fn in_deep() {} } fn in_a() {} }\n\
         mod b { mod c { fn in_c() {} } }\n\
         mod d { mod e { fn in_e() {} } fn in_d() {} }\n\
         mod speed { fn is_fast() {} }"
    );
}

#[test]
fn a_module_of_a_macro_is_read_too() {
    let read = read_crate(
        &[
            (
                "src/lib.rs",
                "macro_rules! modules { ($($m:ident)*) => { $(mod $m;)* }; } modules! { a b }",
            ),
            ("src/a.rs", "fn f() {}"),
            ("src/b.rs", ""),
        ],
        Vec::new(),
    );
    assert_eq!(read.shown(), "mod a { fn f() {} }\nmod b {  }");
}

#[test]
fn all_errors_of_all_files_are_reported() {
    let read = read_crate(
        &[
            ("src/lib.rs", "mod absent; mod a; mod both; mod loops; mod broken; mod unclosed; #[path = \"lost.rs\"] mod moved;"),
            ("src/a.rs", "fn f( {}"),
            ("src/both.rs", ""),
            ("src/both/mod.rs", ""),
            ("src/loops.rs", "#[path = \"loops.rs\"] mod again;"),
            ("src/broken.rs", "fn f() { let = 1; }"),
            ("src/unclosed.rs", "fn f() { \"text }"),
        ],
        Vec::new(),
    );
    let shown = read.diagnostics.iter().map(|it| {
        let span = it.labels[0].0;
        let file = read.sources.path(span.file).display();
        let message = it.message.split(':').next().unwrap_or_default();
        format!("{file}:{} {} {message}", span.lo, it.code)
    });
    let mut problems: Vec<String> = shown.collect();
    problems.sort();
    assert_eq!(
        problems,
        [
            "src/a.rs:4 syntax::parse this delimiter is never closed",
            "src/broken.rs:13 syntax::parse expected one of",
            "src/lib.rs:0 syntax::module-file there is no file for module `absent`",
            "src/lib.rs:19 syntax::module-file module `both` has two files",
            "src/lib.rs:86 syntax::module-file there is no file for module `moved`",
            "src/loops.rs:21 syntax::module-cycle modules contain each other",
            "src/unclosed.rs:9 syntax::parse this literal never ends or is malformed",
        ]
    );
}

#[test]
fn the_help_names_the_candidates() {
    let read = read("mod absent;");
    let help = read.diagnostics[0].help.as_deref();
    assert_eq!(help, Some("create src/absent.rs or src/absent/mod.rs"));
}

#[test]
fn unreadable_roots_are_reported() {
    let cases: [(&[u8], bool); 2] = [(b"fn f() { \xff }", true), (b"", false)];
    for (bytes, exists) in cases {
        let loader: Memory = exists
            .then_some(("src/lib.rs", bytes))
            .into_iter()
            .collect();
        let input = CrateSource {
            name: "x".into(),
            edition: Edition::E2021,
            root: "src/lib.rs".into(),
            loader: &loader,
            cfg: device_cfg(),
            dependencies: Vec::new(),
        };
        let (mut sources, mut diagnostics) = (SourceMap::default(), Vec::new());
        parse_crate(&input, &mut sources, &mut diagnostics);
        assert_eq!(diagnostics.len(), 1, "{diagnostics:?}");
        assert_eq!(diagnostics[0].code, "syntax::read");
        // The place can be shown.
        sources.location(diagnostics[0].labels[0].0);
    }
}

#[test]
fn deep_nesting_is_an_error_and_not_a_crash() {
    let texts = [
        format!(
            "fn f() {{ {}{} }}",
            "(".repeat(100_000),
            ")".repeat(100_000)
        ),
        format!("fn f() {{ {}1 }}", "-".repeat(100_000)),
        format!("fn f() {{ {}1 }}", "!".repeat(100_000)),
        format!("fn f() -> {}u8 {{ }}", "&".repeat(100_000)),
        format!(
            "fn f(x: {}u8{}) {{ }}",
            "A<".repeat(100_000),
            ">".repeat(100_000)
        ),
        format!("fn f() {{ {} }}", "{".repeat(50_000) + &"}".repeat(50_000)),
        format!("fn f() {{ {}0 }}", "1 + ".repeat(100_000)),
        format!("fn f() {{ x{} }}", ".f()".repeat(100_000)),
        format!(
            "macro_rules! m {{ ($x:expr) => {{ $x }}; }} fn f() {{ m!({}1) }}",
            "-".repeat(100_000)
        ),
    ];
    for text in texts {
        let read = read(&text);
        assert_eq!(read.diagnostics.len(), 1, "{:?}", read.problems().first());
        assert_eq!(read.diagnostics[0].code, "syntax::nesting");
    }
}

#[test]
fn offsets_are_those_of_the_original_text() {
    for text in [
        "\u{feff}fn f() { größe + 1 }",
        "#!/usr/bin/env x\nfn f() { größe + 1 }",
        "// é\r\nfn f()\r\n{\r\n größe + 1\r\n}\r\n",
        "/* 🦀 */ fn f() { /* ü */ größe + 1 }",
    ] {
        let read = read(text);
        assert_eq!(read.diagnostics, []);
        let value = tail(&read.ast().items[0]);
        assert_eq!(read.sources.text(value.span), "größe + 1");
    }
}

fn tail(item: &Item) -> &Expr {
    let ItemKind::Fn(function) = &item.kind else {
        panic!("a function was expected, not {item:?}");
    };
    let block = function.body.as_ref().expect("a body");
    value_of(block)
}

fn value_of(block: &Block) -> &Expr {
    match (&block.expr, block.stmts.last()) {
        (Some(expr), _) => expr,
        (None, Some(Stmt::Expr { expr, .. })) => expr,
        _ => panic!("a block with a value was expected"),
    }
}

/// The text of the value of `fn f() { … }` as its span gives it.
fn spanned(items: &str, body: &str) -> String {
    let read = read(&format!("{items} fn f() {{ {body} }}"));
    assert_eq!(read.diagnostics, [], "{body}");
    let last = read.ast().items.last().expect("a function");
    read.sources.text(tail(last).span).to_string()
}

#[test]
fn spans_are_those_of_rustc() {
    for text in [
        "a + b",
        "(a + b) * (c)",
        "-(a)",
        "(a)[b + 1]",
        "(x).f(1)",
        "f(a)(b)",
        "(a) as u8",
        "(a)..=(b)",
        "&mut (a)",
        "(a)?",
        "x.y.0",
        "'l: loop { }",
        "if a { } else { }",
        "move |x| x + (1)",
        "return (a)",
        "break 'l (1)",
        "match x { _ => 1 }",
        "S { a: 1 }",
        "<A as B>::c::<D>(1)",
        "::a::b",
        "unsafe { 1 }",
        "panic!(\"x {}\", y)",
        "assert!(a)",
        "(a, b)",
        "[1; 2]",
        "a = (b)",
        "a += (b)",
    ] {
        assert_eq!(spanned("", text), text);
    }
    // As for rustc, parentheses around the whole are part of it.
    assert_eq!(spanned("", "((a + b))"), "((a + b))");
}

#[test]
fn spans_of_expansions_are_the_outermost_call_or_the_arguments() {
    let macros = "macro_rules! add { ($a:expr, $b:expr) => { $a + $b }; }
                  macro_rules! one { ($a:expr) => { $a + 1 }; }
                  macro_rules! first { ($a:expr) => { 1 + $a }; }
                  macro_rules! outer { ($a:expr) => { one!($a) }; }
                  macro_rules! through { ($a:expr) => { $a }; }
                  macro_rules! index { ($a:ident, $i:expr) => { $a[$i] }; }";
    for (call, expected) in [
        ("add!(x * 2, y)", "add!(x * 2, y)"),
        ("one!(x)", "one!(x)"),
        ("first!(x)", "first!(x)"),
        ("outer!(x)", "outer!(x)"),
        ("through!(x / y)", "x / y"),
        ("through!(one!(x))", "one!(x)"),
        ("index!(a, i)", "index!(a, i)"),
    ] {
        assert_eq!(spanned(macros, call), expected, "{call}");
    }
}

#[test]
fn the_method_of_a_call_has_its_own_span() {
    let read = read("fn f() { x\n  .unwrap() }");
    let ExprKind::MethodCall { method, .. } = &tail(&read.ast().items[0]).kind else {
        panic!("a method call was expected");
    };
    assert_eq!(read.sources.location(method.ident.span), (2, 4));
}

/// Sources of the project itself and of the library model are read without a complaint, and nothing in the bodies of
/// the model is unsupported.
#[test]
fn real_crates_are_read() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let roots = [
        here.join("library/core/lib.rs"),
        here.join("library/critical_section/lib.rs"),
        here.join("../falsify-runtime/src/lib.rs"),
        here.join("src/lib.rs"),
    ];
    for root in roots.iter().filter(|root| root.exists()) {
        let input = CrateSource {
            name: "x".into(),
            edition: Edition::E2021,
            root: root.clone(),
            loader: &Disk,
            cfg: device_cfg(),
            dependencies: Vec::new(),
        };
        let (mut sources, mut diagnostics) = (SourceMap::default(), Vec::new());
        let parsed = parse_crate(&input, &mut sources, &mut diagnostics);
        assert_eq!(diagnostics, [], "{}", root.display());
        assert!(!parsed.ast.items.is_empty());
        if root.components().any(|it| it.as_os_str() == "library") {
            let shown = show::items(&parsed.ast.items);
            let unsupported = shown.find("unsupported(").map(|at| &shown[at..]);
            assert_eq!(
                unsupported.map(|it| it.chars().take(80).collect::<String>()),
                None
            );
        }
    }
}

#[test]
fn trait_methods_keep_their_documentation() {
    let read = read("trait T { /// Reads.\n #[input] fn get(&self) -> u8; }");
    let ItemKind::Trait(it) = &read.ast().items[0].kind else {
        panic!("a trait was expected");
    };
    assert_eq!(it.items[0].attrs.doc, "Reads.");
    assert!(matches!(&it.items[0].kind, AssocKind::Fn(f) if f.body.is_none()));
}
