//! The columns of a table that are shown, and display names.

use anyhow::bail;

use crate::export::value::ExportValue;
use crate::expression::nearest;
use crate::number;
use crate::table::{DataColumn, ReportTable, TableCell, TableColumn, data_name};

/// The beginning and the end of a formula in a display name, written `$` by the user: a dollar sign of the results is a letter.
pub(crate) const FORMULA: [char; 2] = ['\u{e000}', '\u{e001}'];

/// The columns of a table to show, and names for configurations and columns.
#[derive(Clone, Debug, Default)]
pub struct TableView {
    /// The columns, in this order, by their names in CSV files or their titles; all if there are none.
    pub columns: Vec<String>,
    /// Display names: the text to be replaced (a whole cell, or the name or title of a column), and the text shown. `$` around a
    /// formula of LaTeX makes it one there.
    pub names: Vec<(String, String)>,
}

impl ReportTable {
    /// The table as `view` shows it.
    ///
    /// # Errors
    ///
    /// If it has no such column, or nothing has a name that is to be replaced.
    pub(crate) fn viewed(mut self, view: &TableView) -> anyhow::Result<Self> {
        if !view.columns.is_empty() {
            self = self.with_columns(&view.columns)?;
        }
        for (name, shown) in &view.names {
            self.rename(name, shown)?;
        }
        Ok(self)
    }

    fn with_columns(self, wanted: &[String]) -> anyhow::Result<Self> {
        let (mut columns, mut rows, mut data) = (Vec::new(), vec![Vec::new(); self.rows.len()], Vec::new());
        for name in wanted {
            let shown = self.columns.iter().position(|column| is_named(column, name));
            let value = self.data.iter().position(|column| column.name == data_name(name));
            if shown.is_none() && value.is_none() {
                let names: Vec<&str> = self.data.iter().map(|column| column.name.as_str()).collect();
                let nearest = nearest(name, &names).unwrap_or_default();
                bail!(
                    "the table '{}' has no column '{name}'; did you mean '{nearest}'? It has {}",
                    self.name,
                    names.join(", ")
                );
            }
            data.extend(value.map(|place| self.data[place].clone()));
            if let Some(place) = shown {
                columns.push(self.columns[place].clone());
                rows.iter_mut().zip(&self.rows).for_each(|(row, all)| row.push(all[place].clone()));
            } else if let Some(place) = value {
                let DataColumn { name, like, values, .. } = &self.data[place];
                columns.push(TableColumn {
                    name: name.clone(),
                    title: name.clone(),
                    numbers: !matches!(like, ExportValue::Text(_)),
                });
                rows.iter_mut().zip(values).for_each(|(row, value)| row.push(cell(value)));
            }
        }
        Ok(Self { columns, rows, data, ..self })
    }

    /// Shows the cells and the column named `name` as `shown`; returns whether there are any.
    pub(crate) fn show_as(&mut self, name: &str, shown: &str) -> bool {
        let shown = with_formulas(shown);
        let mut found = false;
        for column in self.columns.iter_mut().filter(|column| is_named(column, name)) {
            column.title.clone_from(&shown);
            found = true;
        }
        for cell in self.rows.iter_mut().flatten().filter(|cell| cell.text == name) {
            cell.text.clone_from(&shown);
            found = true;
        }
        found
    }

    fn rename(&mut self, name: &str, shown: &str) -> anyhow::Result<()> {
        if !self.show_as(name, shown) {
            let texts = self.rows.iter().flatten().filter(|cell| cell.number.is_none()).map(|cell| cell.text.as_str());
            let titles = self.columns.iter().map(|column| column.title.as_str());
            let known: Vec<&str> = texts.chain(titles).collect();
            let nearest = nearest(name, &known).unwrap_or_default();
            bail!("the table '{}' shows no '{name}' to be renamed; did you mean '{nearest}'?", self.name);
        }
        Ok(())
    }

    /// The same table for formats without formulas.
    pub(crate) fn without_formulas(mut self) -> Self {
        let plain = |text: &mut String| text.retain(|letter| !FORMULA.contains(&letter));
        self.columns.iter_mut().for_each(|column| plain(&mut column.title));
        self.rows.iter_mut().flatten().for_each(|cell| plain(&mut cell.text));
        self
    }
}

fn is_named(column: &TableColumn, name: &str) -> bool {
    column.title == name || column.name == name
}

/// A value that the table for people does not have.
fn cell(value: &ExportValue) -> TableCell {
    match value {
        ExportValue::Text(text) => TableCell::text(text),
        ExportValue::Whole(Some(count)) => TableCell::count(*count),
        ExportValue::Whole(None) => TableCell::number(None, number::plain),
        ExportValue::Real(value) => TableCell::number(*value, number::significant),
    }
}

/// `text` with the dollar signs of its formulas marked, and without spaces at which a heading would be wrapped within a formula. A
/// single dollar sign is a letter.
fn with_formulas(text: &str) -> String {
    let parts: Vec<&str> = text.split('$').collect();
    let last = parts.len() - 1;
    let mut marked = String::new();
    for (place, part) in parts.into_iter().enumerate() {
        let is_formula = place % 2 == 1 && place < last;
        marked.push_str(&if is_formula { part.replace(' ', "\u{a0}") } else { part.to_owned() });
        if place == last {
            break;
        }
        match place % 2 {
            0 if place + 1 == last => marked.push('$'),
            side => marked.push(FORMULA[side]),
        }
    }
    marked
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::{latex, markdown, table_csv};
    use crate::table::TableBuilder;

    fn table() -> ReportTable {
        let rows = [("wastar w=2", 5, 1.5), ("costs 3$", 7, 0.5)];
        TableBuilder::new(&rows)
            .text("solver", |row| row.0.to_owned())
            .count("counted (n)", |row| row.1)
            .number("mean length", |row| Some(row.2), number::plain)
            .count_if_any("left out", |_| 0)
            .finish("t", "T", Vec::new())
    }

    fn view(columns: &[&str], names: &[(&str, &str)]) -> anyhow::Result<ReportTable> {
        let columns = columns.iter().map(|&column| column.to_owned()).collect();
        let names = names.iter().map(|&(name, shown)| (name.to_owned(), shown.to_owned())).collect();
        table().viewed(&TableView { columns, names })
    }

    #[test]
    fn columns_are_chosen_by_name_or_title_also_those_that_are_not_shown() {
        let chosen = view(&["solver", "mean length", "left_out"], &[]).unwrap();
        assert_eq!(
            table_csv::write(&chosen).unwrap(),
            "solver,mean_length,left_out\nwastar w=2,1.5,0\ncosts 3$,0.5,0\n"
        );
        assert!(markdown::alone(&chosen).unwrap().contains("| solver | mean length | left\\_out |"));
        let refused = view(&["solver", "mean_lenght"], &[]).unwrap_err().to_string();
        assert!(
            refused.starts_with("the table 't' has no column 'mean_lenght'; did you mean 'mean_length'?"),
            "{refused}"
        );
    }

    #[test]
    fn a_formula_in_a_display_name_is_one_in_latex_only_and_other_dollars_are_escaped() {
        let renamed = view(&[], &[("wastar w=2", "WA* ($w_1=2$)"), ("counted_n", "$n$")]).unwrap();
        let tex =
            latex::write(&[view(&[], &[("wastar w=2", "WA* ($w_1=2$)"), ("counted_n", "$\\sum n$")]).unwrap()], 345.0)
                .unwrap();
        assert!(tex.contains("WA* ($w_1=2$)") && tex.contains("{$\\sum n$}") && tex.contains("costs 3\\$"), "{tex}");
        let text = markdown::alone(&renamed.without_formulas()).unwrap();
        assert!(text.contains("| WA* (w_1=2) | 5 |") || text.contains("WA\\* (w\\_1=2)"), "{text}");
        let refused = view(&[], &[("wastar w=3", "x")]).unwrap_err().to_string();
        assert_eq!(refused, "the table 't' shows no 'wastar w=3' to be renamed; did you mean 'wastar w=2'?");
    }

    #[test]
    fn a_single_dollar_sign_is_a_letter() {
        assert_eq!(with_formulas("5$"), "5$");
        assert_eq!(with_formulas("5$ or 6"), "5$ or 6");
        assert_eq!(with_formulas("$a$ and $b$ for 5$"), "\u{e000}a\u{e001} and \u{e000}b\u{e001} for 5$");
    }
}
