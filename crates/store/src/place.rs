//! Where the file lies.

use std::{
    env, fmt,
    path::{Path, PathBuf},
    str::FromStr,
    sync::Arc,
};

use crate::{Postgres, Sqlite, Store, StoreError};

/// A store as it is named on the command line: a path, `sqlite:PATH`, or `postgres://…`.
#[derive(Clone, PartialEq, Eq)]
pub enum Place {
    File(PathBuf),
    /// The address of a database; it may hold a password.
    Postgres(String),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::File(path) => write!(f, "{}", path.display()),
            Place::Postgres(_) => f.write_str("PostgreSQL"),
        }
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Place({self})")
    }
}

impl From<PathBuf> for Place {
    fn from(path: PathBuf) -> Place {
        Place::File(path)
    }
}

impl Place {
    /// Opens the store; `server` is the name by which other servers know this one.
    pub async fn open(&self, server: &str) -> Result<Arc<dyn Store>, StoreError> {
        Ok(match self {
            Place::File(path) => Arc::new(Sqlite::open(path)?),
            Place::Postgres(url) => Arc::new(Postgres::open(url, server).await?),
        })
    }

    /// Opens a store that must be there already; a file is opened for reading only, also while a server writes it.
    pub async fn open_existing(&self, server: &str) -> Result<Arc<dyn Store>, StoreError> {
        match self {
            Place::File(path) => Ok(Arc::new(Sqlite::open_read_only(path)?)),
            Place::Postgres(_) => self.open(server).await,
        }
    }
}

impl FromStr for Place {
    type Err = String;

    fn from_str(text: &str) -> Result<Place, String> {
        if text.starts_with("postgres:") || text.starts_with("postgresql:") {
            return Ok(Place::Postgres(text.to_owned()));
        }
        match text.strip_prefix("sqlite:").unwrap_or(text) {
            "" => Err("which file? give a path, sqlite:PATH or postgres://USER@HOST/DATABASE".to_owned()),
            path => Ok(Place::File(path.into())),
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
        assert_eq!("sqlite:a/b.db".parse(), Ok(Place::File("a/b.db".into())));
        assert_eq!("a/b.db".parse(), Ok(Place::File("a/b.db".into())));
        let database: Place = "postgres://me:secret@localhost/g".parse().unwrap();
        assert!(!format!("{database} {database:?}").contains("secret"));
        assert!("sqlite:".parse::<Place>().is_err());
    }
}
