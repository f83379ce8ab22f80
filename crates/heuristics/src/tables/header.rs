//! The first 4096 bytes of a file: what the table is, in text.

use super::Fault;

/// The length of the header: a page, so that the table begins on one.
pub(super) const HEADER: usize = 4096;

const MAGIC: &str = "tilebench table ";
const FORMAT: &str = "1";
const FOOT: &str = "The table follows at byte 4096.\n";

/// The data of a file's header on its table.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Header {
    /// The identity of the table: see [`Recipe::identity`](crate::Recipe::identity).
    pub identity: String,
    /// The length of the table, without the header.
    pub bytes: u64,
    /// The BLAKE3 checksum of the table, in hexadecimal digits.
    pub checksum: String,
    /// The program that built it, and its version.
    pub producer: String,
}

impl Header {
    /// The header of a table that this program built.
    pub(super) fn new(identity: &str, bytes: u64, checksum: blake3::Hash) -> Self {
        Self {
            identity: identity.to_owned(),
            bytes,
            checksum: checksum.to_string(),
            producer: concat!(env!("CARGO_PKG_NAME"), " ", env!("CARGO_PKG_VERSION")).to_owned(),
        }
    }

    /// The header as it is written; `None` if the identity has a line break or is too long.
    pub(super) fn to_bytes(&self) -> Option<[u8; HEADER]> {
        let Self { identity, bytes, checksum, producer } = self;
        let lines = format!(
            "{MAGIC}{FORMAT}\nidentity: {identity}\nbytes: {bytes}\nblake3: {checksum}\nproducer: {producer}\n"
        );
        let text = format!("{lines}header: {}\n{FOOT}", blake3::hash(lines.as_bytes()));
        let mut page = [b' '; HEADER];
        page[HEADER - 1] = b'\n';
        page.get_mut(..text.len())?.copy_from_slice(text.as_bytes());
        (!identity.contains('\n')).then_some(page)
    }

    /// Reads what [`to_bytes`](Self::to_bytes) wrote, and nothing else.
    pub(super) fn parse(page: &[u8; HEADER]) -> Result<Self, Fault> {
        let Some(version) = page.strip_prefix(MAGIC.as_bytes()) else { return Err(Fault::Foreign) };
        let version = version.split(|byte| *byte == b'\n').next().unwrap_or_default();
        if version != FORMAT.as_bytes() {
            let found = String::from_utf8_lossy(version).chars().take(20).collect();
            return Err(Fault::Format { found, known: FORMAT });
        }
        let mut lines = Lines { page, at: 0, line: 0 };
        lines.value(MAGIC)?;
        let identity = lines.value("identity: ")?.to_owned();
        let bytes = lines.value("bytes: ")?.parse().map_err(|_| Fault::Line(3, "bytes: "))?;
        let checksum = lines.value("blake3: ")?.to_owned();
        let producer = lines.value("producer: ")?.to_owned();
        let found = blake3::hash(&page[..lines.at]).to_string();
        let expected = lines.value("header: ")?.to_owned();
        if found != expected {
            return Err(Fault::HeaderChecksum { found, expected });
        }
        let header = Self { identity, bytes, checksum, producer };
        // The checksum is not of what follows it; that is the same in every header.
        if header.to_bytes() == Some(*page) { Ok(header) } else { Err(Fault::Padding) }
    }
}

/// The lines of a header, one after another.
struct Lines<'a> {
    page: &'a [u8; HEADER],
    at: usize,
    line: usize,
}

impl<'a> Lines<'a> {
    /// The rest of the next line, which begins with `key`.
    fn value(&mut self, key: &'static str) -> Result<&'a str, Fault> {
        self.line += 1;
        let rest = &self.page[self.at..];
        let line = rest.iter().position(|byte| *byte == b'\n').and_then(|end| str::from_utf8(&rest[..end]).ok());
        let Some(line) = line else { return Err(Fault::Line(self.line, key)) };
        self.at += line.len() + 1;
        line.strip_prefix(key).ok_or(Fault::Line(self.line, key))
    }
}

#[cfg(test)]
#[path = "header/tests.rs"]
mod tests;
