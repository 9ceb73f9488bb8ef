//! Which systems there are, and the data they are played from.
//!
//! Everything above this crate (the command line, the server) knows systems only by name, as an
//! [`AnySystem`]; everything below knows only its own. A new system is one line in [`systems`].

mod check;
mod demonstration;
mod languages;
mod library;
mod named;
pub mod protocol;
mod system;

pub use crate::{
    check::is_below,
    demonstration::{Demonstration, Moment, demonstrate},
    library::{built_in, with_directory},
    named::{Scenario, options},
    system::{AnyBot, AnyPlayer, AnySystem, Of},
};
pub use kernel::likeness::{did_you_mean, likest};

/// Every system, in the order they are shown.
pub fn systems() -> &'static [&'static dyn AnySystem] {
    &[
        #[cfg(feature = "gunyuden")]
        &Of::<gunyuden::Gunyuden>::NEW,
        #[cfg(feature = "summits")]
        &Of::<summits::Summits>::NEW,
        #[cfg(feature = "yukimura")]
        &Of::<yukimura::Yukimura>::NEW,
        #[cfg(feature = "daimyo")]
        &Of::<daimyo::Daimyo>::NEW,
        #[cfg(feature = "ageofwar")]
        &Of::<ageofwar::AgeOfWar>::NEW,
    ]
}

/// The system of this name; the error says what there is.
pub fn find(name: &str) -> Result<&'static dyn AnySystem, String> {
    let names: Vec<&str> = systems().iter().map(|system| system.name()).collect();
    systems().iter().copied().find(|system| system.name() == name).ok_or_else(|| {
        format!("there is no system `{name}`{}; there is {}", did_you_mean(name, &names), names.join(", "))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_system_is_answered_with_the_likest() {
        let error = find("yukimra").err().unwrap();
        assert!(error.contains("did you mean `yukimura`?"), "{error}");
    }
}
