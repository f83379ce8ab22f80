//! A history as lines for a terminal, as Markdown and as CSV.

use csv::Writer;
use tilebench_record::Column;
use tilebench_sanitize::csv_cell::escape_cell;

use super::difference::DifferenceKind;
use super::folder::HistoryFolder;
use super::run_list::first_rows;
use super::{History, HistoryRow, HistoryRules};
use crate::export::{markdown, plain};
use crate::number::{counted, fixed, grouped};
use crate::sessions::{MIN_SESSION_PAIRS, TimeVerdict};
use crate::table::{ReportTable, TableBuilder};

/// The columns of `history.csv`.
pub(crate) const COLUMNS: [Column; 24] = [
    Column::text("folder", "Result folder, compared with the first one."),
    Column::text("set", "Instance set."),
    Column::text("solver", "Configuration."),
    Column::integer("runs", RUNS, "Runs in both folders."),
    Column::integer("counts_compared", RUNS, "Runs whose counts were compared."),
    Column::integer("stopped", RUNS, "Runs that a limit of time or memory stopped in one of the folders."),
    Column::integer("only_first", RUNS, "Runs in the first folder only."),
    Column::integer("only_here", RUNS, "Runs in this folder only."),
    Column::integer("solved_lost", RUNS, "Runs solved in the first folder only."),
    Column::integer("status", RUNS, "Runs with another status, solved in neither folder."),
    Column::integer("length", RUNS, "Runs with another length."),
    Column::integer("proof_lost", RUNS, "Runs that prove less about their length."),
    Column::integer("generated", RUNS, "Runs with another number of generated nodes."),
    Column::integer("expanded", RUNS, "Runs with another number of expanded nodes."),
    Column::integer("solved_won", RUNS, "Runs solved in this folder only."),
    Column::integer("proof_won", RUNS, "Runs that prove more about their length."),
    Column::integer(
        "other_run_id",
        RUNS,
        "Runs with the same names and another run_id: something that determines them differs.",
    ),
    Column::integer("time_n", "instances", "Instances whose times are compared."),
    Column::integer(
        "time_left_out",
        "instances",
        "Instances whose times are not compared: no run is solved in both folders.",
    ),
    Column::integer("session_pairs", "", "Pairs of sessions, one of each folder, over which the interval is computed."),
    Column::real("time_ratio", "", "Geometric mean of the ratios of wall-clock times, this folder / the first folder.")
        .empty("time_n is 0"),
    Column::real("time_low", "", "Lower end of its 95 % confidence interval.").empty(NO_INTERVAL),
    Column::real("time_high", "", "Upper end of its 95 % confidence interval.").empty(NO_INTERVAL),
    Column::one_of("time_verdict", TimeVerdict::NAMES, "Verdict on the times.").empty("no times are known"),
];

const RUNS: &str = "runs";
const NO_INTERVAL: &str = "there are too few pairs of sessions";

impl History {
    /// The history as aligned text: the origin of the folders, one row per configuration, and the differences.
    #[must_use]
    pub fn text(&self) -> String {
        let mut parts = vec![self.remarks().join("\n")];
        for table in self.tables() {
            parts.push(plain::alone(&table));
        }
        parts.join("\n\n") + "\n"
    }

    pub(super) fn markdown(&self) -> anyhow::Result<String> {
        let tables = self.tables();
        Ok(markdown::write("History", &self.remarks(), &tables.iter().collect::<Vec<_>>())?)
    }

    pub(super) fn csv(&self) -> anyhow::Result<String> {
        let mut writer = Writer::from_writer(Vec::new());
        writer.write_record(COLUMNS.map(|column| column.name))?;
        for row in &self.rows {
            let real = |value: Option<f64>| value.map(|value| value.to_string()).unwrap_or_default();
            let names = [&self.folders[row.folder].title, &row.name.set, &row.name.solver];
            let mut cells: Vec<String> = names.iter().map(|name| escape_cell(name).into_owned()).collect();
            let counts = [row.runs, row.compared, row.stopped, row.only[0], row.only[1]];
            let times = [row.renamed, row.times.n, row.times.left_out, row.times.of_pairs.len()];
            cells.extend(counts.iter().chain(&row.differences).chain(&times).map(usize::to_string));
            let shown = row.times.shown();
            cells.extend(
                [shown.value, shown.interval.map(|ends| ends.low), shown.interval.map(|ends| ends.high)].map(real),
            );
            cells.push(row.time.map(TimeVerdict::words).unwrap_or_default().to_owned());
            writer.write_record(cells)?;
        }
        Ok(String::from_utf8(writer.into_inner()?)?)
    }

    /// The origin of the folders, and its consequences for times.
    fn remarks(&self) -> Vec<String> {
        let regressions = match self.regressions() {
            0 if self.has_inconclusive_times() => "No regression of counts; times: inconclusive.".to_owned(),
            0 => "No regression.".to_owned(),
            1 => "1 regression.".to_owned(),
            many => format!("{} regressions.", grouped(many as u64)),
        };
        let mut remarks = vec![regressions];
        remarks.extend(self.missing_remark());
        for (place, folder) in self.folders.iter().enumerate() {
            let role = if place == 0 { " (the reference)" } else { "" };
            remarks.push(format!("{}{role}: {}", folder.title, origin(folder)));
        }
        for (place, folder) in (1..).zip(&self.folders[1..]) {
            remarks.extend(
                self.why_not_judged(place).map(|why| format!("Times of {} are not judged: {why}.", folder.title)),
            );
            let profiles = [&self.folders[0], folder].map(|one| one.manifest.as_ref().map(|it| &it.build.profile));
            if let [Some(first), Some(other)] = profiles
                && first != other
            {
                remarks.push(format!("{} was run by a {other} build, the reference by a {first} build.", folder.title));
            }
        }
        remarks
    }

    /// Whether some times are not judged.
    fn has_inconclusive_times(&self) -> bool {
        self.rows.iter().any(|row| row.time == Some(TimeVerdict::Inconclusive))
    }

    /// The reason why times of the folder at `place` are not judged, if they are not.
    fn why_not_judged(&self, place: usize) -> Option<String> {
        let mut rows = self.rows.iter().filter(|row| row.folder == place);
        if !rows.any(|row| row.time == Some(TimeVerdict::Inconclusive)) {
            return None;
        }
        self.not_comparable[place - 1].clone().or_else(|| {
            let beyond = self.rules.single_session_tolerance.map_or_else(
                || "compare the programs with `tilebench compare-programs`".to_owned(),
                |tolerance| format!("a ratio is judged only if it is shown to be beyond {}", 1.0 + tolerance),
            );
            Some(format!(
                "it has fewer than {MIN_SESSION_PAIRS} sessions that neighbour one of the reference, so the variation between \
                 sessions of one program is not known; {beyond}"
            ))
        })
    }

    fn tables(&self) -> Vec<ReportTable> {
        let mut tables = vec![self.configurations()];
        tables.extend(self.missing_table());
        tables.extend((!self.differences.is_empty()).then(|| self.difference_table()));
        tables
    }

    fn configurations(&self) -> ReportTable {
        let several_folders = self.folders.len() > 2;
        let several_sets = self.rows.iter().any(|row| row.name.set != self.rows[0].name.set);
        let mut table =
            TableBuilder::new(&self.rows)
                .text_if_any("folder", |row| {
                    if several_folders { self.folders[row.folder].title.clone() } else { String::new() }
                })
                .text_when(several_sets, "set", |row| row.name.set.clone())
                .text("solver", |row| row.name.solver.clone())
                .count("runs (n)", |row| row.runs as u64)
                .count("compared (n)", |row| row.compared as u64)
                .count_if_any("stopped", |row| row.stopped as u64)
                .count_if_any("only in reference", |row| row.only[0] as u64)
                .count_if_any("only here", |row| row.only[1] as u64);
        for (place, kind) in DifferenceKind::ALL.iter().enumerate() {
            table = table.count_if_any(kind.name(), |row| row.differences[place] as u64);
        }
        table
            .count("timed (n)", |row| row.times.n as u64)
            .count_if_any("not timed", |row| row.times.left_out as u64)
            .estimate("time ratio", |row| row.times.shown(), |value| fixed(value, 3))
            .text("counts", |row| verdict(row, self.rules.allow_missing))
            .text("times", |row| row.time.map_or("–", TimeVerdict::words).to_owned())
            .finish("history", "Configurations compared with the reference", self.notes())
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = vec![
            "Runs are matched by set, solver, instance, seed and repeat. Counts are compared for the n runs that ended by \
             themselves in both. Runs are counted as stopped if a limit of time, memory or disk, a kill or the user ended \
             one of the two, or if their limits of nodes or depth differ: their counts are not determined."
                .to_owned(),
            "Time ratio: after / before, the geometric mean over the n instances solved in both, of medians over \
             repeats."
                .to_owned(),
            time_rules(&self.rules),
        ];
        let renamed: usize = self.rows.iter().map(|row| row.renamed).sum();
        if renamed > 0 {
            notes.push(format!(
                "Compared by name, although something that determines the result differs from the reference, such as an \
                 option or a limit: {}.",
                counted(renamed, "run")
            ));
        }
        notes
    }

    fn difference_table(&self) -> ReportTable {
        let (first, notes) = first_rows(&self.differences);
        self.keyed(first)
            .text("differs in", |row| row.kind.name().to_owned())
            .text("before", |row| row.before.clone())
            .text("after", |row| row.after.clone())
            .text("regression", |row| if row.kind.is_regression() { "yes" } else { "no" }.to_owned())
            .finish("differences", "Differences", notes)
    }
}

/// A note on the rules for times.
fn time_rules(rules: &HistoryRules) -> String {
    let sessions = format!(
        "Intervals are over pairs of neighbouring sessions, one of each folder, if there are at least {MIN_SESSION_PAIRS} \
         (Student's t on logarithms; 95 % for all intervals of the table together). A configuration is slower if its \
         interval is above {}, and faster if its interval is below the inverse.",
        1.0 + rules.tolerance
    );
    match rules.single_session_tolerance {
        None => format!("{sessions} Times without an interval are not judged."),
        Some(tolerance) => format!(
            "{sessions} Without such an interval, a configuration is slower or faster if the interval of its ratio over \
             instances is beyond {}.",
            1.0 + tolerance
        ),
    }
}

/// The verdict on the counts of a row, in one or two words.
pub(super) fn verdict(row: &HistoryRow, allow_missing: bool) -> String {
    let differs =
        DifferenceKind::ALL.iter().zip(&row.differences).any(|(kind, &count)| kind.is_regression() && count > 0);
    let found = [
        (row.only[0] > 0 && !allow_missing, "missing"),
        (row.only[0] > 0 && row.runs == 0 && allow_missing, "in the reference only"),
        (row.only[0] == 0 && row.runs == 0, "new"),
        (differs, "differs"),
    ];
    let words: Vec<&str> = found.iter().filter(|(holds, _)| *holds).map(|(_, word)| *word).collect();
    if words.is_empty() { "same".to_owned() } else { words.join(", ") }
}

/// The origin of a folder according to its manifest.
fn origin(folder: &HistoryFolder) -> String {
    let Some(manifest) = &folder.manifest else { return "no manifest, so its origin is not known".to_owned() };
    let known = |text: &Option<String>| text.clone().unwrap_or_else(|| "not known".to_owned());
    let (build, machine) = (&manifest.build, &manifest.machine);
    let mut text = format!(
        "created {}, tilebench {}, commit {}, {} build; {} on {}, processor {}, {} cores",
        manifest.created,
        build.version,
        known(&build.commit),
        build.profile,
        machine.os,
        machine.arch,
        known(&machine.cpu),
        machine.cores
    );
    for (others, noun) in
        [(manifest.other_builds.len(), "other program"), (manifest.other_machines.len(), "other machine")]
    {
        if others > 0 {
            text = format!("{text}, and {}", counted(others, noun));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_difference_has_a_column_in_order() {
        let kinds = DifferenceKind::ALL.map(|kind| kind.name().replace(' ', "_"));
        assert_eq!(COLUMNS[8..16].iter().map(|column| column.name).collect::<Vec<_>>(), kinds);
    }
}
