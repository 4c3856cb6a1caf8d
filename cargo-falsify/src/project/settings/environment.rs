//! `FALSIFY_BOUND` and the like: every setting of one value has a variable.

use super::key::{Given, Key, KEYS};
use super::nearest::nearest;
use super::Settings;
use crate::diagnostic::{project as codes, Diagnostic};

const PREFIX: &str = "FALSIFY_";

/// The variable that names a profile.
const PROFILE: &str = "FALSIFY_PROFILE";

/// What the environment says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Environment {
    pub settings: Settings,
    pub profile: Option<String>,
}

impl Environment {
    /// Variables that are no settings and look like none are somebody else's.
    pub fn read(
        variables: impl IntoIterator<Item = (String, String)>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Environment {
        let mut environment = Environment::default();
        let own = variables.into_iter().filter(|it| it.0.starts_with(PREFIX));
        let mut own: Vec<(String, String)> = own.collect();
        own.sort();
        for (name, value) in own {
            diagnostics.extend(environment.take(&name, &value));
        }
        environment
    }

    fn take(&mut self, name: &str, value: &str) -> Option<Diagnostic> {
        // An empty one is how scripts say nothing.
        if value.is_empty() {
            return None;
        }
        if name == PROFILE {
            self.profile = Some(value.to_owned());
            return None;
        }
        let key = KEYS
            .iter()
            .find(|key| variable(key).as_deref() == Some(name));
        let Some(key) = key else {
            return unknown(name);
        };
        match key.takes.read(Given::Word(value)) {
            Ok(datum) => self.settings.set(key.name, datum),
            Err(expected) => {
                let message = format!("`{name}` is `{value}`: expected {expected}");
                return Some(Diagnostic::global(codes::SETTING, message));
            }
        }
        None
    }
}

/// What a key is called in the environment, if it is there.
pub fn variable(key: &Key) -> Option<String> {
    let name = key.name.to_uppercase().replace('-', "_");
    key.takes.is_scalar().then(|| format!("{PREFIX}{name}"))
}

fn unknown(name: &str) -> Option<Diagnostic> {
    let mut known: Vec<String> = KEYS.iter().filter_map(variable).collect();
    known.push(PROFILE.to_owned());
    // The common beginning is no likeness.
    let ends = known.iter().map(|it| &it[PREFIX.len()..]);
    let meant = nearest(&name[PREFIX.len()..], ends)?;
    let message = format!("the environment variable `{name}` is no setting");
    let found = Diagnostic::global(codes::SETTING, message);
    Some(found.help(format!("did you mean `{PREFIX}{meant}`?")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::{Level, Require};
    use std::time::Duration;

    fn read(variables: &[(&str, &str)]) -> (Environment, Vec<Diagnostic>) {
        let mut diagnostics = Vec::new();
        let owned = |it: &(&str, &str)| (it.0.to_owned(), it.1.to_owned());
        let environment = Environment::read(variables.iter().map(owned), &mut diagnostics);
        (environment, diagnostics)
    }

    #[test]
    fn variables_say_what_keys_say() {
        let (environment, diagnostics) = read(&[
            ("FALSIFY_BOUND", "20"),
            ("FALSIFY_TIMEOUT", "2m"),
            ("FALSIFY_MEMORY", "1G"),
            ("FALSIFY_POINTER_WIDTH", "16"),
            ("FALSIFY_PANICS", "warn"),
            ("FALSIFY_REQUIRE", "proved"),
            ("FALSIFY_PROFILE", "ci"),
            ("FALSIFY_ENGINE", ""),
            ("FALSIFY_HOUSE_STYLE", "anything"),
            ("BOUND", "1"),
        ]);
        assert_eq!(diagnostics, []);
        assert_eq!(environment.profile.as_deref(), Some("ci"));
        let settings = environment.settings;
        assert_eq!((settings.bound, settings.memory), (Some(20), Some(1 << 30)));
        assert_eq!(settings.timeout, Some(Duration::from_secs(120)));
        assert_eq!(settings.pointer_width, Some(16));
        assert_eq!(settings.panics, Some(Level::Warn));
        assert_eq!(settings.require, Some(Require::Proved));
        assert_eq!(settings.engine, None);
    }

    #[test]
    fn what_is_not_understood_is_an_error() {
        let cases = [
            ("FALSIFY_BOUND", "0", "at least 1"),
            ("FALSIFY_BOUND", "ten", "at least 1"),
            ("FALSIFY_PANICS", "never", "\"deny\" or \"warn\""),
            ("FALSIFY_TIMEOUT", "0", "a time in seconds"),
            ("FALSIFY_BUOND", "3", "no setting"),
            ("FALSIFY_POINTERWIDTH", "16", "no setting"),
        ];
        for (name, value, words) in cases {
            let (_, diagnostics) = read(&[(name, value)]);
            assert_eq!(diagnostics.len(), 1, "{name}={value}");
            assert!(diagnostics[0].message.contains(words), "{diagnostics:?}");
        }
        let (_, diagnostics) = read(&[("FALSIFY_BUOND", "3")]);
        let help = diagnostics[0].help.as_deref();
        assert_eq!(help, Some("did you mean `FALSIFY_BOUND`?"));
    }
}
