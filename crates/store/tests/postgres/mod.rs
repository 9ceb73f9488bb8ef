//! A PostgreSQL for a test, from the installed programs.

use std::{
    fs,
    os::unix::{
        fs::{MetadataExt as _, chown},
        net::UnixStream,
        process::CommandExt as _,
    },
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::atomic::{AtomicU32, Ordering},
    time::{Duration, Instant},
};

/// Starting takes a second; a busy machine may take longer.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Database {
    folder: PathBuf,
    server: Child,
    /// The programs refuse to run as root.
    user: Option<(u32, u32)>,
}

/// Debian keeps these programs out of the path.
fn program(name: &str) -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let folders = std::env::split_paths(&path).chain(versions.map(|version| version.path().join("bin")));
    folders
        .map(|folder| folder.join(name))
        .find(|program| program.exists())
        .unwrap_or_else(|| panic!("`{name}` is not installed; on Debian: apt-get install postgresql"))
}

/// Somebody without rights, if we are root.
fn ordinary_user() -> Option<(u32, u32)> {
    if fs::metadata("/proc/self").map_or(1, |own| own.uid()) != 0 {
        return None;
    }
    let users = fs::read_to_string("/etc/passwd").unwrap_or_default();
    let find = |name: &str| {
        let line = users.lines().find(|line| line.split(':').next() == Some(name))?;
        let mut fields = line.split(':').skip(2).map(str::parse);
        Some((fields.next()?.ok()?, fields.next()?.ok()?))
    };
    find("postgres").or_else(|| find("nobody"))
}

impl Database {
    pub(crate) fn start() -> Database {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("gunbai-pg-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).unwrap();
        let user = ordinary_user();
        if let Some((uid, gid)) = user {
            chown(&folder, Some(uid), Some(gid)).unwrap();
        }
        let made = run_as(user, &program("initdb"), &folder)
            .args(["--username=gunbai", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync", "-D"])
            .arg(folder.join("data"))
            .output()
            .unwrap();
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let server = serve(user, &folder);
        let database = Database { folder, server, user };
        database.wait();
        database
    }

    /// Another empty database of this server.
    pub(crate) fn create(&self, name: &str) -> String {
        let made = run_as(self.user, &program("createdb"), &self.folder)
            .args(["--username=gunbai", "--host"])
            .arg(&self.folder)
            .arg(name)
            .output()
            .unwrap();
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        format!("postgres://gunbai@/{name}?host={}", self.folder.display())
    }

    /// Ends every connection and comes back.
    pub(crate) fn restart(&mut self) {
        self.stop();
        self.server = serve(self.user, &self.folder);
        self.wait();
    }

    fn stop(&mut self) {
        let stopped = run_as(self.user, &program("pg_ctl"), &self.folder)
            .args(["stop", "-m", "fast", "-w", "-D"])
            .arg(self.folder.join("data"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        if !stopped.is_ok_and(|status| status.success()) {
            let _ = self.server.kill();
        }
        let _ = self.server.wait();
    }

    fn wait(&self) {
        let began = Instant::now();
        while UnixStream::connect(self.folder.join(".s.PGSQL.5432")).is_err() {
            assert!(began.elapsed() < PATIENCE, "PostgreSQL did not start");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

fn run_as(user: Option<(u32, u32)>, program: &Path, folder: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder).env_clear().env("LC_ALL", "C").env("PATH", "/usr/bin:/bin");
    if let Some((uid, gid)) = user {
        command.uid(uid).gid(gid);
    }
    command
}

fn serve(user: Option<(u32, u32)>, folder: &Path) -> Child {
    run_as(user, &program("postgres"), folder)
        .args(["-c", "listen_addresses=", "-c", "max_connections=60", "-D"])
        .arg(folder.join("data"))
        .arg("-k")
        .arg(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

impl Drop for Database {
    fn drop(&mut self) {
        self.stop();
        let _ = fs::remove_dir_all(&self.folder);
    }
}
