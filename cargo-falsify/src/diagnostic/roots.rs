//! Codes of `roots`: loops, monitors, environments, handlers, aux functions.

use super::Entry;

pub(super) const CODES: &[Entry] = &[
    (
        "roots::ambiguous-output",
        r#"a monitor's parameter may mean several outputs

A monitor gets the last call of an output by the output's name. The loops of the crate call several outputs of this name, and events
are known by their names alone.

    mod left { #[output] pub fn set(duty: u8) {} }
    mod right { #[output] pub fn set(duty: u8) {} }
    #[monitor]
    fn limited(set: Option<u8>) -> bool { set < Some(100) }

What to do: give the outputs different names.
"#,
    ),
    (
        "roots::ambiguous-out",
        r#"`out` could mean two things

A monitor's parameter `out` is what the tick returned. This loop also has an input called `out`.

    #[control_loop]
    fn tick(s: &mut State, out: u8) -> u8 { … }
    #[monitor]
    fn small(out: u8) -> bool { out < 10 }         // which one?

What to do: rename the input.
"#,
    ),
    (
        "roots::aux",
        r#"a function marked `#[aux]` is not a plain function

An aux function may be replaced by a summary of it, so everything it does must be in its result: it has an input and an output,
writes no static and nothing behind a reference. The label points at the write.

    static mut CALLS: u32 = 0;
    #[aux]
    fn scale(x: i32) -> i32 { unsafe { CALLS += 1 }; x * 3 }

What to do: return what it writes and let the caller store it, or remove `#[aux]`.
"#,
    ),
    (
        "roots::binding-type",
        r#"a monitor's parameter has another type than what it names

A parameter that has the name of an input, of a local of the superloop, of an output or of `out` must have its type. The
arguments of an output come as an `Option`, because it may not have been called in this tick.

    #[output] fn set_pwm(duty: u16) { … }
    #[monitor]
    fn limited(set_pwm: u16) -> bool { … }         // needs `Option<u16>`

What to do: give the parameter the type that the message names, or another name.
"#,
    ),
    (
        "roots::environment",
        r#"an environment that does not fit its loop

A plant runs before every tick: it takes the state before it (`&S`) and its own memory (`&mut E`), and returns the tick's inputs: the
only one, or the tuple of all in order. A loop has at most one.

    #[control_loop]
    fn tick(s: &mut State, level: u16, open: bool) { … }
    #[environment]
    fn tank(s: &State, t: &mut Tank) -> (u16, bool) { … }

What to do: give it the parameters and the result that the message names.
"#,
    ),
    (
        "roots::generic",
        r#"a loop, monitor, environment or handler is generic

What runs must be concrete. The only parameters that a loop may leave open are hardware handles (`board: &mut impl Board`).

    #[control_loop]
    fn tick<const N: usize>(s: &mut Filter<N>, x: i16) { … }       // which N?

What to do: mark a function that calls it with concrete types.
"#,
    ),
    (
        "roots::handler",
        r#"an interrupt handler takes or returns something

Nobody calls a handler with arguments. It shares statics with the loop.

    #[isr]
    fn on_timer(count: &mut u32) { *count += 1 }

What to do: make it a `fn()` and keep what it shares in a static, an atomic or a `critical_section::Mutex`.
"#,
    ),
    (
        "roots::input-range",
        r#"a range that does not fit its input

The argument of `#[input]` is a range of constants of the input's own type, and it is not empty. Only scalars have ranges.

    #[input(10..=0)] p: u16                        // empty
    #[input(0..4)] p: (u8, u8)                     // not a scalar

What to do: write `lo..=hi` with `lo <= hi`; narrow the parts of a compound input with `falsify::assume` at the start of the tick.
"#,
    ),
    (
        "roots::maybe-unassigned",
        r#"a monitor looks at a local that an iteration may leave unassigned

A monitor of a superloop may name a local that is declared in the loop's body, if every iteration assigns it before it ends.

    loop {
        if !board.ready() { continue; }
        let level = board.level();                 // not assigned after `continue`
    }

A `let` without a value will do if each way through the body assigns it later, and not only in a block that `break` leaves or in an inner
loop.

What to do: give it a value where it is declared, before the loop or before the first `continue`.
"#,
    ),
    (
        "roots::monitor-result",
        r#"a monitor does not return `bool`

A monitor says whether the tick was fine.

    #[monitor]
    fn limited(s: &State) -> Result<(), Error> { … }

What to do: return `true` where it is fine, `false` where the requirement is violated.
"#,
    ),
    (
        "roots::monitor-writes",
        r#"a monitor writes something that is not its own

A monitor watches. It may write its own memory, the parameters of type `&mut M`, and nothing else: no static, no cell inside the
state, no output. The label points at the write.

    #[monitor]
    fn counted(s: &State) -> bool { VIOLATIONS.fetch_add(1, Relaxed); … }

What to do: keep what it needs to remember in a `&mut M` parameter.
"#,
    ),
    (
        "roots::no-default",
        r#"the memory of a monitor or plant has no start value

Memory (`&mut M`) starts as `M::default()`.

    struct Seen { first: Instant }
    #[monitor]
    fn ordered(seen: &mut Seen) -> bool { … }

What to do: derive or implement `Default` for the type.
"#,
    ),
    (
        "roots::no-initial-state",
        r#"the state has no start value

The state starts as `#[control_loop(init = EXPR)]` says, else as `S::new()` if that takes nothing, else as `S::default()`. There is none
of these.

    pub struct Motor { speed: u16 }
    #[control_loop]
    fn tick(m: &mut Motor) { … }

What to do: write `#[control_loop(init = Motor { speed: 0 })]`, or give the type a `new()` or `Default`.
"#,
    ),
    (
        "roots::no-loop",
        r#"a superloop without a loop

A function that returns `!` is a control loop in superloop form: its body ends in one outermost `loop`, and one iteration is one tick.

    #[control_loop]
    fn run(board: &mut impl Board) -> ! { start(board) }

What to do: put the `loop` into this function, or mark the function that contains it.
"#,
    ),
    (
        "roots::parameter",
        r#"a parameter of a loop that is nothing of it

A step takes one `&mut` state, inputs by value, and hardware handles (`&mut impl Board`). A superloop takes handles only.

    #[control_loop]
    fn tick(s: &mut State, config: &Config) { … }

What to do: make it part of the state, take it by value as an input, or reach it through a static.
"#,
    ),
    (
        "roots::preempt",
        r#"a handler is not let run in the middle of a tick

A handler marked `preempt` may interrupt the tick between any two instructions. An access of something that takes several
instructions, such as a struct or an integer wider than a machine word, could be interrupted in its middle. That is not taken into account, so
the loop's verdicts are unknown. The same holds if the handlers of a loop may interrupt a tick more than 16 times.

    static mut SAMPLE: (u32, u32) = (0, 0);

    #[isr(preempt)]
    fn on_sample() { unsafe { SAMPLE = (1, 2) } }

    #[control_loop]
    fn tick(s: &mut State) { s.sample = unsafe { SAMPLE }; }

What to do: read and write it in `critical_section::with`, or by parts that are words; lower `max`.
"#,
    ),
    (
        "roots::unbound-parameter",
        r#"a monitor's parameter names nothing

A parameter by value is bound by its name: an input of the loop, `out`, an output (as an `Option`), in a superloop a local. Nothing
of the loop has this name.

    #[monitor]
    fn limited(sped: u16) -> bool { sped < 100 }

What to do: use the name of what is meant; the state is `&S`, memory is `&mut M`.
"#,
    ),
    (
        "roots::which-loop",
        r#"it is not clear which loop is meant

A monitor, plant or handler belongs to a loop. With one loop in the crate nothing needs to be said; with several, `of` says which; with
none there is nothing to watch.

    #[monitor(of = pump::tick)]
    fn never_dry(p: &Pump) -> bool { … }

What to do: add `of = NAME` with the name of a function marked `#[control_loop]`.
"#,
    ),
];
