//! What leaves the server: letters over SMTP, and calls of webhooks.
//!
//! People say where calls go, so none may reach what only this machine can: every address a name stands for must be a
//! public one, the call goes to the very address that was looked at, and redirections are not followed.

use std::{
    net::{IpAddr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use axum::body::Body;
use hyper::{
    Request, StatusCode, Uri,
    client::conn::http1,
    header,
    http::uri::{Authority, Scheme},
};
use hyper_util::rt::TokioIo;
use lettre::{
    AsyncSmtpTransport, AsyncTransport as _, Message, Tokio1Executor,
    message::{
        Mailbox,
        header::{ContentType, HeaderName, HeaderValue},
    },
};
use rustls::{ClientConfig, RootCertStore, crypto::ring, pki_types::ServerName};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::{TcpStream, lookup_host},
    sync::Semaphore,
    time::timeout,
};
use tokio_rustls::TlsConnector;

use crate::wire::CanNotify;

/// A call or a letter takes no longer.
const PATIENCE: Duration = Duration::from_secs(20);
/// The most deliveries at the same time; the others wait.
const AT_ONCE: usize = 8;
/// And no more than this wait.
const MOST_WAITING: usize = 1_000;

/// A webhook to be called.
#[derive(Debug)]
pub(crate) struct Call {
    pub(crate) address: String,
    pub(crate) body: String,
}

/// A letter to be sent.
#[derive(Debug)]
pub(crate) struct Letter {
    pub(crate) to: String,
    pub(crate) subject: String,
    pub(crate) text: String,
    /// Where a program posts to have no more sent.
    pub(crate) stop: Option<String>,
}

struct Post {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
}

/// The way out.
pub(crate) struct Outside {
    /// By this address people know the server.
    public: Option<String>,
    post: Option<Arc<Post>>,
    /// Webhooks may go to addresses that are not public.
    private: bool,
    tls: TlsConnector,
    turns: Arc<Semaphore>,
}

impl Outside {
    pub(crate) fn new(
        public: Option<String>,
        mail: Option<(String, String)>,
        private: bool,
    ) -> Result<Outside, String> {
        let public = public.map(|public| public.trim_end_matches('/').to_owned());
        if let Some(public) = &public {
            let uri: Uri = public.parse().map_err(|error| format!("{public} is no address: {error}"))?;
            if !matches!(uri.scheme_str(), Some("http" | "https")) || uri.path() != "/" {
                return Err(format!("{public}: say the public address as in https://table.example.org"));
            }
        }
        let post = mail.map(|(url, from)| {
            let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(&url)
                .map_err(|error| format!("mail cannot be sent this way: {error}"))?;
            let from = from.parse().map_err(|error| format!("{from}: {error}"))?;
            Ok::<_, String>(Arc::new(Post { transport: transport.timeout(Some(PATIENCE)).build(), from }))
        });
        let mut roots = RootCertStore::empty();
        roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| error.to_string())?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Outside {
            public,
            post: post.transpose()?,
            private,
            tls: TlsConnector::from(Arc::new(config)),
            turns: Arc::new(Semaphore::new(AT_ONCE)),
        })
    }

    /// Without an address of our own there is nothing to lead people back to.
    pub(crate) fn can(&self) -> CanNotify {
        let known = self.public.is_some();
        CanNotify { webhook: known, email: known && self.post.is_some() }
    }

    /// Do people come over TLS?
    pub(crate) fn is_secure(&self) -> bool {
        self.public.as_deref().is_some_and(|public| public.starts_with("https:"))
    }

    /// Is this a name of ours, as a browser says it in `Host`? Without a public address: a number, which no name of
    /// somebody else can stand for, or this machine.
    pub(crate) fn is_host(&self, said: &str) -> bool {
        let Ok(said) = said.parse::<Authority>() else { return false };
        let host = said.host().trim_start_matches('[').trim_end_matches(']');
        let number = host.parse::<IpAddr>().ok();
        let local =
            host.eq_ignore_ascii_case("localhost") || number.is_some_and(|number| number.is_loopback());
        match self.public.as_deref().and_then(|public| public.parse::<Uri>().ok()) {
            Some(public) => local || public.authority().is_some_and(|own| own == said.as_str()),
            None => local || number.is_some(),
        }
    }

    /// A page of ours, as others write it.
    pub(crate) fn page(&self, path: &str) -> String {
        format!("{}{path}", self.public.as_deref().unwrap_or_default())
    }

    pub(crate) fn is_mailbox(&self, text: &str) -> Result<(), String> {
        text.parse::<lettre::Address>().map(|_| ()).map_err(|_| format!("`{text}` is no address for mail"))
    }

    /// Could this be called at all? What its name stands for is looked at when it is.
    pub(crate) fn is_address(&self, text: &str) -> Result<(), String> {
        let (_, host, _) = target(text)?;
        match host.trim_matches(['[', ']']).parse::<IpAddr>() {
            Ok(address) if !self.private && !is_public(address) => {
                Err(format!("{address} is no public address"))
            }
            _ => Ok(()),
        }
    }

    fn begin(&self, what: &'static str, work: impl Future<Output = Result<(), String>> + Send + 'static) {
        if self.turns.available_permits() == 0 && Arc::strong_count(&self.turns) > MOST_WAITING {
            tracing::warn!(what, "too many wait to be sent; this one is dropped");
            return;
        }
        let turns = self.turns.clone();
        tokio::spawn(async move {
            let Ok(_turn) = turns.acquire().await else { return };
            match timeout(PATIENCE, work).await {
                Ok(Ok(())) => {}
                Ok(Err(why)) => tracing::info!(what, why, "nobody was reached"),
                Err(_) => tracing::info!(what, "nobody was reached in time"),
            }
        });
    }

    pub(crate) fn write(&self, letter: Letter) {
        let Some(post) = self.post.clone() else { return };
        self.begin("letter", async move { post.send(letter).await });
    }

    pub(crate) fn call(&self, call: Call) {
        let (tls, private) = (self.tls.clone(), self.private);
        self.begin("webhook", async move { call.make(tls, private).await });
    }
}

impl Post {
    async fn send(&self, letter: Letter) -> Result<(), String> {
        let to: lettre::Address = letter.to.parse().map_err(|error| format!("{error}"))?;
        let mut builder = Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .subject(letter.subject)
            .header(ContentType::TEXT_PLAIN);
        if let Some(stop) = letter.stop {
            let raw = |name: &'static str, value: String| {
                HeaderValue::new(HeaderName::new_from_ascii_str(name), value)
            };
            builder = builder
                .raw_header(raw("List-Unsubscribe", format!("<{stop}>")))
                .raw_header(raw("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned()))
                .raw_header(raw("Auto-Submitted", "auto-generated".to_owned()));
        }
        let message = builder.body(letter.text).map_err(|error| error.to_string())?;
        self.transport.send(message).await.map(|_| ()).map_err(|error| error.to_string())
    }
}

/// The address, its host and its port.
fn target(text: &str) -> Result<(Uri, String, u16), String> {
    let uri: Uri = text.parse().map_err(|_| format!("`{text}` is no address"))?;
    let port = match uri.scheme() {
        Some(scheme) if *scheme == Scheme::HTTPS => 443,
        Some(scheme) if *scheme == Scheme::HTTP => 80,
        _ => return Err("a webhook begins with https:// or http://".to_owned()),
    };
    let authority = uri.authority().ok_or("a webhook names a host")?;
    if authority.as_str().contains('@') {
        return Err("a webhook holds no password".to_owned());
    }
    let (host, port) = (uri.host().unwrap_or_default().to_owned(), uri.port_u16().unwrap_or(port));
    Ok((uri, host, port))
}

trait Line: AsyncRead + AsyncWrite + Unpin + Send {}
impl<T: AsyncRead + AsyncWrite + Unpin + Send> Line for T {}

impl Call {
    async fn make(self, tls: TlsConnector, private: bool) -> Result<(), String> {
        let (uri, host, port) = target(&self.address)?;
        let bare = host.trim_matches(['[', ']']).to_owned();
        let found: Vec<SocketAddr> =
            lookup_host((bare.as_str(), port)).await.map_err(|error| error.to_string())?.collect();
        if let Some(own) = found.iter().find(|address| !private && !is_public(address.ip())) {
            return Err(format!("{host} stands for {}, which is no public address", own.ip()));
        }
        let line = TcpStream::connect(found.as_slice()).await.map_err(|error| error.to_string())?;
        let line: Box<dyn Line> = if uri.scheme() == Some(&Scheme::HTTPS) {
            let name = ServerName::try_from(bare).map_err(|error| error.to_string())?;
            Box::new(tls.connect(name, line).await.map_err(|error| error.to_string())?)
        } else {
            Box::new(line)
        };
        let path = uri.path_and_query().map_or("/", |path| path.as_str());
        let request = Request::post(path)
            .header(header::HOST, uri.authority().map_or("", |authority| authority.as_str()))
            .header(header::USER_AGENT, concat!("gunbai/", env!("CARGO_PKG_VERSION")))
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::CONNECTION, "close")
            .body(Body::from(self.body))
            .map_err(|error| error.to_string())?;
        let (mut sender, connection) =
            http1::handshake(TokioIo::new(line)).await.map_err(|error| error.to_string())?;
        let connected = tokio::spawn(connection);
        let answered = sender.send_request(request).await;
        connected.abort();
        match answered.map_err(|error| error.to_string())?.status() {
            status if status.is_success() => Ok(()),
            status if status.is_redirection() => Err(format!("{status}: redirections are not followed")),
            status => Err(StatusCode::to_string(&status)),
        }
    }
}

/// Can anyone reach this address from anywhere? What is not known to be public is not.
fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => {
            let [a, b, c, _] = address.octets();
            let own = address.is_private()
                || address.is_loopback()
                || address.is_link_local()
                || address.is_unspecified()
                || address.is_broadcast()
                || address.is_documentation()
                || address.is_multicast();
            // Shared by a provider's customers, protocols, measurements, reserved.
            let special = a == 0
                || (a == 100 && (64..128).contains(&b))
                || (a == 192 && b == 0 && c == 0)
                || (a == 192 && b == 88 && c == 99)
                || (a == 198 && (18..20).contains(&b))
                || a >= 240;
            !own && !special
        }
        IpAddr::V6(address) => {
            let [a, b, ..] = address.segments();
            // Only 2000::/3 is given out, and parts of it stand for other addresses or none.
            let given = (0x2000..0x4000).contains(&a);
            let other =
                a == 0x2002 || (a == 0x2001 && (b < 0x0200 || b == 0x0db8)) || (a == 0x3fff && b < 0x1000);
            given && !other
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_that_anyone_can_reach_are_public() {
        let no = [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "0.0.0.0",
            "100.64.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "198.18.0.1",
            "192.0.2.1",
            "240.0.0.1",
            "::1",
            "::",
            "fe80::1",
            "fc00::1",
            "fd12:3456::1",
            "ff02::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "2001:db8::1",
            "2001::1",
            "3fff:0fff::1",
        ];
        for address in &no {
            assert!(!is_public(address.parse().unwrap()), "{address}");
        }
        for address in
            ["1.1.1.1", "93.184.216.34", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a00:1450::1"]
        {
            assert!(is_public(address.parse().unwrap()), "{address}");
        }
    }

    #[test]
    fn a_mailbox_is_one_address_on_one_line() {
        let outside = Outside::new(None, None, false).unwrap();
        for wrong in [
            "",
            "kimura",
            "kimura@",
            "kimura@example.org, goto@example.org",
            "Kimura <kimura@example.org>",
            "kimura@example.org\r\nBcc: goto@example.org",
            "kimura\r\nRCPT TO:<goto@example.org>@example.org",
            "\"kimura\r\nBcc: goto\"@example.org",
            "kimura@example.org\0",
        ] {
            assert!(outside.is_mailbox(wrong).is_err(), "{wrong:?}");
        }
        assert!(outside.is_mailbox("kimura+yao@example.org").is_ok());
    }

    #[test]
    fn a_webhook_is_a_web_address_without_a_password() {
        let outside = Outside::new(Some("https://table.example.org/".into()), None, false).unwrap();
        for wrong in [
            "",
            "table",
            "ftp://example.org",
            "https://",
            "https://me:secret@example.org/",
            "http://127.0.0.1/",
            "http://[::1]:8015/",
            "http://169.254.169.254/latest/meta-data",
        ] {
            assert!(outside.is_address(wrong).is_err(), "{wrong}");
        }
        assert!(outside.is_address("https://example.org:8443/hook?x=1").is_ok());
        assert_eq!(outside.page("/t/a"), "https://table.example.org/t/a");
        assert!(outside.is_secure());
        assert!(Outside::new(Some("table.example.org".into()), None, false).is_err());
    }
}
