//! `tilebench status --watch`: the counts of the runs of a folder, the slowest runs and the time that is left.

use std::collections::{BTreeMap, VecDeque};
use std::io::{IsTerminal as _, Write, stdout};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use tilebench_runner::record::{Folder, RecordError, Run, Status};
use tilebench_sanitize::count::{counted, grouped};
use tilebench_sanitize::message::excerpt;

use super::absent_shards::AbsentShards;
use crate::text::approximate_duration;
use crate::{Out, Verdict};

/// The number of slowest runs that are listed.
const SLOWEST: usize = 5;
/// The seconds over which the speed of the run is measured.
const WINDOW_S: f64 = 60.0;
/// The minimum pause between two readings, as a multiple of the time of one: watching costs at most a tenth of a core.
const PAUSES: u32 = 10;
/// Clears the screen of a terminal.
const CLEAR: &str = "\x1b[2J\x1b[H";

/// Prints the progress of `folders` every `seconds` until no run is missing or the program that wrote to them has ended.
pub(super) fn watch(open: &dyn Fn() -> Result<Vec<Folder>>, seconds: f64, out: &mut Out) -> Result<Verdict> {
    let (start, is_terminal) = (Instant::now(), stdout().is_terminal());
    let mut ended: BTreeMap<String, EndedRuns> = BTreeMap::new();
    let (mut was_written, mut printed) = (false, String::new());
    loop {
        let before = Instant::now();
        let (mut text, mut is_written, mut missing) = (String::new(), false, Some(0));
        let folders = open()?;
        let absent = AbsentShards::missing_in(&folders)?;
        for folder in folders {
            let name = folder.path().display().to_string();
            let progress = FolderProgress::read(&folder)?;
            let of_folder = ended.entry(name.clone()).or_default();
            of_folder.add(start.elapsed().as_secs_f64(), progress.ended());
            is_written |= progress.is_written;
            missing = missing.zip(progress.missing()).map(|(sum, missing)| sum + missing);
            text += &progress.text(&name, of_folder);
        }
        for shards in &absent {
            text.extend([shards.to_string(), format!(": {}\n", counted(shards.planned, "run"))]);
            missing = missing.map(|sum| sum + shards.planned);
        }
        if text.is_empty() {
            "no shard has begun\n".clone_into(&mut text);
            missing = None;
        }
        if text != printed {
            write!(out, "{}{text}", if is_terminal { CLEAR } else { "" })?;
            out.flush()?;
            printed = text;
        }
        if missing == Some(0) || (was_written && !is_written && absent.is_empty()) {
            return Ok(Verdict::Good);
        }
        was_written |= is_written;
        thread::sleep(Duration::from_secs_f64(seconds).max(before.elapsed() * PAUSES));
    }
}

/// The number of ended runs at several times, from which the speed follows.
#[derive(Debug, Default)]
struct EndedRuns(VecDeque<(f64, u64)>);

impl EndedRuns {
    fn add(&mut self, second: f64, ended: u64) {
        self.0.push_back((second, ended));
        while self.0.len() > 2 && self.0[1].0 <= second - WINDOW_S {
            self.0.pop_front();
        }
    }

    /// Runs per second and the seconds of the measurement; none before a run ended.
    fn speed(&self) -> Option<(f64, f64)> {
        let (&(first, before), &(last, after)) = (self.0.front()?, self.0.back()?);
        let seconds = last - first;
        (after > before && seconds > 0.0).then(|| ((after - before) as f64 / seconds, seconds))
    }
}

/// The runs of a folder.
#[derive(Debug, Default)]
struct FolderProgress {
    /// `None` without a manifest.
    planned: Option<u64>,
    statuses: BTreeMap<Status, u64>,
    /// The slowest runs: their seconds, their ids and their names, the slowest first.
    slowest: Vec<(f64, String, String)>,
    is_written: bool,
}

impl FolderProgress {
    fn read(folder: &Folder) -> Result<Self, RecordError> {
        // The last row of a run counts.
        let mut runs: BTreeMap<String, Status> = BTreeMap::new();
        let mut progress = Self { is_written: folder.is_being_written(), ..Self::default() };
        folder.each_complete_row(|run| {
            progress.keep_if_slow(&run);
            runs.insert(run.run_id, run.status);
        })?;
        for status in runs.into_values() {
            *progress.statuses.entry(status).or_default() += 1;
        }
        progress.planned = folder.manifest()?.map(|manifest| manifest.runs_planned);
        Ok(progress)
    }

    fn keep_if_slow(&mut self, run: &Run) {
        // A retry replaces the former row.
        self.slowest.retain(|(_, id, _)| *id != run.run_id);
        if self.slowest.len() == SLOWEST && self.slowest.last().is_some_and(|(least, ..)| *least >= run.wall_s) {
            return;
        }
        let place = self.slowest.partition_point(|(seconds, ..)| *seconds >= run.wall_s);
        let name = format!("{}, {} {}, {}", run.solver, run.set, run.instance, run.status);
        self.slowest.insert(place, (run.wall_s, run.run_id.clone(), excerpt(&name).to_string()));
        self.slowest.truncate(SLOWEST);
    }

    fn ended(&self) -> u64 {
        self.statuses.values().sum()
    }

    fn missing(&self) -> Option<u64> {
        self.planned.map(|planned| planned.saturating_sub(self.ended()))
    }

    fn text(&self, name: &str, ended: &EndedRuns) -> String {
        let planned = self.planned.map_or_else(|| "?".to_owned(), grouped);
        let share = self.planned.filter(|planned| *planned > 0).map(|planned| self.ended() * 100 / planned);
        let share = share.map_or_else(String::new, |percent| format!(" ({percent} %)"));
        let state = if self.is_written { "running" } else { "no program is writing" };
        let head = format!("{name}: {} of {planned} runs ended{share}, {state}\n", grouped(self.ended()));
        let count = |is: &dyn Fn(Status) -> bool| -> u64 {
            self.statuses.iter().filter(|(status, _)| is(**status)).map(|(_, count)| count).sum()
        };
        let is_stopped = |status: Status| status != Status::Solved && !status.is_unexplained();
        let named = |is: &dyn Fn(Status) -> bool| {
            let found = self.statuses.iter().filter(|(status, _)| is(**status));
            let parts: Vec<String> = found.map(|(status, count)| format!("{} {status}", grouped(*count))).collect();
            if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) }
        };
        let counts = format!(
            "  solved {}, stopped {}{}, failed {}{}\n",
            grouped(count(&|status| status == Status::Solved)),
            grouped(count(&is_stopped)),
            named(&is_stopped),
            grouped(count(&Status::is_unexplained)),
            named(&Status::is_unexplained)
        );
        let slow = self.slowest.iter().enumerate().map(|(place, (seconds, _, run))| {
            let head = if place == 0 { "slowest:" } else { "" };
            format!("  {head:<8} {seconds:>9.3} s  {run}\n")
        });
        [head, counts, slow.collect(), self.time_left(ended)].concat()
    }

    fn time_left(&self, ended: &EndedRuns) -> String {
        match (self.missing(), ended.speed()) {
            (Some(0), _) => "  all runs have ended\n".to_owned(),
            (Some(missing), Some((speed, seconds))) => {
                let left = approximate_duration(missing as f64 / speed);
                let (rate, unit) = if speed >= 1.0 { (speed, "second") } else { (speed * 60.0, "minute") };
                format!("  time left: {left}, at {rate:.1} runs per {unit} in the last {seconds:.0} s\n")
            }
            _ => "  time left: unknown until more runs have ended\n".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(wall_s: f64) -> Run {
        Run {
            wall_s,
            run_id: wall_s.to_string(),
            solver: "a".into(),
            set: "s".into(),
            instance: "1".into(),
            status: Status::Solved,
            ..Run::default()
        }
    }

    #[test]
    fn the_time_left_is_that_of_the_missing_runs_at_the_speed_of_the_last_minute() {
        let mut ended = EndedRuns::default();
        ended.add(0.0, 0);
        assert_eq!(ended.speed(), None);
        ended.add(10.0, 20);
        assert_eq!(ended.speed(), Some((2.0, 10.0)));
        ended.add(70.0, 20);
        // The fast beginning is more than a minute ago.
        assert_eq!(ended.speed(), None);
        ended.add(71.0, 21);
        let progress =
            FolderProgress { planned: Some(60), statuses: [(Status::Solved, 20)].into(), ..Default::default() };
        let (speed, seconds) = ended.speed().unwrap();
        assert!((speed - 1.0 / 61.0).abs() < 1e-9 && (seconds - 61.0).abs() < 1e-9, "{speed} {seconds}");
        let text = progress.time_left(&ended);
        assert_eq!(text, "  time left: 41 minutes, at 1.0 runs per minute in the last 61 s\n");
    }

    #[test]
    fn the_slowest_runs_are_listed_from_the_slowest() {
        let mut progress = FolderProgress::default();
        for seconds in [1.0, 7.0, 3.0, 2.0, 9.0, 4.0, 0.5] {
            progress.keep_if_slow(&run(seconds));
        }
        let seconds: Vec<f64> = progress.slowest.iter().map(|(seconds, ..)| *seconds).collect();
        assert_eq!(seconds, [9.0, 7.0, 4.0, 3.0, 2.0]);
        progress.keep_if_slow(&Run { wall_s: 0.1, ..run(9.0) });
        assert!(progress.slowest.iter().all(|(seconds, ..)| *seconds < 9.0), "a retry replaces the former row");
    }

    #[test]
    fn runs_are_counted_as_solved_stopped_and_failed() {
        let statuses = [(Status::Solved, 1200), (Status::TimeLimit, 3), (Status::NodeLimit, 2), (Status::Crashed, 1)];
        let progress = FolderProgress { planned: Some(2000), statuses: statuses.into(), ..Default::default() };
        let text = progress.text("results/x", &EndedRuns::default());
        assert!(text.starts_with("results/x: 1,206 of 2,000 runs ended (60 %), no program is writing\n"), "{text}");
        assert!(
            text.contains("  solved 1,200, stopped 5 (3 time-limit, 2 node-limit), failed 1 (1 crashed)\n"),
            "{text}"
        );
        let all = FolderProgress { planned: Some(1206), ..progress };
        assert_eq!(all.time_left(&EndedRuns::default()), "  all runs have ended\n");
    }
}
