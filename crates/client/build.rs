//! Builds the client in `web/` and writes the list of its files.
//!
//! `GUNBAI_WEB=npm` insists on npm, `placeholder` does without it, `auto` (the default) takes npm if it is there.

use std::{
    env,
    error::Error,
    fmt::Write as _,
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::Command,
    thread,
    time::{Duration, SystemTime},
};

use flate2::{Compression, write::GzEncoder};
use sha2::{Digest, Sha256};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

const PLACEHOLDER: &str = include_str!("placeholder.html");
/// An install that takes longer has been killed.
const STALE: Duration = Duration::from_secs(600);

fn main() {
    if let Err(error) = run() {
        eprintln!("{error}");
        std::process::exit(1);
    }
}

fn run() -> Result<()> {
    let web = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("../../web");
    let out = PathBuf::from(env::var("OUT_DIR")?).join("client");
    for name in [
        "src",
        "public",
        "index.html",
        "package.json",
        "package-lock.json",
        "vite.config.ts",
        "tsconfig.json",
        "svelte.config.js",
        "../data/art",
    ] {
        // A path that does not exist would make cargo run this every time.
        if web.join(name).exists() {
            println!("cargo::rerun-if-changed={}", web.join(name).display());
        }
    }
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=placeholder.html");
    println!("cargo::rerun-if-env-changed=GUNBAI_WEB");

    let mode = env::var("GUNBAI_WEB").unwrap_or_else(|_| "auto".to_owned());
    let possible = web.join("package.json").exists() && web.join("package-lock.json").exists() && has_npm();
    let build = match mode.as_str() {
        "placeholder" => false,
        "npm" => true,
        "auto" => possible,
        other => return Err(format!("GUNBAI_WEB={other}: say placeholder, npm or auto").into()),
    };
    if build {
        install(&web)?;
        npm(&web, &["run", "build", "--", "--outDir", &out.display().to_string(), "--emptyOutDir"])?;
    } else {
        if mode == "auto" {
            println!(
                "cargo::warning=the client in web/ is not built in: install Node 20.19 or newer with npm, then build again"
            );
        }
        let _ = fs::remove_dir_all(&out);
        fs::create_dir_all(&out)?;
        fs::write(out.join("index.html"), PLACEHOLDER)?;
    }
    list(&out, !build)
}

fn npm_name() -> &'static str {
    if cfg!(windows) { "npm.cmd" } else { "npm" }
}

fn has_npm() -> bool {
    Command::new(npm_name()).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Runs npm; what it says is shown only if it fails.
fn npm(web: &Path, arguments: &[&str]) -> Result<()> {
    let shown = format!("npm {}", arguments.join(" "));
    let output = Command::new(npm_name()).args(arguments).current_dir(web).output();
    let output = output.map_err(|error| format!("`{shown}` could not be started: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!(
        "`{shown}` failed in {}:\n{}{}\nto see it by itself:  cd web && npm ci && npm run build\n\
         to build without it: GUNBAI_WEB=placeholder cargo build",
        web.display(),
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    )
    .into())
}

/// `npm ci`, if the lock file is another than the one that was installed from.
fn install(web: &Path) -> Result<()> {
    let lock = fs::read(web.join("package-lock.json"))
        .map_err(|error| format!("web/package-lock.json cannot be read: {error}"))?;
    let wanted = hex(&Sha256::digest(lock));
    let stamp = web.join("node_modules/.gunbai-lock");
    let installed = || fs::read_to_string(&stamp).is_ok_and(|stamp| stamp == wanted);
    if installed() {
        return Ok(());
    }
    // Another build (clippy, another profile) may be at it.
    let _guard = Guard::take(web.join(".npm-ci.lock"))?;
    if !installed() {
        npm(web, &["ci", "--no-audit", "--no-fund"])?;
        fs::write(&stamp, wanted)?;
    }
    Ok(())
}

/// A file that is there while somebody installs.
struct Guard(PathBuf);

impl Guard {
    fn take(path: PathBuf) -> Result<Guard> {
        loop {
            match fs::OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(_) => return Ok(Guard(path)),
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
                    let age = fs::metadata(&path).and_then(|data| data.modified()).ok();
                    let age = age.and_then(|made| SystemTime::now().duration_since(made).ok());
                    if age.is_some_and(|age| age > STALE) {
                        let _ = fs::remove_file(&path);
                    }
                    thread::sleep(Duration::from_millis(200));
                }
                Err(error) => return Err(format!("{}: {error}", path.display()).into()),
            }
        }
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// Writes `files.rs`: every file with its compressed form and its tag.
fn list(out: &Path, placeholder: bool) -> Result<()> {
    let mut files = Vec::new();
    collect(out, String::new(), &mut files)?;
    files.sort();
    let packed = out.with_file_name("gzip");
    let _ = fs::remove_dir_all(&packed);
    fs::create_dir_all(&packed)?;
    let mut code = format!(
        "const PLACEHOLDER: bool = {placeholder};\n/// Everything there is.\npub const FILES: &[File] = &[\n"
    );
    for (n, (path, file)) in files.iter().enumerate() {
        let plain = fs::read(file)?;
        let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
        gzip.write_all(&plain)?;
        let mut gzip = gzip.finish()?;
        if gzip.len() * 10 > plain.len() * 9 {
            gzip.clear();
        }
        let to = packed.join(n.to_string());
        fs::write(&to, gzip)?;
        writeln!(
            code,
            "    File {{ path: {path:?}, plain: include_bytes!({:?}), gzip: include_bytes!({:?}), etag: {:?} }},",
            file.display().to_string(),
            to.display().to_string(),
            &hex(&Sha256::digest(&plain))[..16],
        )?;
    }
    code.push_str("];\n");
    fs::write(out.with_file_name("files.rs"), code)?;
    Ok(())
}

fn collect(folder: &Path, below: String, files: &mut Vec<(String, PathBuf)>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        let path = if below.is_empty() { name } else { format!("{below}/{name}") };
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), path, files)?;
        } else {
            files.push((path, entry.path()));
        }
    }
    Ok(())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
