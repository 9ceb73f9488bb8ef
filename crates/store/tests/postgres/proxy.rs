//! A proxy before the database that can go silent: connections stay open, and nothing passes.

use std::{
    io,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU32, AtomicUsize, Ordering},
    },
};

use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _},
    net::{UnixListener, UnixStream},
};

pub(crate) struct Proxy {
    folder: PathBuf,
    /// Connections opened before this many silences pass nothing any more.
    silences: Arc<AtomicU32>,
    pub(crate) open: Arc<AtomicUsize>,
    pub(crate) most: Arc<AtomicUsize>,
}

impl Proxy {
    /// Passes connections on to the socket of a database in `behind`; its own socket is in `folder`.
    pub(crate) fn start(folder: &Path, behind: &Path) -> Proxy {
        std::fs::create_dir_all(folder).unwrap();
        let listener = UnixListener::bind(folder.join(".s.PGSQL.5432")).unwrap();
        let behind = behind.join(".s.PGSQL.5432");
        let silences = Arc::new(AtomicU32::new(0));
        let (open, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let proxy = Proxy {
            folder: folder.to_owned(),
            silences: silences.clone(),
            open: open.clone(),
            most: most.clone(),
        };
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let (behind, silences) = (behind.clone(), silences.clone());
                let (open, most) = (open.clone(), most.clone());
                tokio::spawn(async move {
                    most.fetch_max(open.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                    let born = silences.load(Ordering::SeqCst);
                    if let Ok(server) = UnixStream::connect(behind).await {
                        let (from_client, to_client) = client.into_split();
                        let (from_server, to_server) = server.into_split();
                        let ways = (
                            pass(from_client, to_server, &silences, born),
                            pass(from_server, to_client, &silences, born),
                        );
                        let _ = tokio::join!(ways.0, ways.1);
                    }
                    open.fetch_sub(1, Ordering::SeqCst);
                });
            }
        });
        proxy
    }

    pub(crate) fn url(&self, database: &str) -> String {
        format!("postgres://gunbai@/{database}?host={}", self.folder.display())
    }

    /// Every connection open now passes nothing any more; new ones work.
    pub(crate) fn go_silent(&self) {
        self.silences.fetch_add(1, Ordering::SeqCst);
    }
}

async fn pass(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    silences: &AtomicU32,
    born: u32,
) -> io::Result<()> {
    let mut buffer = [0; 8192];
    loop {
        let read = from.read(&mut buffer).await?;
        if read == 0 {
            return to.shutdown().await;
        }
        if silences.load(Ordering::SeqCst) == born {
            to.write_all(&buffer[..read]).await?;
        }
    }
}
