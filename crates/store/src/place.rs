//! Where the file lies.

use std::{
    env,
    path::{Path, PathBuf},
    str::FromStr,
};

/// A store as it is named on the command line: a path, or `sqlite:PATH`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place(pub PathBuf);

impl FromStr for Place {
    type Err = String;

    fn from_str(text: &str) -> Result<Place, String> {
        if text.starts_with("postgres:") || text.starts_with("postgresql:") {
            return Err("this version keeps games in an SQLite file; give a path or sqlite:PATH".to_owned());
        }
        match text.strip_prefix("sqlite:").unwrap_or(text) {
            "" => Err("which file? give a path or sqlite:PATH".to_owned()),
            path => Ok(Place(path.into())),
        }
    }
}

/// `gunbai/games.db` in the place where this system keeps the data of its users.
pub fn default_path() -> Result<PathBuf, String> {
    let of = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let below_home = |below: &str| of("HOME").map(|home| home.join(below));
    let base = if cfg!(windows) {
        of("LOCALAPPDATA").or_else(|| of("APPDATA"))
    } else if cfg!(target_os = "macos") {
        below_home("Library/Application Support")
    } else {
        // A relative path there is to be passed over, says the specification.
        of("XDG_DATA_HOME").filter(|path| path.is_absolute()).or_else(|| below_home(".local/share"))
    };
    let base = base.ok_or("no home directory is known here; say where games are kept with --store PATH")?;
    Ok(base.join(Path::new("gunbai/games.db")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_store_is_a_path_with_or_without_its_kind() {
        assert_eq!("sqlite:a/b.db".parse(), Ok(Place("a/b.db".into())));
        assert_eq!("a/b.db".parse(), Ok(Place("a/b.db".into())));
        assert!("postgres://localhost/g".parse::<Place>().unwrap_err().contains("sqlite:PATH"));
        assert!("sqlite:".parse::<Place>().is_err());
    }
}
