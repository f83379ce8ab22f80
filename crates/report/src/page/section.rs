//! The sections of a page, in the order of reading, and the table of contents.

use std::fmt::{Result, Write as _};

use crate::export::html::{self, escape};
use crate::number;
use crate::table::ReportTable;

/// A section of the page: a heading and its content.
#[derive(Debug)]
pub(super) struct PageSection {
    /// The name in the address of the section.
    pub(super) id: String,
    /// The heading.
    pub(super) title: String,
    /// Whether it reports faults.
    pub(super) alarms: bool,
    /// The content below the heading, as HTML.
    pub(super) html: String,
}

/// The maximum number of rows of a table that is not folded.
const MAX_UNFOLDED_ROWS: usize = 60;

impl PageSection {
    /// An empty section.
    pub(super) fn new(id: &str, title: &str) -> Self {
        Self { id: id.to_owned(), title: title.to_owned(), alarms: false, html: String::new() }
    }

    /// A section with `tables`, each with its title.
    pub(super) fn with_tables(
        id: &str,
        title: &str,
        tables: &[&ReportTable],
    ) -> std::result::Result<Self, std::fmt::Error> {
        let mut section = Self::new(id, title);
        for table in tables {
            section.table(table)?;
        }
        Ok(section)
    }

    /// Adds `table` with its title.
    pub(super) fn table(&mut self, table: &ReportTable) -> Result {
        writeln!(self.html, "<div class=\"table\" id=\"{}\">", table.name)?;
        // The only table of a section can share the heading of the section.
        if table.title != self.title {
            writeln!(self.html, "<h3>{}</h3>", escape(&table.title))?;
        }
        let is_long = table.rows.len() > MAX_UNFOLDED_ROWS;
        if is_long {
            writeln!(self.html, "<details>\n<summary>{} rows</summary>", number::grouped(table.rows.len() as u64))?;
        }
        html::write(&mut self.html, table)?;
        self.html.push_str(if is_long { "</details>\n</div>\n" } else { "</div>\n" });
        Ok(())
    }

    /// Writes the section to `text`, always open.
    pub(super) fn write(&self, text: &mut String) -> Result {
        let class = if self.alarms { " class=\"alarm\"" } else { "" };
        writeln!(text, "<section id=\"part-{}\"{class}>\n<h2>{}</h2>", self.id, escape(&self.title))?;
        text.push_str(&self.html);
        writeln!(text, "</section>")
    }

    /// Writes the section to `text`, folded.
    pub(super) fn write_folded(&self, text: &mut String) -> Result {
        writeln!(text, "<section id=\"part-{}\">\n<details class=\"part\">", self.id)?;
        writeln!(text, "<summary><h2>{}</h2></summary>", escape(&self.title))?;
        text.push_str(&self.html);
        writeln!(text, "</details>\n</section>")
    }
}

/// Writes the table of contents.
pub(super) fn contents(text: &mut String, sections: &[PageSection]) -> Result {
    writeln!(text, "<nav aria-label=\"Contents\">")?;
    for PageSection { id, title, .. } in sections {
        writeln!(text, "<a href=\"#part-{id}\">{}</a>", escape(title))?;
    }
    writeln!(text, "</nav>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_contents_links_to_every_section() {
        let sections = [PageSection::new("charts", "Charts"), PageSection::new("a", "<A>")];
        let mut text = String::new();
        contents(&mut text, &sections).unwrap();
        for section in &sections {
            section.write(&mut text).unwrap();
        }
        assert!(
            text.contains("<a href=\"#part-a\">&lt;A&gt;</a>") && text.contains("<section id=\"part-a\">"),
            "{text}"
        );
        assert_eq!(text.matches("#part-").count(), text.matches("<section id=\"part-").count());
    }
}
