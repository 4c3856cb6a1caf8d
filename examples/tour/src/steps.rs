//! Functions that rise in steps, written as tables.

/// Defines a function from a number to the value of the first step whose bound it stays below.
macro_rules! steps {
    ($(#[$meta:meta])* $vis:vis fn $name:ident {
        $(below $bound:expr => $value:expr,)+
        else $last:expr $(,)?
    }) => {
        $(#[$meta])*
        $vis const fn $name(x: i16) -> u8 {
            $(if x < $bound {
                return $value;
            })+
            $last
        }
    };
}

/// The largest of its arguments.
macro_rules! largest {
    ($only:expr) => { $only };
    ($first:expr, $($rest:expr),+) => {{
        let (first, rest) = ($first, largest!($($rest),+));
        if first > rest { first } else { rest }
    }};
}

#[cfg(test)]
mod tests {
    steps! {
        fn grade {
            below 0 => 0,
            below 10 => 1 + 1,
            else 9,
        }
    }

    #[test]
    fn a_step_ends_below_its_bound() {
        assert_eq!([-1, 0, 9, 10].map(grade), [0, 2, 2, 9]);
    }

    #[test]
    fn the_largest_may_stand_anywhere() {
        assert_eq!(
            (largest!(3), largest!(3, 1, 2), largest!(1, 2, 3)),
            (3, 3, 3)
        );
    }
}
