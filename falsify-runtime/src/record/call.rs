//! One call of a function.

use super::journal::{self, Place};
use super::text::Text;

/// A call that has begun. One that is dropped before its end has panicked.
pub struct Call {
    place: Place,
    arguments: Text,
    has_ended: bool,
}

impl Call {
    /// The place is that of the function.
    #[must_use]
    pub fn new(place: Place) -> Call {
        Call {
            place,
            arguments: Text::default(),
            has_ended: false,
        }
    }

    /// Where to write the next argument.
    pub fn argument(&mut self) -> &mut Text {
        self.arguments.separate();
        &mut self.arguments
    }

    /// The call has returned this.
    pub fn returned(mut self, result: &Text) {
        self.has_ended = true;
        match self.arguments.unwritable.or(result.unwritable) {
            Some(ty) => journal::unwritable(self.place, ty),
            None => journal::returned(self.place, &self.arguments.json, &result.json),
        }
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        if !self.has_ended {
            journal::panicked(self.place);
        }
    }
}
