//! What the tests of every system with a muster share.

use std::path::Path;

use kernel::{DataSet, Faults, Muster, System};

use crate::{BuiltIn, golden};

/// File and text of an army.
type Army = (String, String);

impl<S: System> BuiltIn<S> {
    /// Built-in armies.
    pub fn armies(paths: [&str; 2]) -> [Army; 2] {
        let data = Self::data();
        paths.map(|path| (path.to_owned(), data.text(path).expect("a built-in army").to_owned()))
    }

    fn muster(data: &DataSet, name: &str, armies: &[Army; 2], seed: u64) -> Result<Muster, Faults> {
        S::muster(data, name, armies, seed).expect("the system has a muster")
    }

    /// The built-in scenario `mustered` is what the muster makes of these armies. `GUNBAI_BLESS=1` rewrites it.
    pub fn check_mustered(armies: &[Army; 2], seed: u64) {
        let mustered = Self::muster(&Self::data(), "mustered", armies, seed);
        let mustered = mustered.unwrap_or_else(|faults| panic!("{faults}"));
        let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let file = crates.join(format!("../data/{}/scenarios/mustered.toml", S::NAME));
        golden::compare(&file, &mustered.scenario).unwrap_or_else(|why| panic!("{why}"));
    }

    /// Each of a number of seeds lays out a ground on which the battle can be opened.
    pub fn check_grounds(armies: &[Army; 2], seeds: u64) {
        for seed in 0..seeds {
            let mut data = Self::data();
            let mustered =
                Self::muster(&data, "trial", armies, seed).unwrap_or_else(|faults| panic!("{faults}"));
            data.insert(&format!("{}/scenarios/trial.toml", S::NAME), &mustered.scenario);
            if let Err(faults) = S::open(&data, &Self::setup("trial", None)) {
                panic!("seed {seed}: {faults}\n{}", mustered.scenario);
            }
        }
    }

    /// With each of these texts of one of them replaced (old, new), the muster refuses it for this reason.
    pub fn check_limits(armies: &[Army; 2], which: usize, cases: &[(&str, &str, &str)]) {
        let data = Self::data();
        for (old, new, why) in cases {
            let mut armies = armies.clone();
            let text = &mut armies[which].1;
            assert!(text.contains(old), "the army does not contain {old:?}");
            *text = text.replacen(old, new, 1);
            let faults = Self::muster(&data, "trial", &armies, 1).expect_err(why).to_string();
            assert!(faults.contains(why), "{why:?} is not among:\n{faults}");
        }
    }
}
