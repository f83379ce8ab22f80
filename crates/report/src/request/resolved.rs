//! A request with resolved names: the kind of chart and the columns.

use std::collections::BTreeSet;

use anyhow::bail;
use tilebench_plot::{ChartData, Figure};

use super::PlotRequest;
use crate::chart::data::{ChartMeasure, Grouping, ValueSource};
use crate::chart::kind::{ChartKind, ColumnChart};
use crate::column::{self, ChartColumn, Columns};
use crate::expression::nearest;

/// A request with resolved names.
pub(super) struct ResolvedRequest<'a> {
    request: &'a PlotRequest,
    pub(super) kind: &'static ChartKind,
    pub(super) draw: fn(&ChartData) -> Result<Figure, String>,
    pub(super) measures: [Option<ChartMeasure>; 2],
    /// The columns by which runs are grouped, with their indices among the requested columns.
    groups: Vec<(&'static ChartColumn, usize)>,
    pub(super) columns: Vec<&'static ChartColumn>,
}

impl<'a> ResolvedRequest<'a> {
    pub(super) fn new(
        request: &'a PlotRequest,
        kind: &'static ChartKind,
        takes: &ColumnChart,
        known: &Columns,
    ) -> anyhow::Result<Self> {
        if request.between.is_some() && !takes.is_pair {
            bail!("'{}' does not compare two groups: leave out --between, or draw 'scatter' or 'ratio'", kind.name);
        }
        if request.baseline.is_some() && !takes.has_baseline {
            bail!("'{}' has no baseline: leave out --baseline, or draw 'forest'", kind.name);
        }
        let mut columns = Vec::new();
        let taken = [("--x", takes.x, &request.x), ("--y", takes.y, &request.y)];
        let mut measures = [None, None];
        for (measure, (option, default, name)) in measures.iter_mut().zip(taken) {
            let name = match (default, name) {
                (None, Some(name)) => {
                    bail!("'{}' has no option {option} (given: {name}); it shows {}", kind.name, kind.about)
                }
                (Some(default), name) => name.as_deref().unwrap_or(default),
                (None, None) => continue,
            };
            *measure = Some(measured(option, known.find(name)?, &mut columns)?);
        }
        let by = request.group.as_deref().or(takes.group).filter(|by| *by != "none");
        let mut groups = Vec::new();
        for name in by.iter().flat_map(|by| by.split(',')) {
            let column = known.find(name.trim())?;
            groups.push((column, place(column, &mut columns)));
        }
        Ok(Self { request, kind, draw: takes.draw, measures, groups, columns })
    }

    pub(super) fn by(&self) -> Grouping<'_> {
        match self.groups.as_slice() {
            [] => Grouping::Nothing,
            [(column, _)] if column.name == "solver" => Grouping::ByConfiguration,
            groups => Grouping::Columns(groups),
        }
    }

    pub(super) fn is_by_set(&self) -> bool {
        self.groups.iter().any(|(column, _)| column.name == "set")
    }

    /// Refuses to compare a group that is in none of `charts`, and suggests the nearest name.
    pub(super) fn known(&self, charts: &[ChartData]) -> anyhow::Result<()> {
        let names: BTreeSet<&str> =
            charts.iter().flat_map(|data| &data.groups).map(|group| group.name.as_str()).collect();
        let mut requested = self.request.between.iter().flatten().chain(&self.request.baseline);
        if let Some(name) = requested.find(|name| !names.contains(name.as_str())) {
            let names: Vec<&str> = names.into_iter().collect();
            bail!("unknown group '{name}'; did you mean '{}'?", nearest(name, &names).unwrap_or_default());
        }
        Ok(())
    }

    /// Sets the groups to be compared in `data`.
    pub(super) fn between(&self, data: &mut ChartData) -> Result<(), String> {
        if let Some(name) = &self.request.baseline {
            let place = data.groups.iter().position(|group| group.name == *name);
            data.baseline = Some(place.ok_or_else(|| format!("'{name}' was not run on it"))?);
        }
        let Some(pair) = &self.request.between else { return Ok(()) };
        let names: Vec<&str> = data.groups.iter().map(|group| group.name.as_str()).collect();
        let place = |name: &String| {
            names.iter().position(|other| other == name).ok_or_else(|| {
                let nearest = nearest(name, &names).unwrap_or_default();
                format!("unknown group '{name}'; did you mean '{nearest}'?")
            })
        };
        let [first, second] = pair;
        if first == second {
            return Err(format!("'{first}' cannot be compared with itself"));
        }
        data.pair = Some([place(first)?, place(second)?]);
        Ok(())
    }
}

/// The sources of the values and the limit of `column`: values that are not stored with every run are added to `columns`.
fn measured(
    option: &str,
    column: &'static ChartColumn,
    columns: &mut Vec<&'static ChartColumn>,
) -> anyhow::Result<ChartMeasure> {
    if !column.is_number() {
        bail!("{option} {} is a text column, but an axis needs numbers: see tilebench plot --columns", column.name);
    }
    let mut source = |column: &'static ChartColumn| match column.kept {
        Some(kept) => ValueSource::Kept(kept),
        None => ValueSource::Requested(place(column, columns)),
    };
    let value = source(column);
    let limit = match column.limit {
        Some(limit) => Some((source(column::find(limit.column)?), limit.factor)),
        None => None,
    };
    Ok(ChartMeasure { column, value, limit })
}

/// The index of `column` in the list, to which it is added if it is missing.
fn place(column: &'static ChartColumn, columns: &mut Vec<&'static ChartColumn>) -> usize {
    columns.iter().position(|other| other.name == column.name).unwrap_or_else(|| {
        columns.push(column);
        columns.len() - 1
    })
}
