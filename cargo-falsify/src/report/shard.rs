//! One of several parts of a check, which other machines do: which property is in which part depends on its name alone.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::fingerprint::stable_hash;

/// Part `index` of `of`, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    pub index: u32,
    pub of: u32,
}

impl Shard {
    /// A run that is not divided.
    pub const WHOLE: Shard = Shard { index: 1, of: 1 };

    /// Whether a property is in this part.
    pub fn holds(self, [package, loop_name, property]: [&str; 3]) -> bool {
        let hash = stable_hash([package, loop_name, property]);
        let part = (u128::from(hash) * u128::from(self.of)) >> 64;
        part + 1 == u128::from(self.index)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let parts = text.split_once('/');
        let numbers = parts.and_then(|(index, of)| Some((index.parse().ok()?, of.parse().ok()?)));
        match numbers {
            Some((index, of)) if 1 <= index && index <= of => Ok(Shard { index, of }),
            _ => Err("a shard is K/N, such as 1/3: the K-th of N, from 1".into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shard_is_one_of_several() {
        let cases = [
            ("1/1", Some((1, 1))),
            ("2/3", Some((2, 3))),
            ("3/3", Some((3, 3))),
            ("0/3", None),
            ("4/3", None),
            ("1/0", None),
            ("-1/3", None),
            ("1", None),
            ("1/", None),
            ("", None),
            ("1/99999999999", None),
        ];
        for (text, wanted) in cases {
            let read: Option<Shard> = text.parse().ok();
            assert_eq!(read.map(|it| (it.index, it.of)), wanted, "{text}");
        }
    }

    #[test]
    fn every_property_is_in_exactly_one_part_and_no_part_is_everything() {
        let names: Vec<String> = (0..300)
            .map(|line| format!("overflow at src/lib.rs:{line}:9"))
            .collect();
        let letters: Vec<String> = ('a'..='z').map(String::from).collect();
        let halves = [1, 2].map(|index| {
            let shard = Shard { index, of: 2 };
            let own = letters.iter().filter(|it| shard.holds(["p", "tick", it]));
            own.count()
        });
        assert!(halves.iter().all(|it| *it > 6), "{halves:?}");
        for of in 1..=8 {
            let mut sizes = Vec::new();
            for index in 1..=of {
                let shard = Shard { index, of };
                let own = names.iter().filter(|it| shard.holds(["p", "tick", it]));
                sizes.push(own.count() as u32);
            }
            assert_eq!(sizes.iter().sum::<u32>(), 300, "{of} parts");
            let fair = 300 / of;
            assert!(sizes.iter().all(|it| *it > fair / 3), "{of}: {sizes:?}");
        }
    }
}
