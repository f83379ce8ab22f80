//! A comparison of two programs as lines for a terminal.

use super::{CountDifference, ProgramComparison, ProgramConfiguration};
use crate::estimates::IntervalEstimate;
use crate::export::plain;
use crate::number::{counted, fixed, grouped};
use crate::sessions::TimeVerdict;
use crate::stats::{Interval, IntervalMethod};
use crate::table::{ReportTable, TableBuilder};

/// The maximum number of listed differences.
const MAX_LISTED: usize = 20;

impl ProgramComparison {
    /// The comparison as aligned text: a summary, one row per configuration, and the differences.
    #[must_use]
    pub fn text(&self) -> String {
        let mut parts = vec![self.head(), plain::alone(&self.table())];
        parts.extend((!self.differences.is_empty()).then(|| plain::alone(&self.difference_table())));
        parts.join("\n\n") + "\n"
    }

    /// The summary: a line on counts, and one on times.
    fn head(&self) -> String {
        let counts = self.differences.iter().filter(|difference| difference.is_worse).count();
        let missing: usize = self.configurations.iter().map(|row| row.missing).sum();
        let of = |verdict| self.configurations.iter().filter(|row| row.verdict == verdict).count();
        let verdicts =
            [TimeVerdict::Slower, TimeVerdict::Faster, TimeVerdict::NoDifferenceShown, TimeVerdict::Inconclusive];
        let times = verdicts.map(|verdict| (of(verdict), verdict.words())).into_iter().filter(|(count, _)| *count > 0);
        let times: Vec<String> = times.map(|(count, words)| format!("{} {words}", grouped(count as u64))).collect();
        format!(
            "Counts of B: {} different, {} missing.\nTimes of B by configuration: {}.",
            grouped(counts as u64),
            counted(missing, "run"),
            times.join(", ")
        )
    }

    fn table(&self) -> ReportTable {
        let several_sets = self.configurations.iter().any(|row| row.set != self.configurations[0].set);
        let differ = |row: &ProgramConfiguration| {
            let is_its = |one: &&CountDifference| (&one.set, &one.solver) == (&row.set, &row.solver);
            self.differences.iter().filter(is_its).count() as u64
        };
        TableBuilder::new(&self.configurations)
            .text_when(several_sets, "set", |row| row.set.clone())
            .text("solver", |row| row.solver.clone())
            .count("runs (n)", |row| row.runs as u64)
            .count_if_any("stopped", |row| row.stopped as u64)
            .count_if_any("missing", |row| row.missing as u64)
            .count_if_any("only B", |row| row.new as u64)
            .count("differ", differ)
            .count("timed (n)", |row| row.timed as u64)
            .count_if_any("not timed", |row| row.not_timed as u64)
            .estimate("time ratio", estimate, |value| fixed(value, 3))
            .text("times", |row| row.verdict.words().to_owned())
            .finish("programs", &format!("B / A, {} rounds", self.rounds), self.notes())
    }

    fn notes(&self) -> Vec<String> {
        let beyond = 1.0 + self.tolerance;
        let mut notes = vec![
            format!(
                "Time ratio: B / A, one value per round: the geometric mean over the n instances that both solved in every \
                 round, of medians over repeats. The interval is over rounds (Student's t on logarithms; 95 % for all \
                 intervals together). B is slower if its interval is above {beyond}, and faster if it is below the inverse; \
                 otherwise no difference of this size is shown."
            ),
            "Counts are compared for runs that ended by themselves with both programs. They must be equal.".to_owned(),
        ];
        if self.unsteady_rounds > 0 {
            let judged = if 2 * self.unsteady_rounds > self.rounds {
                "more than half of them, so the absence of a difference is inconclusive"
            } else {
                "which widens the intervals"
            };
            notes.push(format!(
                "In {} of {} rounds the speed of the fixed loop is not known or differed by more than 5 %, {judged}.",
                self.unsteady_rounds, self.rounds
            ));
        }
        notes
    }

    fn difference_table(&self) -> ReportTable {
        let first = &self.differences[..self.differences.len().min(MAX_LISTED)];
        let more = self.differences.len() - first.len();
        let note = format!("{} more are counted above.", grouped(more as u64));
        TableBuilder::new(first)
            .text("set", |row| row.set.clone())
            .text("solver", |row| row.solver.clone())
            .text("instance", |row| row.instance.clone())
            .text_if_any("seed", |row| if row.seed == first[0].seed { String::new() } else { row.seed.to_string() })
            .text_if_any("repeat", |row| if row.repeat == 1 { String::new() } else { row.repeat.to_string() })
            .text("differs in", |row| row.what.to_owned())
            .text("A", |row| row.a.clone())
            .text("B", |row| row.b.clone())
            .count("rounds", |row| row.rounds as u64)
            .finish("differences", "Differences", if more == 0 { Vec::new() } else { vec![note] })
    }
}

fn estimate(row: &ProgramConfiguration) -> IntervalEstimate {
    let interval = row.interval.map(|[low, high]| Interval { low, high, method: IntervalMethod::StudentT });
    IntervalEstimate::new(row.ratio, interval)
}
