//! The text that is added to the crate: a child module for each module of the blueprint, marks in superloops, and bodies
//! of inputs and outputs that no attribute has replaced.

mod interrupt;

use std::fmt::Write;

use super::edit::{after_let, around_continue, before_declaration, braces, const_word, Edits};
use crate::ir::blueprint::{
    Blueprint, Border, CallText, ElementsText, EventText, FieldsText, FillText, HandleText,
    LoopText, Made, Passed, Reached, StartText, SuperloopText, ValueText, Watched,
};
use crate::ir::{Harness, LoopForm, MonitorParam, TickParam};
use crate::source::SourceMap;

/// Traits and implementations that every crate with added text gets.
pub(super) const PRELUDE: &str = include_str!("added/prelude.rs");

/// What stands for the runtime in a crate that does not depend on it.
const FOREIGN: &str = include_str!("added/foreign.rs");

const RUNTIME: &str = "crate::__falsify_replay::runtime";
const DECODE: &str = "crate::__falsify_replay::Decode";
const WORDS: &str = "words: &mut dyn core::ops::FnMut() -> u128";

/// By which numbers the functions of a loop are known.
#[derive(Clone, Debug, Default)]
pub(super) struct LoopNumbers {
    pub start: Option<u32>,
    pub body: u32,
    pub plant: Option<CallNumbers>,
    pub monitors: Vec<CallNumbers>,
    pub handlers: Vec<u32>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct CallNumbers {
    pub function: u32,
    /// What makes the memory, for each parameter that is one.
    pub memories: Vec<Option<u32>>,
}

/// What is added, and how it is called.
pub(super) struct Added {
    pub edits: Edits,
    /// Functions that make the rest known.
    pub symbols: Vec<String>,
    /// In the order of the harnesses.
    pub loops: Vec<Reached<LoopNumbers>>,
}

/// Writes everything that a blueprint asks for.
pub(super) fn write(blueprint: &Blueprint, harnesses: &[Harness], sources: &SourceMap) -> Added {
    let mut writer = Writer {
        blueprint,
        items: vec![String::new(); blueprint.modules.len()],
        known: vec![String::new(); blueprint.modules.len()],
        functions: 0,
        edits: Edits::default(),
    };
    blueprint.handles.iter().for_each(|it| writer.handle(it));
    for (number, value) in blueprint.values.iter().enumerate() {
        writer.value(number, value);
    }
    for (index, reading) in blueprint.readings.iter().enumerate() {
        if let Ok((module, ty)) = &reading.text {
            let number = reading.ty.0;
            let line = format!("r.reads({index}, {number}, <{ty} as {DECODE}>::decode);");
            writer.known[*module].push_str(&line);
        }
    }
    let loops = blueprint.loops.iter().zip(harnesses);
    let loops = loops.map(|(text, harness)| writer.one_loop(text.as_ref(), harness, sources));
    let loops: Vec<_> = loops.collect();
    let borders = writer.borders(sources).and(writer.foreign(sources));
    let borders = borders.and(writer.not_const(sources));
    interrupt::write(&blueprint.interruptions, sources, &mut writer.edits);
    let symbols = writer.modules(sources);
    Added {
        edits: writer.edits,
        symbols,
        loops: match borders {
            Ok(()) => loops,
            Err(obstacle) => vec![Err(obstacle); harnesses.len()],
        },
    }
}

struct Writer<'b> {
    blueprint: &'b Blueprint,
    /// Of each module, the items of its child.
    items: Vec<String>,
    /// Of each module, the statements that make its functions and readers known.
    known: Vec<String>,
    functions: u32,
    edits: Edits,
}

impl Writer<'_> {
    /// The child modules, on one line each where the module does not end with its file.
    fn modules(&mut self, sources: &SourceMap) -> Vec<String> {
        let mut symbols = Vec::new();
        for (position, module) in self.blueprint.modules.iter().enumerate() {
            let krate = &self.blueprint.crates[module.krate];
            let mut items = std::mem::take(&mut self.items[position]);
            let known = std::mem::take(&mut self.known[position]);
            if !known.is_empty() {
                let symbol = format!("__falsify_replay_{}_{position}", krate.name);
                let _ = write!(
                    items,
                    "#[unsafe(no_mangle)] pub fn {symbol}(r: &mut falsify::replay::Registry) {{ {known} }}"
                );
                symbols.push(symbol);
            }
            let prelude = match krate.module == position {
                true => PRELUDE,
                false => "",
            };
            let runtime = match krate.module == position {
                true if krate.knows_runtime => "pub use falsify::replay as runtime;".into(),
                true => format!("pub mod runtime {{{FOREIGN}}}"),
                false => String::new(),
            };
            let child =
                format!("#[doc(hidden)] pub mod __falsify_replay {{{prelude}{runtime}{items}}}");
            // The last line of a file may be a comment.
            let at_end = sources.file(module.end.file).text.len() == module.end.lo as usize;
            let start = if at_end { "\n" } else { " " };
            self.edits
                .insert(module.end.file, module.end.lo, &format!("{start}{child} "));
        }
        symbols
    }

    fn item(&mut self, module: usize, text: std::fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = self.items[module].write_fmt(text);
    }

    fn function(&mut self, module: usize, body: &str) -> u32 {
        let number = self.functions;
        self.functions += 1;
        let line = format!("r.function({number}, |f| unsafe {{ {body} }});");
        self.known[module].push_str(&line);
        number
    }

    // --- loops

    fn one_loop(
        &mut self,
        text: Result<&LoopText, &crate::ir::blueprint::Obstacle>,
        harness: &Harness,
        sources: &SourceMap,
    ) -> Reached<LoopNumbers> {
        let text = text.map_err(Clone::clone)?;
        if let Some(superloop) = &text.superloop {
            self.marks(superloop, sources)?;
        }
        let body = match harness.form {
            LoopForm::Step { .. } => format!("f.ret({})", call(&text.body, None)),
            LoopForm::Superloop { .. } => format!("let _ = f; {};", call(&text.body, None)),
        };
        let monitors = text.monitors.iter().zip(&harness.monitors);
        Ok(LoopNumbers {
            start: text
                .start
                .as_ref()
                .map(|start| self.start(start, text, harness)),
            body: self.function(text.body.module, &body),
            plant: match (&text.plant, &harness.environment) {
                (Some(plant), Some(of)) => Some(CallNumbers {
                    function: self.plant(plant, text.inputs.len()),
                    memories: self.memories(plant, &of.params),
                }),
                _ => None,
            },
            monitors: monitors
                .map(|(text, of)| self.monitor(text, &of.params))
                .collect(),
            handlers: text.handlers.iter().map(|it| self.handler(it)).collect(),
        })
    }

    fn handler(&mut self, text: &CallText) -> u32 {
        let body = format!("let _ = f; {};", call(text, None));
        self.function(text.module, &body)
    }

    fn start(&mut self, start: &StartText, text: &LoopText, harness: &Harness) -> u32 {
        match start {
            StartText::Call(made) => {
                self.function(made.module, &format!("f.ret({})", call(made, None)))
            }
            StartText::Default => {
                let LoopForm::Step { params, .. } = &harness.form else {
                    return self.function(text.body.module, "");
                };
                let state = params.iter().position(|it| *it == TickParam::State);
                self.default(&text.body, state)
            }
        }
    }

    /// The default of whatever a function takes by `&mut`: a call that is never made says what that is.
    fn default(&mut self, of: &CallText, position: Option<usize>) -> u32 {
        let call = call(of, position);
        let body = format!(
            "let mut m = core::default::Default::default(); if false {{ {call}; }} f.ret(m)"
        );
        self.function(of.module, &body)
    }

    fn plant(&mut self, text: &CallText, inputs: usize) -> u32 {
        let call = call(text, None);
        let body = match inputs {
            1 => format!("f.ret({call})"),
            _ => {
                let names: Vec<String> = (0..inputs).map(|it| format!("p{it}")).collect();
                let results = names.iter().map(|it| format!(" f.ret({it});"));
                let results: String = results.collect();
                format!("let ({}) = {call};{results}", names.join(", "))
            }
        };
        self.function(text.module, &body)
    }

    fn monitor(&mut self, text: &CallText, params: &[MonitorParam]) -> CallNumbers {
        let body = format!("f.ret({})", call(text, None));
        CallNumbers {
            function: self.function(text.module, &body),
            memories: self.memories(text, params),
        }
    }

    fn memories(&mut self, text: &CallText, params: &[MonitorParam]) -> Vec<Option<u32>> {
        let mut memories = Vec::new();
        for (position, param) in params.iter().enumerate() {
            let is_memory = matches!(param, MonitorParam::Memory { .. });
            memories.push(is_memory.then(|| self.default(text, Some(position))));
        }
        memories
    }

    /// An iteration becomes a loop of one round, so that its end is reached however it ends.
    fn marks(&mut self, text: &SuperloopText, sources: &SourceMap) -> Reached<()> {
        let (open, close) = braces(text.body, sources)?;
        let file = text.body.file;
        let mut marks = Vec::new();
        let mut at_end = String::new();
        for (index, local) in text.locals.iter().enumerate() {
            let name = &local.name;
            let keep =
                format!("let __falsify_{index} = {RUNTIME}::keep({index}, &raw const {name});");
            match &local.watched {
                Watched::Inside(declared) => {
                    marks.push((after_let(*declared, sources)?, format!(" {keep}")));
                }
                Watched::Before(declared) => {
                    let watch = format!(" {RUNTIME}::watch({index}, &raw const {name});");
                    marks.push((after_let(*declared, sources)?, watch));
                }
                Watched::AtEnds(ends) => {
                    for end in ends {
                        let (before, after) = around_continue(*end, sources)?;
                        marks.push((before, format!("{{ {keep} ")));
                        marks.push((after, " }".to_owned()));
                    }
                    at_end += &format!("; {keep} ");
                }
            }
        }
        let head = &sources.file(file).text[text.whole.lo as usize..text.body.lo as usize];
        let label = head
            .split_once(':')
            .map_or(String::new(), |(label, _)| format!("{}: ", label.trim()));
        let start = format!(" {RUNTIME}::tick_start(); {label}for _ in [()] {{");
        self.edits.insert(file, open, &start);
        marks
            .iter()
            .for_each(|(at, text)| self.edits.insert(file, *at, text));
        self.edits
            .insert(file, close, &format!("{at_end}}} {RUNTIME}::tick_end(); "));
        Ok(())
    }

    // --- inputs

    fn value(&mut self, number: usize, value: &ValueText) {
        let made = match &value.made {
            Made::Struct(fields) => format!("Self{}", made_of(fields)),
            Made::Enum(variants) => {
                let arms = variants.iter().enumerate().map(|(index, (name, fields))| {
                    format!("{index} => Self::{name}{}, ", made_of(fields))
                });
                let arms: String = arms.collect();
                format!("match words() {{ {arms} _ => core::panic!(\"no such variant\") }}")
            }
            Made::Elsewhere(at) => format!(
                "unsafe extern \"Rust\" {{ fn __falsify_value_{at}({WORDS}) -> {}; }} unsafe {{ __falsify_value_{at}(words) }}",
                value.ty
            ),
        };
        let ty = &value.ty;
        self.item(
            value.module,
            format_args!("impl {DECODE} for {ty} {{ fn decode({WORDS}) -> Self {{ {made} }} }} "),
        );
        let elsewhere = |it: &&ValueText| matches!(it.made, Made::Elsewhere(at) if at == number);
        if self.blueprint.values.iter().any(|it| elsewhere(&it)) {
            self.item(value.module, format_args!(
                "#[unsafe(no_mangle)] pub fn __falsify_value_{number}({WORDS}) -> {ty} {{ <{ty} as {DECODE}>::decode(words) }} "
            ));
        }
    }

    fn handle(&mut self, handle: &HandleText) {
        let HandleText { module, name, .. } = handle;
        self.item(*module, format_args!(
            "#[derive(Clone, Copy, Debug, Default, Eq, Hash, Ord, PartialEq, PartialOrd)] pub struct {name}; \
             impl {DECODE} for {name} {{ fn decode({WORDS}) -> Self {{ let _ = words; {name} }} }} "
        ));
        for made in &handle.impls {
            let methods = made.methods.iter().map(|it| {
                let body = it
                    .border
                    .as_ref()
                    .map(|it| border_body("falsify::replay", it));
                let body = body.unwrap_or_else(|| "core::panic!(\"never called\")".into());
                format!("{} {{ {body} }} ", it.signature)
            });
            let methods: String = methods.collect();
            let (of, items) = (&made.of, made.items.join(" "));
            self.item(
                *module,
                format_args!("impl {of} for {name} {{ {items} {methods} }} "),
            );
        }
    }

    /// A body that must not run returns before it begins.
    fn borders(&mut self, sources: &SourceMap) -> Reached<()> {
        for border in &self.blueprint.borders {
            let body = border.body.clone()?;
            let (open, _) = braces(body, sources)?;
            let returned = border_body(RUNTIME, &border.border);
            let text = format!(" return {{ {returned} }};");
            self.edits.insert(body.file, open, &text);
        }
        Ok(())
    }
}

impl Writer<'_> {
    /// A function of another language is defined here, under a name that no library has.
    fn foreign(&mut self, sources: &SourceMap) -> Reached<()> {
        for (number, foreign) in self.blueprint.foreign.iter().enumerate() {
            let foreign = foreign.as_ref().map_err(Clone::clone)?;
            let symbol = format!("__falsify_foreign_{number}");
            let at = before_declaration(foreign.item, sources)?;
            let link_name = format!("#[link_name = \"{symbol}\"] ");
            self.edits.insert(foreign.item.file, at, &link_name);
            let body = border_body(RUNTIME, &foreign.border);
            let signature = &foreign.signature;
            self.item(
                foreign.module,
                format_args!(
                    "#[unsafe(no_mangle)] pub extern \"C\" fn {symbol}{signature} {{ {body} }} "
                ),
            );
        }
        Ok(())
    }
}

impl Writer<'_> {
    /// The word is put into a comment.
    fn not_const(&mut self, sources: &SourceMap) -> Reached<()> {
        for &head in &self.blueprint.not_const {
            let (before, after) = const_word(head, sources)?;
            self.edits.insert(head.file, before, "/*");
            self.edits.insert(head.file, after, "*/");
        }
        Ok(())
    }
}

/// The call with what its parameters get; `memory`: the parameter of that position gets `&mut m`.
fn call(text: &CallText, memory: Option<usize>) -> String {
    let mut bound = 0..;
    let mut next = || bound.next().unwrap_or(0);
    let arguments = text
        .params
        .iter()
        .enumerate()
        .map(|(position, param)| match param {
            _ if memory == Some(position) => {
                next();
                "&mut m".into()
            }
            Passed::Bound => format!("f.arg({})", next()),
            Passed::Event => format!("f.event({})", next()),
            Passed::Handle(text) => text.clone(),
        });
    let arguments: Vec<String> = arguments.collect();
    format!("{}({})", text.path, arguments.join(", "))
}

fn made_of(fields: &FieldsText) -> String {
    const PART: &str = "crate::__falsify_replay::decode(words)";
    match fields {
        FieldsText::Unit => String::new(),
        FieldsText::Tuple(count) => format!("({})", vec![PART; *count].join(", ")),
        FieldsText::Named(names) => {
            let fields = names.iter().map(|name| format!("{name}: {PART}"));
            format!(" {{ {} }}", fields.collect::<Vec<_>>().join(", "))
        }
    }
}

fn border_body(runtime: &str, border: &Border) -> String {
    let told = border.output.as_ref();
    let told = told.map_or(String::new(), |it| told_text(runtime, it));
    let fills = border.fills.iter().map(|it| fill_text(runtime, it));
    let fills: String = fills.collect();
    format!("{told}{fills}{runtime}::input(\"{}\")", border.name)
}

fn told_text(runtime: &str, event: &EventText) -> String {
    let arguments = event.arguments.iter().map(|(name, behind)| match behind {
        true => format!("{runtime}::keep_behind({name})"),
        false => name.clone(),
    });
    let arguments: Vec<String> = arguments.collect();
    let arguments = match arguments.as_slice() {
        [only] => only.clone(),
        _ => format!("({})", arguments.join(", ")),
    };
    let name = &event.name;
    format!("{runtime}::output(\"{name}\", {arguments}); ")
}

fn fill_text(runtime: &str, fill: &FillText) -> String {
    let FillText {
        argument, source, ..
    } = fill;
    let filled = |buffer: &str| format!("{runtime}::fill(\"{source}\", &mut {buffer}[..]); ");
    let ElementsText::Behind(shapes) = &fill.elements else {
        return filled(argument);
    };
    let arms = shapes.iter().map(|(shape, fields)| {
        let bound = fields.iter().enumerate();
        let bound: String = bound
            .map(|(at, field)| format!("{field}: b{at}, "))
            .collect();
        let fills = (0..fields.len()).map(|at| filled(&format!("b{at}")));
        let fills: String = fills.collect();
        format!("{shape} {{ {bound}.. }} => {{ {fills} }} ")
    });
    let arms: String = arms.collect();
    format!("for element in {argument}.iter_mut() {{ match element {{ {arms} }} }} ")
}
