//! What the owners rely on, as automata that watch the line.
use crate::features::MOST_HOPS;
use crate::{Full, Private, Service, Signed};
use falsify::monitor;

/// What is known of the message on the line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Secrecy {
    /// It was always open.
    #[default]
    Open,
    /// It was sealed at some time.
    Sealed,
    /// It was sealed and is open now.
    Betrayed,
}

impl Secrecy {
    fn after<F>(self, service: &Service<F>) -> Secrecy {
        let Some(posted) = service.line else {
            return Secrecy::Open;
        };
        let before = if posted.message.hops == 0 {
            Secrecy::Open
        } else {
            self
        };
        match (before, posted.message.sealed_for) {
            (Secrecy::Open, None) => Secrecy::Open,
            (Secrecy::Open | Secrecy::Sealed, Some(_)) => Secrecy::Sealed,
            (Secrecy::Sealed | Secrecy::Betrayed, None) | (Secrecy::Betrayed, Some(_)) => {
                Secrecy::Betrayed
            }
        }
    }
}

/// A message that was sealed is not open on the line later.
#[monitor(of = crate::private)]
fn stays_sealed(service: &Service<Private>, secrecy: &mut Secrecy) -> bool {
    *secrecy = secrecy.after(service);
    *secrecy != Secrecy::Betrayed
}

/// Who signed a message has written it.
#[monitor(of = crate::signed)]
fn author_has_signed(service: &Service<Signed>) -> bool {
    let signed_by = service.line.and_then(|it| it.message.signed_by);
    signed_by.is_none() || signed_by == service.line.map(|it| it.message.author)
}

/// A message comes to rest.
#[monitor(of = crate::full)]
fn comes_to_rest(service: &Service<Full>) -> bool {
    service.line.is_none_or(|it| it.message.hops <= MOST_HOPS)
}
