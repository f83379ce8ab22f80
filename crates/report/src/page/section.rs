//! The parts of a page, in the order of reading, and the list of contents that leads to them.

use std::fmt::{Result, Write as _};

use crate::export::html::{self, escape};
use crate::number;
use crate::table::ReportTable;

/// A part of the page: a heading and its content.
#[derive(Debug)]
pub(super) struct PageSection {
    /// The name by which the address leads to it.
    pub(super) id: String,
    /// The heading.
    pub(super) title: String,
    /// Whether it reports faults.
    pub(super) alarms: bool,
    /// The content below the heading, as HTML.
    pub(super) html: String,
}

/// A table of more rows than this is folded.
const MAX_UNFOLDED_ROWS: usize = 60;

impl PageSection {
    /// An empty part.
    pub(super) fn new(id: &str, title: &str) -> Self {
        Self { id: id.to_owned(), title: title.to_owned(), alarms: false, html: String::new() }
    }

    /// A part that holds `tables`, each with its title.
    pub(super) fn of_tables(
        id: &str,
        title: &str,
        tables: &[&ReportTable],
    ) -> std::result::Result<Self, std::fmt::Error> {
        let mut part = Self::new(id, title);
        for table in tables {
            part.table(table)?;
        }
        Ok(part)
    }

    /// Adds `table` with its title.
    pub(super) fn table(&mut self, table: &ReportTable) -> Result {
        writeln!(self.html, "<div class=\"table\" id=\"{}\">", table.name)?;
        // A table that is all that its part is about has the part's heading.
        if table.title != self.title {
            writeln!(self.html, "<h3>{}</h3>", escape(&table.title))?;
        }
        // A long one would bury what comes after it.
        let is_long = table.rows.len() > MAX_UNFOLDED_ROWS;
        if is_long {
            writeln!(self.html, "<details>\n<summary>{} rows</summary>", number::whole(table.rows.len() as u64))?;
        }
        html::write(&mut self.html, table)?;
        self.html.push_str(if is_long { "</details>\n</div>\n" } else { "</div>\n" });
        Ok(())
    }

    /// Writes the part to `text`.
    pub(super) fn write(&self, text: &mut String) -> Result {
        let class = if self.alarms { " class=\"alarm\"" } else { "" };
        writeln!(text, "<section id=\"part-{}\"{class}>\n<h2>{}</h2>", self.id, escape(&self.title))?;
        text.push_str(&self.html);
        writeln!(text, "</section>")
    }
}

/// Writes the list of contents.
pub(super) fn contents(text: &mut String, parts: &[PageSection]) -> Result {
    writeln!(text, "<nav aria-label=\"Contents\">")?;
    for PageSection { id, title, .. } in parts {
        writeln!(text, "<a href=\"#part-{id}\">{}</a>", escape(title))?;
    }
    writeln!(text, "</nav>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_is_reached_from_the_contents_by_its_id() {
        let parts = [PageSection::new("charts", "Charts"), PageSection::new("a", "<A>")];
        let mut text = String::new();
        contents(&mut text, &parts).unwrap();
        for part in &parts {
            part.write(&mut text).unwrap();
        }
        assert!(
            text.contains("<a href=\"#part-a\">&lt;A&gt;</a>") && text.contains("<section id=\"part-a\">"),
            "{text}"
        );
        assert_eq!(text.matches("#part-").count(), text.matches("<section id=\"part-").count());
    }
}
