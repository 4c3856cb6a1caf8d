//! Small workspaces on disk.

use std::path::Path;
use std::time::Duration;

use tempfile::TempDir;

use super::*;
use crate::source::SourceMap;

/// Writes files into a directory of its own.
fn workspace(files: &[(&str, &str)]) -> TempDir {
    let directory = tempfile::tempdir().expect("a temporary directory");
    for (path, text) in files {
        let path = directory.path().join(path);
        let parent = path.parent().unwrap_or(Path::new(""));
        std::fs::create_dir_all(parent).expect("a directory");
        std::fs::write(path, text).expect("a file");
    }
    directory
}

const RUNTIME: [(&str, &str); 2] = [
    (
        "runtime/Cargo.toml",
        "[package]\nname = \"falsify-runtime\"\nversion = \"0.1.0\"\nedition = \"2021\"\n[lib]\nname = \"falsify\"\n",
    ),
    ("runtime/src/lib.rs", "#![no_std]\n"),
];

const FIRMWARE: [(&str, &str); 5] = [
    (
        "Cargo.toml",
        "[workspace]\nmembers = [\"firmware\", \"runtime\", \"helper\"]\nresolver = \"2\"\n\
         [workspace.metadata.falsify]\nbound = 50\nengine = \"bmc\"\n",
    ),
    (
        "firmware/Cargo.toml",
        "[package]\nname = \"my-firmware\"\nversion = \"1.2.3\"\nedition = \"2018\"\n\
         [features]\ndefault = [\"fast\"]\nfast = [\"tools/deep\"]\nslow = []\n\
         [dependencies]\nfalsify-runtime = { path = \"../runtime\" }\n\
         tools = { path = \"../helper\", package = \"helper-crate\" }\n\
         [package.metadata.falsify]\nbound = 20\ntimeout = \"2min\"\npanics = \"warn\"\n\
         [package.metadata.falsify.extern]\n\"hal::read\" = \"input\"\n",
    ),
    (
        "firmware/src/lib.rs",
        "#![no_std]\nmod part;\n#[cfg(feature = \"fast\")]\npub use tools::g as f;\n",
    ),
    ("firmware/src/part.rs", ""),
    (
        "firmware/src/main.rs",
        "fn main() { #[cfg(feature = \"fast\")] my_firmware::f(); }\n",
    ),
];

const HELPER: [(&str, &str); 3] = [
    (
        "helper/Cargo.toml",
        "[package]\nname = \"helper-crate\"\nversion = \"0.1.0\"\nedition = \"2021\"\nbuild = \"build.rs\"\n\
         [features]\ndeep = []\nunused = []\n[dev-dependencies]\nmy-firmware = { path = \"../firmware\" }\n",
    ),
    (
        "helper/src/lib.rs",
        "#![no_std]\n#[cfg(all(feature = \"deep\", from_build))]\npub fn g() -> u8 { 1 }\n",
    ),
    (
        "helper/build.rs",
        "fn main() { println!(\"cargo:rustc-cfg=from_build\"); println!(\"cargo:rustc-check-cfg=cfg(from_build)\"); }\n",
    ),
];

fn firmware() -> TempDir {
    let files: Vec<_> = FIRMWARE
        .iter()
        .chain(&RUNTIME)
        .chain(&HELPER)
        .copied()
        .collect();
    workspace(&files)
}

fn selection(directory: &TempDir, manifest: &str) -> Selection {
    Selection {
        manifest_path: Some(directory.path().join(manifest)),
        offline: true,
        ..Selection::default()
    }
}

fn open(selection: &Selection) -> (Option<Project>, Vec<Diagnostic>, SourceMap) {
    let mut sources = SourceMap::default();
    let mut diagnostics = Vec::new();
    let project = Project::open(selection, &mut sources, &mut diagnostics);
    (project, diagnostics, sources)
}

fn names(project: &Project) -> Vec<&str> {
    project.packages.iter().map(|it| it.name.as_str()).collect()
}

#[test]
fn packages_are_selected_as_cargo_does() {
    let directory = firmware();
    let root = selection(&directory, "Cargo.toml");
    let with = |packages: &[&str], workspace: bool, exclude: &[&str]| Selection {
        packages: packages.iter().map(|it| it.to_string()).collect(),
        workspace,
        exclude: exclude.iter().map(|it| it.to_string()).collect(),
        ..root.clone()
    };
    let all = ["falsify-runtime", "helper-crate", "my-firmware"];
    for (selection, expected) in [
        (root.clone(), &all[..]),
        (
            selection(&directory, "firmware/Cargo.toml"),
            &["my-firmware"],
        ),
        (with(&["helper-crate"], false, &[]), &["helper-crate"]),
        (with(&["my-firmware@1.2.3"], false, &[]), &["my-firmware"]),
        (
            with(&[], true, &["helper-crate"]),
            &["falsify-runtime", "my-firmware"],
        ),
    ] {
        let (project, diagnostics, _) = open(&selection);
        assert_eq!(diagnostics, []);
        assert_eq!(names(&project.expect("a project")), expected);
    }
    let (_, diagnostics, _) = open(&with(&["firmwar"], false, &[]));
    assert_eq!(diagnostics.len(), 1);
    assert_eq!(diagnostics[0].code, "project::package");
}

#[test]
fn units_settings_and_dependencies_are_known() {
    let directory = firmware();
    let (project, diagnostics, _) = open(&selection(&directory, "firmware/Cargo.toml"));
    assert_eq!(diagnostics, []);
    let project = project.expect("a project");
    let package = &project.packages[0];
    assert!(package.is_firmware);
    let settings = &package.settings;
    assert_eq!(settings.bound, Some(20));
    assert_eq!(settings.engine.as_deref(), Some("bmc"));
    assert_eq!(settings.timeout, Some(Duration::from_secs(120)));
    assert_eq!(settings.panics, Some(Level::Warn));
    assert_eq!(settings.externs.get("hal::read"), Some(&ExternKind::Input));
    let kinds: Vec<_> = package
        .units
        .iter()
        .map(|unit| (unit.kind, unit.name.as_str()))
        .collect();
    assert_eq!(
        kinds,
        [
            (UnitKind::Library, "my_firmware"),
            (UnitKind::Binary, "my-firmware")
        ]
    );
}

#[test]
fn checking_tells_features_and_cfgs_of_every_crate() {
    let directory = firmware();
    let (project, _, _) = open(&selection(&directory, "firmware/Cargo.toml"));
    let project = project.expect("a project");
    let package = &project.packages[0];
    let built = project.check(&[package], false).expect("it compiles");
    let crates = project.crates(package, &package.units[1], &built);
    let shape: Vec<(&str, Vec<(&str, usize)>)> = crates
        .iter()
        .map(|it| {
            let dependencies = it.dependencies.iter();
            let dependencies = dependencies.map(|(name, index)| (name.as_str(), *index));
            (it.name.as_str(), dependencies.collect())
        })
        .collect();
    assert_eq!(
        shape,
        [
            ("falsify", vec![]),
            ("helper_crate", vec![]),
            ("my_firmware", vec![("tools", 1)]),
            (
                "my_firmware",
                vec![("falsify", 0), ("tools", 1), ("my_firmware", 2)]
            ),
        ]
    );
    let helper = &crates[1].cfg;
    assert!(helper.holds("feature", Some("deep")));
    assert!(!helper.holds("feature", Some("unused")));
    assert!(helper.holds("from_build", None));
    let firmware = &crates[2];
    assert!(firmware.cfg.holds("feature", Some("fast")));
    assert!(!firmware.cfg.holds("feature", Some("slow")));
    assert!(!firmware.cfg.holds("from_build", None));
    assert!(firmware.cfg.holds("debug_assertions", None));
    assert!(!firmware.cfg.holds("test", None));
    assert!(firmware.cfg.holds("target_pointer_width", Some("32")));
    assert_eq!(firmware.edition, crate::syntax::ast::Edition::E2018);
}

#[test]
fn features_are_switched_by_the_selection() {
    let directory = firmware();
    let selection = Selection {
        features: vec!["slow".into()],
        no_default_features: true,
        ..selection(&directory, "firmware/Cargo.toml")
    };
    let (project, _, _) = open(&selection);
    let project = project.expect("a project");
    let package = &project.packages[0];
    let built = project.check(&[package], false).expect("it compiles");
    let crates = project.crates(package, &package.units[0], &built);
    let own = &crates.last().expect("the crate itself").cfg;
    assert!(own.holds("feature", Some("slow")));
    assert!(!own.holds("feature", Some("fast")));
}

#[test]
fn a_crate_that_does_not_compile_says_why_in_the_words_of_rustc() {
    let directory = firmware();
    let file = directory.path().join("firmware/src/part.rs");
    std::fs::write(file, "fn f() -> u8 { true }").expect("a file");
    let (project, _, _) = open(&selection(&directory, "firmware/Cargo.toml"));
    let project = project.expect("a project");
    let failed = project
        .check(&[&project.packages[0]], false)
        .expect_err("it must fail");
    assert!(
        failed.messages.contains("mismatched types"),
        "{}",
        failed.messages
    );
    assert!(
        failed.messages.contains("part.rs:1:16"),
        "{}",
        failed.messages
    );
}

#[test]
fn what_cargo_refuses_is_reported() {
    let directory = workspace(&[("Cargo.toml", "[package]\nname = 1\n")]);
    let (project, diagnostics, _) = open(&selection(&directory, "Cargo.toml"));
    assert!(project.is_none());
    assert_eq!(diagnostics[0].code, "project::metadata");
    let directory = firmware();
    let selection = Selection {
        features: vec!["absent".into()],
        ..selection(&directory, "firmware/Cargo.toml")
    };
    let (project, diagnostics, _) = open(&selection);
    assert!(project.is_none());
    assert!(diagnostics[0].message.contains("absent"), "{diagnostics:?}");
}

#[test]
fn the_configured_target_decides_cfg_and_width() {
    for (target, width) in [
        ("thumbv7em-none-eabihf", 32),
        ("riscv64gc-unknown-none-elf", 64),
    ] {
        let directory = firmware();
        let config = format!("[build]\ntarget = \"{target}\"\n");
        std::fs::create_dir(directory.path().join(".cargo")).expect("a directory");
        std::fs::write(directory.path().join(".cargo/config.toml"), config).expect("a file");
        let (project, diagnostics, _) = open(&selection(&directory, "firmware/Cargo.toml"));
        assert_eq!(diagnostics, []);
        let project = project.expect("a project");
        assert_eq!(project.target.as_deref(), Some(target));
        assert_eq!(project.pointer_width(&project.packages[0]), width);
        let package = &project.packages[0];
        let crates = project.crates(package, &package.units[0], &Built::default());
        assert!(crates[0].cfg.holds("target_os", Some("none")));
    }
}

/// The `cfg`s that rustc is given by a configuration, for a target.
fn cfg_with(config: &str, target: Option<&str>) -> crate::syntax::CfgSet {
    let directory = firmware();
    for (place, text) in [
        (".cargo", config),
        ("firmware/.cargo", "[build]\nrustflags = \"--cfg near\"\n"),
    ] {
        std::fs::create_dir(directory.path().join(place)).expect("a directory");
        std::fs::write(directory.path().join(place).join("config.toml"), text).expect("a file");
    }
    let selection = Selection {
        target: target.map(str::to_string),
        ..selection(&directory, "firmware/Cargo.toml")
    };
    let (project, diagnostics, _) = open(&selection);
    assert_eq!(diagnostics, []);
    let project = project.expect("a project");
    let package = &project.packages[0];
    let crates = project.crates(package, &package.units[0], &Built::default());
    crates[0].cfg.clone()
}

#[test]
fn flags_of_the_configuration_set_cfgs() {
    let config = "[build]\nrustflags = [\"--cfg\", \"far\", \"-Cpanic=abort\", \"--cfg=board=\\\"b\\\"\"]\n\
                  [target.thumbv6m-none-eabi]\nrustflags = [\"--cfg\", \"small\", \"-C\", \"link-arg=-Tlink.x\"]\n\
                  [target.'cfg(all(target_arch = \"arm\", not(unix)))']\nrustflags = \"--cfg=arm_only\"\n";
    let here = cfg_with(config, None);
    for (name, value, holds) in [
        ("far", None, true),
        ("near", None, true),
        ("board", Some("b"), true),
        ("panic", Some("abort"), true),
        ("small", None, false),
        ("arm_only", None, false),
    ] {
        assert_eq!(here.holds(name, value), holds, "{name}");
    }
    let there = cfg_with(config, Some("thumbv6m-none-eabi"));
    for (name, holds) in [
        ("small", true),
        ("arm_only", true),
        ("far", false),
        ("near", false),
    ] {
        assert_eq!(there.holds(name, None), holds, "{name}");
    }
}

#[test]
fn an_unknown_target_is_reported() {
    let directory = firmware();
    let selection = Selection {
        target: Some("no-such-target".into()),
        ..selection(&directory, "firmware/Cargo.toml")
    };
    let (project, diagnostics, _) = open(&selection);
    assert!(project.is_some());
    assert_eq!(diagnostics[0].code, "project::target");
}

#[test]
fn settings_that_are_not_understood_are_reported_at_their_place() {
    for (line, place, message, help) in [
        (
            "boud = 1",
            "boud",
            "unknown setting `boud`",
            Some("did you mean `bound`?"),
        ),
        (
            "pointer_width = 32",
            "pointer_width",
            "unknown setting `pointer_width`",
            Some("did you mean `pointer-width`?"),
        ),
        ("bound = 0", "0", "expected a number of at least 1", None),
        (
            "bound = \"x\"",
            "\"x\"",
            "expected a number of at least 1",
            None,
        ),
        ("pointer-width = 8", "8", "expected 16, 32 or 64", None),
        (
            "panics = \"never\"",
            "\"never\"",
            "expected \"deny\" or \"warn\" or \"allow\"",
            None,
        ),
        (
            "timeout = \"soon\"",
            "\"soon\"",
            "expected a time in seconds, such as 120 or \"120s\"",
            None,
        ),
        (
            "extern = { \"a::b\" = \"both\" }",
            "\"both\"",
            "expected \"input\" or \"output\"",
            None,
        ),
        ("engine = 3", "3", "expected a string", None),
    ] {
        let manifest = format!(
            "[package]\nname = \"x\"\nversion = \"0.1.0\"\n[package.metadata.falsify]\n{line}\n"
        );
        let directory = workspace(&[("Cargo.toml", &manifest), ("src/lib.rs", "")]);
        let (_, diagnostics, sources) = open(&selection(&directory, "Cargo.toml"));
        assert_eq!(diagnostics.len(), 1, "{line}: {diagnostics:?}");
        let found = &diagnostics[0];
        assert_eq!(sources.text(found.labels[0].0), place, "{line}");
        assert_eq!(found.message, message, "{line}");
        assert_eq!(found.help.as_deref(), help, "{line}");
    }
}
