//! `ControlFlow` and the traits behind `?`.

use crate::convert::Infallible;

#[lang = "try"]
pub trait Try: FromResidual<<Self as Try>::Residual> {
    type Output;
    type Residual;

    fn from_output(output: Self::Output) -> Self;
    fn branch(self) -> ControlFlow<Self::Residual, Self::Output>;
}

#[lang = "from_residual"]
pub trait FromResidual<R> {
    #[track_caller]
    fn from_residual(residual: R) -> Self;
}

#[lang = "control_flow"]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ControlFlow<B, C = ()> {
    Continue(C),
    Break(B),
}

impl<B, C> Try for ControlFlow<B, C> {
    type Output = C;
    type Residual = ControlFlow<B, Infallible>;

    fn from_output(output: C) -> Self {
        ControlFlow::Continue(output)
    }

    fn branch(self) -> ControlFlow<ControlFlow<B, Infallible>, C> {
        match self {
            ControlFlow::Continue(c) => ControlFlow::Continue(c),
            ControlFlow::Break(b) => ControlFlow::Break(ControlFlow::Break(b)),
        }
    }
}

impl<B, C> FromResidual<ControlFlow<B, Infallible>> for ControlFlow<B, C> {
    fn from_residual(residual: ControlFlow<B, Infallible>) -> Self {
        match residual {
            ControlFlow::Continue(never) => match never {},
            ControlFlow::Break(b) => ControlFlow::Break(b),
        }
    }
}

impl<B, C> ControlFlow<B, C> {
    pub fn is_break(&self) -> bool {
        match *self {
            ControlFlow::Break(_) => true,
            ControlFlow::Continue(_) => false,
        }
    }

    pub fn is_continue(&self) -> bool {
        !self.is_break()
    }

    pub fn break_value(self) -> Option<B> {
        match self {
            ControlFlow::Break(b) => Some(b),
            ControlFlow::Continue(_) => None,
        }
    }

    pub fn map_break<T, F: FnOnce(B) -> T>(self, f: F) -> ControlFlow<T, C> {
        match self {
            ControlFlow::Break(b) => ControlFlow::Break(f(b)),
            ControlFlow::Continue(c) => ControlFlow::Continue(c),
        }
    }

    pub fn continue_value(self) -> Option<C> {
        match self {
            ControlFlow::Break(_) => None,
            ControlFlow::Continue(c) => Some(c),
        }
    }

    pub fn map_continue<T, F: FnOnce(C) -> T>(self, f: F) -> ControlFlow<B, T> {
        match self {
            ControlFlow::Break(b) => ControlFlow::Break(b),
            ControlFlow::Continue(c) => ControlFlow::Continue(f(c)),
        }
    }
}
