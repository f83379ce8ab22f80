//! Tables for the page.

use std::fmt::{Result, Write as _};

use crate::table::ReportTable;

/// Writes `table` to `html`; the first cell of a row is its heading. The script of the page makes its columns sortable.
pub(crate) fn write(html: &mut String, table: &ReportTable) -> Result {
    write_captioned(html, table, "")
}

/// As [`write`], with a caption unless it is empty.
pub(crate) fn write_captioned(html: &mut String, table: &ReportTable, caption: &str) -> Result {
    let class = |numbers: bool| if numbers { " class=\"n\"" } else { "" };
    html.push_str("<div class=\"wide\"><table>\n");
    if !caption.is_empty() {
        writeln!(html, "<caption>{}</caption>", escape(caption))?;
    }
    html.push_str("<thead><tr>");
    for column in &table.columns {
        write!(html, "<th scope=\"col\"{}>{}</th>", class(column.numbers), escape(&column.title))?;
    }
    html.push_str("</tr></thead>\n<tbody>\n");
    for row in &table.rows {
        html.push_str("<tr>");
        for (at, (cell, column)) in row.iter().zip(&table.columns).enumerate() {
            let sort = cell.number.map(|number| format!(" data-sort=\"{number}\"")).unwrap_or_default();
            let (tag, scope) = if at == 0 { ("th", " scope=\"row\"") } else { ("td", "") };
            write!(html, "<{tag}{scope}{}{sort}>{}</{tag}>", class(column.numbers), escape(&cell.text))?;
        }
        html.push_str("</tr>\n");
    }
    html.push_str("</tbody></table></div>\n");
    for note in &table.notes {
        writeln!(html, "<p class=\"note\">{}</p>", escape(note))?;
    }
    Ok(())
}

/// `text` with markup characters escaped.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_in_a_message_is_escaped() {
        assert_eq!(escape("<b>\"a\" & b</b>"), "&lt;b&gt;&quot;a&quot; &amp; b&lt;/b&gt;");
    }
}
