//! Free choice in all its forms.

/// A mode of operation.
#[derive(Clone, Copy, Debug)]
pub enum Mode {
    /// Off.
    Off,
    /// On, at a level.
    On(u8),
}

/// Chooses values of every form.
#[must_use]
pub fn choices() -> usize {
    let flags = falsify::any::<[bool; 4]>();
    let mode = falsify::any::<Option<Mode>>();
    let _: u16 = falsify::any_in(0..=4095);
    let _: u8 = falsify::any_in(..);
    let _: i8 = falsify::any_in(-3..);
    let _: char = falsify::any_in('a'..'f');
    let _: f32 = falsify::any_in(..=1.5);
    let level = match mode {
        Some(Mode::On(level)) => level,
        Some(Mode::Off) | None => 0,
    };
    falsify::check!("levels are small", level < 4,);
    flags.len() + usize::from(level)
}
