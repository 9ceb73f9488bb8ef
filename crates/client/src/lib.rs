//! The client, carried in the program. `build.rs` makes it from `web/`.

/// A file of the client.
#[derive(Clone, Copy, Debug)]
pub struct File {
    /// Below the root: `assets/index-1a2b.js`.
    pub path: &'static str,
    pub plain: &'static [u8],
    /// Compressed; empty where that saves nothing.
    pub gzip: &'static [u8],
    /// Changes with the content.
    pub etag: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The file of this path.
pub fn file(path: &str) -> Option<&'static File> {
    FILES.iter().find(|file| file.path == path)
}

/// Is this the real client, or the page that says what is missing?
pub fn is_placeholder() -> bool {
    PLACEHOLDER
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_always_a_page_to_show() {
        let page = file("index.html").expect("index.html");
        assert!(String::from_utf8_lossy(page.plain).contains("<html"));
        assert_eq!(page.etag.len(), 16);
    }
}
