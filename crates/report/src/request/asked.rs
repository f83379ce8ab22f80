//! A request whose names are resolved: a kind of chart, and the places of the columns that it takes.

use std::collections::BTreeSet;

use anyhow::bail;
use tilebench_plot::{Figure, ChartData};

use super::PlotRequest;
use crate::chart::kinds::{ChartKind, Columns};
use crate::chart::sample::{By, Measure, Source};
use crate::column::{self, Column};
use crate::expression::nearest;

/// A request whose words are known.
pub(super) struct Asked<'a> {
    request: &'a PlotRequest,
    pub(super) kind: &'static ChartKind,
    pub(super) draw: fn(&ChartData) -> Result<Figure, String>,
    pub(super) measures: [Option<Measure>; 2],
    /// The columns by which runs are grouped, with their places among the columns requested.
    groups: Vec<(&'static Column, usize)>,
    pub(super) columns: Vec<&'static Column>,
}

impl<'a> Asked<'a> {
    pub(super) fn of(request: &'a PlotRequest, kind: &'static ChartKind, takes: &Columns) -> anyhow::Result<Self> {
        if request.between.is_some() && !takes.is_pair {
            bail!("'{}' compares no two groups: leave out --between, or draw 'scatter' or 'ratio'", kind.name);
        }
        let mut columns = Vec::new();
        let taken = [("--x", takes.x, &request.x), ("--y", takes.y, &request.y)];
        let mut measures = [None, None];
        for (measure, (option, default, name)) in measures.iter_mut().zip(taken) {
            let name = match (default, name) {
                (None, Some(name)) => bail!("'{}' takes no {option} ({name}): {}", kind.name, kind.about),
                (Some(default), name) => name.as_deref().unwrap_or(default),
                (None, None) => continue,
            };
            *measure = Some(measured(option, column::find(name)?, &mut columns)?);
        }
        let by = request.group.as_deref().or(takes.group).filter(|by| *by != "none");
        let mut groups = Vec::new();
        for name in by.iter().flat_map(|by| by.split(',')) {
            let column = column::find(name.trim())?;
            groups.push((column, place(column, &mut columns)));
        }
        Ok(Self { request, kind, draw: takes.draw, measures, groups, columns })
    }

    pub(super) fn by(&self) -> By<'_> {
        match self.groups.as_slice() {
            [] => By::Nothing,
            [(column, _)] if column.name == "solver" => By::Configuration,
            groups => By::Columns(groups),
        }
    }

    pub(super) fn is_by_set(&self) -> bool {
        self.groups.iter().any(|(column, _)| column.name == "set")
    }

    /// Refuses to compare a group that is in none of `samples`, with the nearest of all of them.
    pub(super) fn known(&self, samples: &[ChartData]) -> anyhow::Result<()> {
        let names: BTreeSet<&str> =
            samples.iter().flat_map(|sample| &sample.groups).map(|group| group.name.as_str()).collect();
        let mut asked = self.request.between.iter().flatten();
        if let Some(name) = asked.find(|name| !names.contains(name.as_str())) {
            let names: Vec<&str> = names.into_iter().collect();
            bail!("there is no group '{name}': the nearest is '{}'", nearest(name, &names).unwrap_or_default());
        }
        Ok(())
    }

    /// Sets in `sample` which groups are compared.
    pub(super) fn between(&self, sample: &mut ChartData) -> Result<(), String> {
        let Some(pair) = &self.request.between else { return Ok(()) };
        let names: Vec<&str> = sample.groups.iter().map(|group| group.name.as_str()).collect();
        let place = |name: &String| {
            names.iter().position(|other| other == name).ok_or_else(|| {
                let nearest = nearest(name, &names).unwrap_or_default();
                format!("there is no group '{name}': the nearest is '{nearest}'")
            })
        };
        let [first, second] = pair;
        if first == second {
            return Err(format!("'{first}' cannot be compared with itself"));
        }
        sample.between = Some([place(first)?, place(second)?]);
        Ok(())
    }
}

/// The sources of the numbers and the limit of `column`: reports keep them, or they are added to `columns`.
fn measured(option: &str, column: &'static Column, columns: &mut Vec<&'static Column>) -> anyhow::Result<Measure> {
    if !column.is_number() {
        bail!("{option} {} is text, and an axis takes numbers: tilebench plot --columns says which are", column.name);
    }
    let mut source = |column: &'static Column| match column.kept {
        Some(kept) => Source::Kept(kept),
        None => Source::Asked(place(column, columns)),
    };
    let value = source(column);
    let limit = match column.limit {
        Some(limit) => Some((source(column::find(limit.column)?), limit.factor)),
        None => None,
    };
    Ok(Measure { column, value, limit })
}

/// The place of `column` in the list, to which it is added if it is missing.
fn place(column: &'static Column, columns: &mut Vec<&'static Column>) -> usize {
    columns.iter().position(|other| other.name == column.name).unwrap_or_else(|| {
        columns.push(column);
        columns.len() - 1
    })
}
