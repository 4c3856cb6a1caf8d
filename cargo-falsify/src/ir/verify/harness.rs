//! Loops and what runs around them: every function exists and takes what it is given.

use super::{body::check_range, repeated, Errors};
use crate::ir::{
    Func, FuncId, Harness, LoopForm, MonitorParam, Program, Statement, TickParam, Type, TypeId,
};
use crate::source::Symbol;

type Checked = Result<(), String>;

pub fn check(program: &Program, errors: &mut Errors) {
    let names = program.harnesses.iter().map(|h| (h.package, h.name));
    if let Some((_, name)) = repeated(names) {
        errors.push("harnesses", format!("two loops are called {name}"));
    }
    for harness in &program.harnesses {
        let position = format!("harness {}", harness.name);
        let view = View { program, harness };
        errors.note(&position, view.form());
        errors.note(&position, view.environment());
        for monitor in &harness.monitors {
            let position = format!("{position}, monitor {}", monitor.name);
            errors.note(&position, view.monitor(monitor.func, &monitor.params));
        }
        for handler in &harness.handlers {
            let position = format!("{position}, handler {}", handler.name);
            let params = view.params(handler.func).map(|params| params.is_empty());
            errors.note(
                &position,
                params.and_then(|none| require(none, "it has parameters")),
            );
        }
    }
    marks(program, errors);
}

fn require(holds: bool, message: &str) -> Checked {
    match holds {
        true => Ok(()),
        false => Err(message.to_owned()),
    }
}

/// Marks are in the functions of superloops, and there are both kinds of them.
fn marks(program: &Program, errors: &mut Errors) {
    for (index, func) in program.funcs.iter().enumerate() {
        let is_superloop = program.harnesses.iter().any(|harness| {
            matches!(harness.form, LoopForm::Superloop { run } if run.0 as usize == index)
        });
        let has = |mark| has_mark(func, &mark);
        let (start, end) = (has(Statement::TickStart), has(Statement::TickEnd));
        let position = format!("fn {}", func.name);
        if is_superloop && !(start && end) {
            errors.push(&position, "a superloop without marks of its tick");
        }
        if !is_superloop && (start || end) {
            errors.push(&position, "a mark of a tick outside of a superloop");
        }
    }
}

fn has_mark(func: &Func, mark: &Statement) -> bool {
    let mut statements = func.blocks.iter().flat_map(|block| &block.statements);
    statements.any(|(statement, _)| statement == mark)
}

struct View<'a> {
    program: &'a Program,
    harness: &'a Harness,
}

impl View<'_> {
    fn func(&self, id: FuncId) -> Result<&Func, String> {
        self.program.func(id)
    }

    fn params(&self, id: FuncId) -> Result<Vec<TypeId>, String> {
        Ok(self.func(id)?.param_types().collect())
    }

    fn result(&self, id: FuncId) -> Result<TypeId, String> {
        let func = self.func(id)?;
        func.local_type(func.ret())
    }

    /// What a function without parameters makes.
    fn made_by(&self, init: FuncId) -> Result<TypeId, String> {
        require(
            self.params(init)?.is_empty(),
            "an initialisation has parameters",
        )?;
        self.result(init)
    }

    fn form(&self) -> Checked {
        match &self.harness.form {
            LoopForm::Superloop { run } => self.func(*run).map(|_| ()),
            LoopForm::Step { tick, params, .. } => {
                let types = self.params(*tick)?;
                require(types.len() == params.len(), "the tick has other parameters")?;
                let mut pairs = params.iter().zip(types);
                pairs.try_for_each(|(param, ty)| self.tick_param(param, ty))
            }
        }
    }

    fn tick_param(&self, param: &TickParam, ty: TypeId) -> Checked {
        match param {
            TickParam::State => self.refers_to(ty, self.state()?),
            TickParam::Handle(handle) => match self.program.ty(ty)? {
                Type::Ref(target) => require(target == handle, "a handle is of another type"),
                _ => require(ty == *handle, "a handle is of another type"),
            },
            TickParam::Input {
                ty: input, range, ..
            } => {
                require(ty == *input, "an input is of another type")?;
                check_range(self.program, ty, range.as_ref())
            }
        }
    }

    fn state(&self) -> Result<TypeId, String> {
        match &self.harness.form {
            LoopForm::Step {
                init: Some(init), ..
            } => self.made_by(*init),
            _ => Err("the loop has no state".into()),
        }
    }

    fn refers_to(&self, ty: TypeId, target: TypeId) -> Checked {
        let fits = *self.program.ty(ty)? == Type::Ref(target);
        require(fits, "a parameter is no reference to what it is bound to")
    }

    fn inputs(&self) -> impl Iterator<Item = (Symbol, TypeId)> + '_ {
        let params = match &self.harness.form {
            LoopForm::Step { params, .. } => params.as_slice(),
            LoopForm::Superloop { .. } => &[],
        };
        params.iter().filter_map(|param| match param {
            TickParam::Input { name, ty, .. } => Some((*name, *ty)),
            TickParam::State | TickParam::Handle(_) => None,
        })
    }

    fn environment(&self) -> Checked {
        let Some(environment) = &self.harness.environment else {
            return Ok(());
        };
        let inputs: Vec<_> = self.inputs().map(|input| input.1).collect();
        let made = self.result(environment.plant)?;
        let fits = match inputs.as_slice() {
            [] => return Err("a plant for a loop without input parameters".into()),
            [only] => made == *only,
            several => *self.program.ty(made)? == Type::Tuple(several.to_vec()),
        };
        require(fits, "the plant does not give the inputs")?;
        self.bound(environment.plant, &environment.params)
    }

    fn monitor(&self, func: FuncId, params: &[MonitorParam]) -> Checked {
        let gives_bool = *self.program.ty(self.result(func)?)? == Type::Bool;
        require(gives_bool, "it does not give a bool")?;
        self.bound(func, params)
    }

    fn bound(&self, func: FuncId, params: &[MonitorParam]) -> Checked {
        let types = self.params(func)?;
        require(types.len() == params.len(), "it has other parameters")?;
        let mut pairs = params.iter().zip(types);
        pairs.try_for_each(|(param, ty)| self.monitor_param(param, ty))
    }

    fn monitor_param(&self, param: &MonitorParam, ty: TypeId) -> Checked {
        match param {
            MonitorParam::State => self.refers_to(ty, self.state()?),
            MonitorParam::Input(name) => {
                let fits = self.inputs().any(|input| input == (*name, ty));
                require(fits, "no such input")
            }
            MonitorParam::Out => match &self.harness.form {
                LoopForm::Step { tick, .. } => require(
                    self.result(*tick)? == ty,
                    "what the tick returns is of another type",
                ),
                LoopForm::Superloop { .. } => Err("a superloop returns nothing".into()),
            },
            MonitorParam::Local { local, by_ref } => {
                let LoopForm::Superloop { run } = self.harness.form else {
                    return Err("locals are bound in superloops only".into());
                };
                let found = self.func(run)?.local_type(*local)?;
                match by_ref {
                    true => self.refers_to(ty, found),
                    false => require(ty == found, "a local is of another type"),
                }
            }
            MonitorParam::Event(_) => self.optional(ty),
            MonitorParam::Memory { init } => self.refers_to(ty, self.made_by(*init)?),
        }
    }

    /// An enum of a variant without and a variant with one field.
    fn optional(&self, ty: TypeId) -> Checked {
        let fits = match self.program.ty(ty)? {
            Type::Enum { variants, .. } => {
                let mut fields: Vec<_> = variants.iter().map(|v| v.fields.len()).collect();
                fields.sort_unstable();
                fields == [0, 1]
            }
            _ => false,
        };
        require(fits, "an event is bound to no Option")
    }
}
