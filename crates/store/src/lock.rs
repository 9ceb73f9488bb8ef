//! One process writes a store file at a time.
//!
//! SQLite lets several processes write, but the server caches games: a second server on the same file would serve stale
//! ones. An advisory lock on a file beside the store refuses it. The lock ends with the process, also after `kill -9`.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, Read as _, Seek as _, Write as _},
    path::{Path, PathBuf},
};

use crate::StoreError;

/// Held as long as the store is open for writing.
#[derive(Debug)]
pub(crate) struct StoreLock {
    path: PathBuf,
    file: File,
}

impl StoreLock {
    /// Locks the store, or fails with the name of the process that has it.
    pub(crate) fn acquire(store: &Path) -> Result<StoreLock, StoreError> {
        let mut path = store.as_os_str().to_owned();
        path.push(".lock");
        let path = PathBuf::from(path);
        let failed =
            |error: io::Error| StoreError::Broken(format!("cannot lock {}: {error}", path.display()));
        loop {
            let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
            let mut file = options.map_err(failed)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    let mut holder = String::new();
                    // The holder may be just about to write its name.
                    let known = file.read_to_string(&mut holder).is_ok_and(|read| read > 0);
                    let holder = if known { holder.trim() } else { "another process" };
                    return Err(StoreError::InUse {
                        path: store.display().to_string(),
                        holder: holder.to_owned(),
                    });
                }
                Err(TryLockError::Error(error)) => return Err(failed(error)),
            }
            // The last holder removes the file; between our open and our lock it may have done so.
            if !is_same_file(&file, &path) {
                continue;
            }
            file.set_len(0).map_err(failed)?;
            file.rewind().map_err(failed)?;
            writeln!(file, "process {}", std::process::id()).map_err(failed)?;
            return Ok(StoreLock { path, file });
        }
    }
}

impl Drop for StoreLock {
    fn drop(&mut self) {
        // Removed while it is still locked, so that nobody else's file is removed.
        let _ = fs::remove_file(&self.path);
        let _ = self.file.unlock();
    }
}

#[cfg(unix)]
fn is_same_file(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let identity = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    match (file.metadata(), fs::metadata(path)) {
        (Ok(open), Ok(there)) => identity(open) == identity(there),
        _ => false,
    }
}

#[cfg(not(unix))]
fn is_same_file(_: &File, _: &Path) -> bool {
    // An open file cannot be removed there.
    true
}
