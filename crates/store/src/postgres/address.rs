//! Where the database is, and whether the way there is encrypted.

use std::{sync::Arc, time::Duration};

use rustls::{
    ClientConfig, RootCertStore,
    crypto::ring,
    pki_types::{CertificateDer, pem::PemObject as _},
};
use tokio_postgres::{Client, Config, Connection, Error, Socket, config::SslMode, tls::MakeTlsConnect};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::StoreError;

/// An address as `postgres://…?sslmode=require&sslrootcert=FILE`.
///
/// `sslmode=require` encrypts, and the certificate is always checked: against the authorities in `sslrootcert`, or
/// against the well-known ones. Without it nothing is encrypted, which is for sockets and private networks.
pub(super) struct Address {
    config: Config,
    tls: MakeRustlsConnect,
}

/// The connection as it is read and written when it is encrypted.
type Encrypted = <MakeRustlsConnect as MakeTlsConnect<Socket>>::Stream;

fn wrong(why: impl std::fmt::Display) -> StoreError {
    StoreError::Broken(format!("this is no address of a database: {why}"))
}

impl Address {
    pub(super) fn parse(url: &str) -> Result<Address, StoreError> {
        let (base, query) = url.split_once('?').unwrap_or((url, ""));
        let mut roots = None;
        let mut encrypted = SslMode::Disable;
        let mut rest = Vec::new();
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            match pair.split_once('=') {
                Some(("sslrootcert", file)) => roots = Some(file.replace("%2F", "/").replace("%2f", "/")),
                Some(("sslmode", "disable")) => encrypted = SslMode::Disable,
                Some(("sslmode", "require" | "verify-ca" | "verify-full")) => encrypted = SslMode::Require,
                Some(("sslmode", other)) => {
                    return Err(wrong(format!("`sslmode={other}`: say `require` or `disable`")));
                }
                _ => rest.push(pair),
            }
        }
        let url = if rest.is_empty() { base.to_owned() } else { format!("{base}?{}", rest.join("&")) };
        let mut config: Config = url.parse().map_err(wrong)?;
        config
            .application_name("gunbai")
            .connect_timeout(Duration::from_secs(5))
            .tcp_user_timeout(Duration::from_secs(10))
            .keepalives_idle(Duration::from_secs(10))
            .ssl_mode(encrypted);
        if config.get_options().is_none() {
            // A transaction whose server vanished must not keep its locks.
            config.options("-c statement_timeout=20000 -c idle_in_transaction_session_timeout=20000");
        }
        let tls = MakeRustlsConnect::new(client(roots.as_deref())?);
        Ok(Address { config, tls })
    }

    pub(super) async fn connect(&self) -> Result<(Client, Connection<Socket, Encrypted>), Error> {
        self.config.connect(self.tls.clone()).await
    }
}

fn client(file: Option<&str>) -> Result<ClientConfig, StoreError> {
    let mut roots = RootCertStore::empty();
    match file {
        Some(file) => {
            let unreadable = |why: &dyn std::fmt::Display| wrong(format!("{file}: {why}"));
            let found = CertificateDer::pem_file_iter(file).map_err(|error| unreadable(&error))?;
            for certificate in found {
                let certificate = certificate.map_err(|error| unreadable(&error))?;
                roots.add(certificate).map_err(|error| unreadable(&error))?;
            }
        }
        None => roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned()),
    }
    let builder = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()));
    let builder = builder.with_safe_default_protocol_versions().map_err(wrong)?;
    Ok(builder.with_root_certificates(roots).with_no_client_auth())
}
