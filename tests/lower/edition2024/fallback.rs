//! Edition 2024: the value of a diverging expression that nothing gives a type is `!`.

trait Output { type Type; }
impl<T> Output for fn() -> T { type Type = T; }
type Never = <fn() -> ! as Output>::Type;

trait Name { fn name() -> u64; }
impl Name for () { fn name() -> u64 { 1 } }
impl Name for Never { fn name() -> u64 { 2 } }

fn name_of<T: Name>(_: Option<T>) -> u64 { T::name() }
fn name_of_result<T: Name>(_: impl Fn() -> T) -> u64 { T::name() }

//= 2
pub fn operand_of_a_constructor() -> u64 {
    let mut held = None;
    if false {
        held = Some(loop {});
    }
    name_of(held)
}

//= 2
pub fn result_of_a_closure() -> u64 {
    name_of_result(|| panic!())
}

//= 2
pub fn value_of_a_question_mark() -> u64 {
    fn inner(fails: bool) -> Result<u64, u8> {
        let mut held = None;
        if fails {
            held = Some(Err(3)?);
        }
        Ok(name_of(held))
    }
    inner(false).unwrap_or(9)
}

//= 7
pub fn variables_of_a_return() -> u64 {
    fn inner(early: bool) -> u64 {
        if early {
            let never = return 7;
            #[allow(unreachable_code)]
            { never }
        }
        5
    }
    inner(true)
}
