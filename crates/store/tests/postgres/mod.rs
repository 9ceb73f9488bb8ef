//! A PostgreSQL for a test, from the installed programs.

#[allow(dead_code, reason = "this file is part of two sets of tests")]
pub(crate) mod proxy;

use std::{
    fs,
    os::unix::{
        fs::{MetadataExt as _, chown},
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
    /// It listens here too, for encrypted connections only.
    port: Option<u16>,
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
        Database::begin(false)
    }

    /// One that is reached over the network, and encrypted only. Its authority is in `ca.pem`.
    #[allow(dead_code, reason = "this file is part of two sets of tests")]
    pub(crate) fn encrypted() -> Database {
        Database::begin(true)
    }

    fn begin(encrypted: bool) -> Database {
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
        let port = encrypted.then(|| {
            certify(user, &folder);
            let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
            free.local_addr().unwrap().port()
        });
        let server = serve(user, &folder, port);
        let database = Database { folder, server, user, port };
        database.wait();
        database
    }

    /// A file of the folder it is in.
    #[allow(dead_code, reason = "this file is part of two sets of tests")]
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Where it listens for encrypted connections.
    #[allow(dead_code, reason = "this file is part of two sets of tests")]
    pub(crate) fn port(&self) -> u16 {
        self.port.unwrap()
    }

    /// Another empty database of this server.
    pub(crate) fn create(&self, name: &str) -> String {
        let made = run_as(self.user, &program("createdb"), &self.folder)
            .args(["--username=gunbai", "--port", &self.port.unwrap_or(5432).to_string(), "--host"])
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
        self.server = serve(self.user, &self.folder, self.port);
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

    /// It takes connections a while before it answers them.
    fn wait(&self) {
        let began = Instant::now();
        let answers = || {
            run_as(self.user, &program("pg_isready"), &self.folder)
                .args(["--quiet", "--port", &self.port.unwrap_or(5432).to_string(), "--host"])
                .arg(&self.folder)
                .status()
                .is_ok_and(|status| status.success())
        };
        while !answers() {
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

/// An authority of its own, and a certificate by it for `localhost`.
fn certify(user: Option<(u32, u32)>, folder: &Path) {
    let openssl = |arguments: &str| {
        let made = run_as(user, &program("openssl"), folder).args(arguments.split(' ')).output().unwrap();
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    };
    let key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes";
    openssl(&format!("req -x509 {key} -keyout ca.key -out ca.pem -days 2 -subj /CN=authority"));
    openssl(&format!("req -x509 {key} -keyout other.key -out other.pem -days 2 -subj /CN=another"));
    openssl(&format!("req {key} -keyout server.key -out server.csr -subj /CN=localhost"));
    fs::write(folder.join("names"), "subjectAltName=DNS:localhost").unwrap();
    openssl(
        "x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -extfile names -days 2 -out server.pem",
    );
    let access = "local all all trust\nhostssl all all 127.0.0.1/32 trust\n";
    fs::write(folder.join("data/pg_hba.conf"), access).unwrap();
}

fn serve(user: Option<(u32, u32)>, folder: &Path, port: Option<u16>) -> Child {
    let mut command = run_as(user, &program("postgres"), folder);
    let set = |command: &mut Command, name: &str, value: &str| {
        command.arg("-c").arg(format!("{name}={value}"));
    };
    set(&mut command, "max_connections", "60");
    match port {
        Some(port) => {
            set(&mut command, "listen_addresses", "127.0.0.1");
            set(&mut command, "port", &port.to_string());
            set(&mut command, "ssl", "on");
            for (name, file) in [("ssl_cert_file", "server.pem"), ("ssl_key_file", "server.key")] {
                set(&mut command, name, folder.join(file).to_str().unwrap());
            }
        }
        None => set(&mut command, "listen_addresses", ""),
    }
    command
        .arg("-D")
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
