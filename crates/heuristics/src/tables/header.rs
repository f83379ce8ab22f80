//! The header: the first 4096 bytes of a file, which describe the table in text.

use super::TableFault;

/// The length of the header: a page, so that the table begins on one.
pub(super) const HEADER: usize = 4096;

const MAGIC: &str = "tilebench table ";
const FORMAT: &str = "1";
const FOOT: &str = "The table follows at byte 4096.\n";

/// The description of a table in the header of its file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Header {
    /// The identity of the table: see [`TableSpec::identity`](crate::TableSpec::identity).
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

    /// The bytes of the header; `None` if the identity has a line break or is too long.
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

    /// Reads the output of [`to_bytes`](Self::to_bytes), and refuses anything else.
    pub(super) fn parse(page: &[u8; HEADER]) -> Result<Self, TableFault> {
        let Some(version) = page.strip_prefix(MAGIC.as_bytes()) else { return Err(TableFault::NotATable) };
        let version = version.split(|byte| *byte == b'\n').next().unwrap_or_default();
        if version != FORMAT.as_bytes() {
            let found = String::from_utf8_lossy(version).chars().take(20).collect();
            return Err(TableFault::Format { found, known: FORMAT });
        }
        let mut lines = HeaderLines { page, at: 0, line: 0 };
        lines.value(MAGIC)?;
        let identity = lines.value("identity: ")?.to_owned();
        let bytes = lines.value("bytes: ")?.parse().map_err(|_| TableFault::Line(3, "bytes: "))?;
        let checksum = lines.value("blake3: ")?.to_owned();
        let producer = lines.value("producer: ")?.to_owned();
        let found = blake3::hash(&page[..lines.at]).to_string();
        let expected = lines.value("header: ")?.to_owned();
        if found != expected {
            return Err(TableFault::HeaderChecksum { found, expected });
        }
        let header = Self { identity, bytes, checksum, producer };
        // The checksum does not cover the text after it, which is the same in every header.
        if header.to_bytes() == Some(*page) { Ok(header) } else { Err(TableFault::Padding) }
    }
}

/// The lines of a header, one after another.
struct HeaderLines<'a> {
    page: &'a [u8; HEADER],
    at: usize,
    line: usize,
}

impl<'a> HeaderLines<'a> {
    /// The rest of the next line, which begins with `key`.
    fn value(&mut self, key: &'static str) -> Result<&'a str, TableFault> {
        self.line += 1;
        let rest = &self.page[self.at..];
        let line = rest.iter().position(|byte| *byte == b'\n').and_then(|end| str::from_utf8(&rest[..end]).ok());
        let Some(line) = line else { return Err(TableFault::Line(self.line, key)) };
        self.at += line.len() + 1;
        line.strip_prefix(key).ok_or(TableFault::Line(self.line, key))
    }
}

#[cfg(test)]
#[path = "header/tests.rs"]
mod tests;
