//! Typed trees become IR: monomorphic functions, made on demand from the roots.
//!
//! [`Lowering`] owns the program under construction. Asking it for a function ([`Lowering::func`]) reserves an id; the
//! bodies are made later, from a worklist ([`Lowering::finish`]), or earlier where a constant must be evaluated.
//! One file holds one family of constructs. `body` has the builder of one function, `elaborate` turns its
//! drops into code, `roots` finds the loops.
//!
//! What has no meaning in the IR is reported through the checker's context; lowering goes on with the next statement.

mod analyse;
mod assign;
mod blame;
mod blocks;
mod blueprint;
mod body;
mod call;
mod closure;
mod constant;
mod control;
mod drops;
mod elaborate;
mod expr;
mod fill;
mod implication;
mod input;
mod intrinsics;
mod layout;
mod matching;
mod moment;
mod ops;
mod pattern;
mod place;
mod roots;
mod scope;
mod spelling;
mod survey;
mod types;
mod walk;
mod warm;

use std::collections::{HashMap, HashSet, VecDeque};

pub use self::analyse::{analyse_source, analyse_source_with, with_big_stack, Analysis, Function};
pub use self::constant::install_evaluator;
pub use self::input::Extern;
pub use self::moment::Moments;
pub use self::spelling::Spellings;
pub use self::survey::{Role, Surveyed};
use crate::diagnostic::Diagnostic;
use crate::ir::{self, Func, FuncId, Program, StaticId, TypeId, Value};
use crate::source::{Span, Symbol};
use crate::typeck::ty::{Args, DefId, GenericArg, Ty};
use crate::typeck::{Reported, Tcx};

pub(crate) type Res<T> = Result<T, Reported>;

/// What a function of the program is made from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Key {
    /// A function or method with a body.
    Item(DefId, Args),
    /// The same with tick marks around the body of its outermost loop.
    Superloop(DefId, Args),
    /// The body of a closure; it takes the closure as its kind says.
    Closure(Ty),
    /// A function item or a closure without captures, as what a function pointer calls.
    Pointer(Ty),
    /// Drops the value behind a reference.
    DropGlue(Ty),
    /// The initialiser of a constant or static.
    Const(DefId, Args),
}

/// How far a reserved function is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Reserved(Key),
    InProgress,
    Done,
    /// Done, and so is everything that it reaches.
    Closed,
    Failed,
}

/// A constant: being computed, or known.
#[derive(Clone)]
enum Memo {
    InProgress,
    Known(Res<Value>),
}

/// The program under construction.
pub struct Lowering<'t> {
    pub tcx: &'t Tcx,
    pub program: Program,
    types: HashMap<Ty, TypeId>,
    interned: HashMap<ir::Type, TypeId>,
    functions: HashMap<Key, FuncId>,
    states: Vec<State>,
    queue: VecDeque<FuncId>,
    names: HashSet<Symbol>,
    type_names: HashSet<Symbol>,
    statics: HashMap<DefId, StaticId>,
    /// Statics whose initialiser has not been evaluated, in the order of their ids.
    pending_statics: VecDeque<(StaticId, DefId)>,
    literals: HashMap<Vec<u8>, StaticId>,
    promoted: HashMap<(Value, TypeId), StaticId>,
    constants: HashMap<(DefId, Args), Memo>,
    drop_needs: HashMap<Ty, bool>,
    type_sizes: HashMap<Ty, u64>,
    /// What is being lowered: where an error is that has no place of its own.
    at: Span,
    /// The user's call on behalf of which a function of another crate is being lowered.
    on_behalf: Option<Span>,
    /// The user's code that needs a function first.
    reached_at: HashMap<FuncId, Span>,
    /// The calls that findings inside of other crates are told at.
    blamed: HashSet<Span>,
    /// Functions that the settings declare to be inputs or outputs, by path.
    pub externs: HashMap<String, Extern>,
    pub spellings: Spellings,
    /// Those of the locals of the function that was made last.
    spelled_locals: Vec<(ir::LocalId, Symbol)>,
    /// Where the variables of the superloops went, for monitors.
    superloop_locals: HashMap<FuncId, body::Variables>,
    /// What the harnesses were made from, in their order.
    sketches: Vec<roots::Sketch>,
    /// Types of what is drawn from outside, in the order of their first use.
    drawn: Vec<Ty>,
    /// How many of them loops draw.
    drawn_by_loops: usize,
    /// Calls of functions that are declared instead of analysed.
    declared_calls: Vec<(DefId, Args)>,
    /// Declared functions that some call executes all the same.
    executed: HashSet<DefId>,
    /// How many of them loops make.
    declared_by_loops: usize,
    /// Where interrupts may come, if anybody asks.
    pub moments: moment::Moments,
}

impl<'t> Lowering<'t> {
    pub fn new(tcx: &'t Tcx) -> Lowering<'t> {
        Lowering {
            tcx,
            program: Program::new(tcx.pointer_width() as u16),
            types: HashMap::new(),
            interned: HashMap::new(),
            functions: HashMap::new(),
            states: Vec::new(),
            queue: VecDeque::new(),
            names: HashSet::new(),
            type_names: HashSet::new(),
            statics: HashMap::new(),
            pending_statics: VecDeque::new(),
            literals: HashMap::new(),
            promoted: HashMap::new(),
            constants: HashMap::new(),
            drop_needs: HashMap::new(),
            type_sizes: HashMap::new(),
            at: body::nowhere(),
            on_behalf: None,
            reached_at: HashMap::new(),
            blamed: HashSet::new(),
            externs: HashMap::new(),
            spellings: Spellings::default(),
            spelled_locals: Vec::new(),
            superloop_locals: HashMap::new(),
            sketches: Vec::new(),
            drawn: Vec::new(),
            drawn_by_loops: 0,
            declared_calls: Vec::new(),
            executed: HashSet::new(),
            declared_by_loops: 0,
            moments: moment::Moments::default(),
        }
    }

    pub(crate) fn error(
        &self,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
    ) -> Reported {
        self.tcx.report(Diagnostic::new(code, span, message))
    }

    pub(crate) fn unsupported(&self, span: Span, what: impl std::fmt::Display) -> Reported {
        let message = format!("{what} is not supported");
        let help = "rewrite it with what the tool knows, or put it behind a function marked `#[input]` or `#[output]`";
        self.tcx
            .report(Diagnostic::new("lower::unsupported", span, message).help(help))
    }

    /// The function for a key; its body is made later if it is new.
    pub(crate) fn func(&mut self, key: Key) -> FuncId {
        if let Some(&id) = self.functions.get(&key) {
            return id;
        }
        let name = self.func_name(key);
        let span = self.func_span(key);
        let id = self.reserve(&name, span, State::Reserved(key));
        self.functions.insert(key, id);
        self.reached_at
            .insert(id, self.on_behalf.unwrap_or(self.at));
        self.queue.push_back(id);
        id
    }

    fn reserve(&mut self, name: &str, span: Span, state: State) -> FuncId {
        let id = FuncId(self.program.funcs.len() as u32);
        let name = self.unique_name(name);
        self.program.funcs.push(Func {
            name,
            locals: Vec::new(),
            params: 0,
            blocks: Vec::new(),
            track_caller: false,
            span,
        });
        self.states.push(state);
        id
    }

    /// Adds a function that is complete or will be completed by the caller.
    fn add_func(&mut self, name: &str, func: Func) -> FuncId {
        let id = self.reserve(name, func.span, State::Done);
        let name = self.program.funcs[id.0 as usize].name;
        self.program.funcs[id.0 as usize] = Func { name, ..func };
        id
    }

    fn unique_name(&mut self, name: &str) -> Symbol {
        unique(&mut self.names, name)
    }

    /// Types of different functions or modules may have the same name.
    fn unique_type_name(&mut self, name: &str) -> Symbol {
        unique(&mut self.type_names, name)
    }

    fn func_name(&self, key: Key) -> String {
        match key {
            Key::Item(def, args) | Key::Superloop(def, args) | Key::Const(def, args) => {
                self.instance_name(def, args)
            }
            Key::Closure(ty) => self.tcx.show(ty),
            Key::Pointer(ty) => format!("{}::as_pointer", self.tcx.show(ty)),
            Key::DropGlue(ty) => format!("drop::<{}>", self.tcx.show(ty)),
        }
    }

    fn instance_name(&self, def: DefId, args: Args) -> String {
        let path = self.tcx.path(def);
        if args.is_empty() {
            return path;
        }
        let args: Vec<String> = args.iter().map(|&arg| self.show_arg(arg)).collect();
        format!("{path}::<{}>", args.join(", "))
    }

    fn show_arg(&self, arg: GenericArg) -> String {
        use crate::typeck::ty::Const;
        match arg {
            GenericArg::Ty(ty) => self.tcx.show(ty),
            GenericArg::Const(Const::Value(bits)) => bits.to_string(),
            GenericArg::Const(other) => format!("{other:?}"),
        }
    }

    fn func_span(&self, key: Key) -> Span {
        use crate::typeck::ty::TyKind;
        match key {
            Key::Item(def, _) | Key::Superloop(def, _) | Key::Const(def, _) => self.tcx.span(def),
            Key::Closure(ty) | Key::Pointer(ty) | Key::DropGlue(ty) => match *ty.kind() {
                TyKind::Closure(def, _) | TyKind::FnDef(def, _) | TyKind::Adt(def, _) => {
                    self.tcx.span(def)
                }
                _ => self.at,
            },
        }
    }

    /// Makes everything that has been asked for, and what that asks for in turn.
    pub fn finish(&mut self) {
        loop {
            if let Some(id) = self.queue.pop_front() {
                self.complete(id);
            } else if !self.evaluate_pending_static() {
                return;
            }
        }
    }

    /// Makes the body of a reserved function.
    fn complete(&mut self, id: FuncId) {
        let State::Reserved(key) = self.states[id.0 as usize] else {
            return;
        };
        self.states[id.0 as usize] = State::InProgress;
        let asked_at = self.asked_at(id, key);
        let told = self.tcx.told();
        let outer = std::mem::replace(&mut self.at, self.program.funcs[id.0 as usize].span);
        let behalf = std::mem::replace(&mut self.on_behalf, asked_at);
        let made = self.make(id, key);
        self.at = outer;
        self.on_behalf = behalf;
        if let Some(call) = asked_at {
            self.blame_call(told, id, call);
        }
        self.states[id.0 as usize] = match made {
            Ok(func) => {
                let spelled = std::mem::take(&mut self.spelled_locals).into_iter();
                let of_this = spelled.map(|(local, text)| ((id, local), text));
                self.spellings.locals.extend(of_this);
                let name = self.program.funcs[id.0 as usize].name;
                self.program.funcs[id.0 as usize] = Func { name, ..func };
                State::Done
            }
            Err(Reported) => State::Failed,
        };
    }

    fn make(&mut self, id: FuncId, key: Key) -> Res<Func> {
        match key {
            Key::Item(def, args) => self.make_item(def, args),
            Key::Superloop(def, args) => self.make_superloop(id, def, args),
            Key::Closure(ty) => self.make_closure(ty),
            Key::Pointer(ty) => self.make_pointer_target(ty),
            Key::DropGlue(ty) => self.make_drop_glue(ty),
            Key::Const(def, args) => self.make_const(def, args),
        }
    }

    /// Whether the body could be made.
    pub fn is_complete(&self, id: FuncId) -> bool {
        matches!(self.states[id.0 as usize], State::Done | State::Closed)
    }

    /// Makes everything that a run of the function may reach. Answers whether all of it could be made.
    pub(crate) fn close(&mut self, root: FuncId) -> bool {
        let mut seen = HashSet::from([root]);
        let mut stack = vec![root];
        let mut seen_statics = HashSet::new();
        let mut complete = true;
        while let Some(id) = stack.pop() {
            self.complete(id);
            match self.states[id.0 as usize] {
                State::Closed => continue,
                State::Done => {}
                State::Reserved(_) | State::InProgress | State::Failed => complete = false,
            }
            let reached = mentioned(&self.program.funcs[id.0 as usize]);
            stack.extend(reached.funcs.into_iter().filter(|&f| seen.insert(f)));
            for id in reached.statics {
                if seen_statics.insert(id) {
                    self.evaluate_static(id);
                    let init = &self.program.statics[id.0 as usize].init;
                    let mut inside = Mentioned::default();
                    inside.value(init);
                    stack.extend(inside.funcs.into_iter().filter(|&f| seen.insert(f)));
                }
            }
        }
        if complete {
            seen.iter()
                .for_each(|id| self.states[id.0 as usize] = State::Closed);
        }
        complete
    }
}

/// The name, with a number if it is taken.
fn unique(taken: &mut HashSet<Symbol>, name: &str) -> Symbol {
    let mut symbol = Symbol::new(name);
    let mut count = 1;
    while !taken.insert(symbol) {
        count += 1;
        symbol = Symbol::new(&format!("{name}#{count}"));
    }
    symbol
}

/// The functions and statics that a body names.
#[derive(Default)]
struct Mentioned {
    funcs: Vec<FuncId>,
    statics: Vec<StaticId>,
}

impl Mentioned {
    fn value(&mut self, value: &Value) {
        match value {
            Value::Scalar(_) | Value::Undefined => {}
            Value::Aggregate(values) | Value::Variant(_, values) => {
                values.iter().for_each(|v| self.value(v))
            }
            Value::Ref(id, _) | Value::Slice(id, ..) => self.statics.push(*id),
            Value::Func(id) => self.funcs.push(*id),
            Value::Pointee(value) => self.value(value),
        }
    }

    fn place(&mut self, place: &ir::Place) {
        if let ir::Root::Static(id) = place.root {
            self.statics.push(id);
        }
    }

    fn operand(&mut self, operand: &ir::Operand) {
        match operand {
            ir::Operand::Copy(place) => self.place(place),
            ir::Operand::Const(value, _) => self.value(value),
        }
    }

    fn rvalue(&mut self, rvalue: &ir::Rvalue) {
        use ir::Rvalue::*;
        match rvalue {
            Ref(place) | VariantOf(place) | Discriminant(place) => self.place(place),
            Use(a)
            | Unary(_, a)
            | Cast(a, _)
            | Transmute(a, _)
            | Repeat(a, _)
            | ArrayToSlice(a)
            | Len(a)
            | SliceToArray(a, _)
            | StrAsBytes(a)
            | BytesAsStr(a) => self.operand(a),
            Binary(_, a, b) => [a, b].into_iter().for_each(|x| self.operand(x)),
            SlicePart(a, b, c) => [a, b, c].into_iter().for_each(|x| self.operand(x)),
            Aggregate(_, all) | Variant(_, _, all) => all.iter().for_each(|x| self.operand(x)),
        }
    }

    fn statement(&mut self, statement: &ir::Statement) {
        use ir::Statement::*;
        match statement {
            Assign(place, rvalue) => {
                self.place(place);
                self.rvalue(rvalue);
            }
            Call { dest, func, args } => {
                self.place(dest);
                self.funcs.push(*func);
                args.iter().for_each(|x| self.operand(x));
            }
            CallIndirect { dest, func, args } => {
                self.place(dest);
                self.operand(func);
                args.iter().for_each(|x| self.operand(x));
            }
            Check { cond, .. } | Property { cond, .. } => self.operand(cond),
            Assume(cond) | Cover(cond) => self.operand(cond),
            Input { dest, .. } => self.place(dest),
            Output { args, .. } => args.iter().for_each(|x| self.operand(x)),
            TickStart | TickEnd => {}
        }
    }
}

fn mentioned(func: &Func) -> Mentioned {
    let mut found = Mentioned::default();
    for block in &func.blocks {
        block
            .statements
            .iter()
            .for_each(|(statement, _)| found.statement(statement));
        if let Some(ir::Terminator::Switch { on, .. }) = &block.terminator {
            found.operand(on);
        }
    }
    found
}
