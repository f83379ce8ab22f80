//! Recording the iterations and the incumbents that a search reports.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use tilebench_catalog::{self as catalog, Cost, Counters, Observer, Termination, UnitStore};
use tilebench_record::{Incumbent, Iteration, Proof, Run, Status, attributes_cell};

use tilebench_isolate::processor_time::work_cpu;

use crate::experiment::registered_kind;
use crate::task::Task;
use crate::units::FolderUnits;

/// A fault of an algorithm.
const FALL: &str = "the search reported counts of nodes that fall";

/// The iterations and incumbents that a run reported.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Trace {
    /// Its iterations.
    pub(crate) iterations: Vec<Iteration>,
    /// Its solutions, the last of which is its answer.
    pub(crate) incumbents: Vec<Incumbent>,
    /// Whether nothing that was searched for the run can be trusted, its finished work units included.
    pub(crate) is_untrusted: bool,
    /// A fault of the folder of work units, if it ended the search. Such a run is not recorded.
    pub(crate) unit_fault: Option<String>,
}

impl Trace {
    /// Makes `run` state the numbers of iterations and incumbents that are recorded. The incumbents are those of the run as
    /// it was judged: the answer of a search that reported none is one, and a run whose answer was rejected has none.
    pub(crate) fn settle(&mut self, run: &mut Run, task: &Task<'_>) {
        run.iterations = run.iterations.map(|_| self.iterations.len() as u64);
        if run.status != Status::Solved && !run.status.is_limit() {
            self.incumbents.clear();
        }
        if self.incumbents.is_empty() && run.status == Status::Solved {
            self.incumbents.extend(answer(run, task));
        }
        // Later rows of the same cost are of higher bounds.
        let last = self.incumbents.last();
        let answer = last.and_then(|last| self.incumbents.iter().find(|incumbent| incumbent.cost == last.cost));
        run.found_expanded = answer.and_then(|answer| answer.expanded);
        run.incumbents = (!run.lost_counts()).then_some(self.incumbents.len() as u64);
    }
}

/// The answer of `run`. A claim of an external solver does not prove a bound.
fn answer(run: &Run, task: &Task<'_>) -> Option<Incumbent> {
    let is_proved = run.proof == Proof::Optimal && task.solver.program.search().is_some();
    Some(Incumbent {
        run_id: run.run_id.clone(),
        wall_s: run.wall_s,
        cpu_s: Some(run.cpu_s),
        expanded: run.expanded,
        generated: run.generated,
        cost: run.cost?,
        length: run.length?,
        bound: run.cost.filter(|_| is_proved),
    })
}

/// Turns the running sums that a search reports into rows: the counts of each iteration, and the sums of each incumbent.
#[derive(Debug)]
pub(crate) struct Tracer {
    run_id: String,
    threads: usize,
    cpu: Duration,
    start: Instant,
    /// When the iteration began.
    began: Instant,
    /// Nodes generated and expanded until then.
    sums: (u64, u64),
    trace: Trace,
    attributes: Vec<(&'static str, f64)>,
    units: Option<Arc<FolderUnits>>,
    limits: TimeLimits,
}

/// The wall-clock time and the processor time that a search may take.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TimeLimits {
    pub(crate) wall: Option<Duration>,
    pub(crate) cpu: Option<Duration>,
}

impl Tracer {
    /// The empty trace of a search by `threads` threads that begins now, whose work units are `units`.
    pub(crate) fn new(run_id: &str, threads: usize, limits: TimeLimits, units: Option<Arc<FolderUnits>>) -> Self {
        let now = Instant::now();
        let (cpu, trace) = (work_cpu(threads), Trace::default());
        Self {
            run_id: run_id.to_owned(),
            threads,
            cpu,
            start: now,
            began: now,
            sums: (0, 0),
            trace,
            attributes: Vec::new(),
            units,
            limits,
        }
    }

    /// The reported attributes, as a cell of the record.
    ///
    /// # Errors
    ///
    /// One sentence, if one is not registered, or its value is not of the registered kind.
    pub(crate) fn attributes(&self) -> Result<String, String> {
        for &(name, value) in &self.attributes {
            let kind = registered_kind(name);
            let kind = kind.ok_or_else(|| format!("the search reports attribute '{name}', which is not registered"))?;
            kind.check(value)
                .map_err(|kind| format!("the search reports {value} as attribute '{name}', which must be {kind}"))?;
        }
        Ok(attributes_cell(self.attributes.iter().copied()))
    }

    /// The reported iterations and incumbents.
    pub(crate) fn into_trace(self) -> Trace {
        self.trace
    }
}

impl Observer for Tracer {
    fn iteration(&mut self, threshold: Cost, counters: &Counters) {
        let now = Instant::now();
        let others_s = self.units.as_ref().map_or(0.0, |units| units.iteration_time_of_others());
        self.trace.iterations.push(Iteration {
            run_id: self.run_id.clone(),
            threshold,
            generated: counters.generated.checked_sub(self.sums.0).expect(FALL),
            expanded: counters.expanded.checked_sub(self.sums.1).expect(FALL),
            wall_s: (now - self.began).as_secs_f64() + others_s,
        });
        self.began = now;
        self.sums = (counters.generated, counters.expanded);
    }

    fn incumbent(&mut self, incumbent: &catalog::Incumbent) -> Result<(), Termination> {
        let (wall, cpu) = (self.start.elapsed(), work_cpu(self.threads).saturating_sub(self.cpu));
        // The thread that raises the flag of the search may be late. A solution that is recorded as late would not count.
        if self.limits.wall.is_some_and(|limit| wall > limit) || self.limits.cpu.is_some_and(|limit| cpu > limit) {
            return Err(Termination::TimeLimit);
        }
        self.trace.incumbents.push(Incumbent {
            run_id: self.run_id.clone(),
            wall_s: wall.as_secs_f64(),
            cpu_s: Some(cpu.as_secs_f64()),
            expanded: Some(incumbent.counters.expanded),
            generated: Some(incumbent.counters.generated),
            cost: incumbent.cost.into(),
            length: incumbent.length,
            bound: incumbent.bound.map(u64::from),
        });
        Ok(())
    }

    fn attribute(&mut self, name: &'static str, value: f64) {
        match self.attributes.iter_mut().find(|(known, _)| *known == name) {
            Some((_, last)) => *last = value,
            None => self.attributes.push((name, value)),
        }
    }

    fn units(&self) -> Option<Arc<dyn UnitStore>> {
        self.units.clone().map(|units| units as _)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_attribute_that_is_not_registered_is_refused() {
        let mut tracer = Tracer::new("x", 1, TimeLimits::default(), None);
        assert_eq!(tracer.attributes(), Ok(String::new()));
        tracer.attribute("x_depth", 1.0);
        tracer.attribute("x_depth", 2.0);
        assert_eq!(tracer.attributes, [("x_depth", 2.0)]);
        assert!(tracer.attributes().unwrap_err().contains("'x_depth', which is not registered"));
    }

    #[test]
    fn running_sums_become_the_counts_of_each_iteration() {
        let mut tracer = Tracer::new("x", 1, TimeLimits::default(), None);
        for (threshold, generated, expanded) in [(10, 5, 2), (12, 25, 11), (14, 125, 60)] {
            tracer.iteration(threshold, &Counters { generated, expanded, ..Counters::default() });
        }
        let rows = tracer.into_trace().iterations;
        let counts: Vec<_> = rows.iter().map(|row| (row.threshold, row.generated, row.expanded)).collect();
        assert_eq!(counts, [(10, 5, 2), (12, 20, 9), (14, 100, 49)]);
    }

    #[test]
    fn an_incumbent_has_the_counts_up_to_its_discovery() {
        let mut tracer = Tracer::new("x", 1, TimeLimits::default(), None);
        for (cost, bound, generated) in [(60, None, 5), (52, Some(50), 25)] {
            let counters = Counters { generated, expanded: generated / 2, ..Counters::default() };
            assert_eq!(tracer.incumbent(&catalog::Incumbent { cost, length: cost, bound, counters }), Ok(()));
        }
        let rows = tracer.into_trace().incumbents;
        let counts: Vec<_> =
            rows.iter().map(|row| (row.cost, row.length, row.bound, row.generated, row.expanded)).collect();
        assert_eq!(counts, [(60, 60, None, Some(5), Some(2)), (52, 52, Some(50), Some(25), Some(12))]);
        assert!(rows[0].wall_s <= rows[1].wall_s && rows[0].cpu_s <= rows[1].cpu_s && rows[0].run_id == "x");
    }

    #[test]
    fn an_incumbent_that_is_found_after_the_limit_is_refused() {
        let over = Some(Duration::ZERO);
        for limits in [TimeLimits { wall: over, cpu: None }, TimeLimits { wall: None, cpu: over }] {
            let mut tracer = Tracer::new("x", 1, limits, None);
            let began = work_cpu(1);
            while work_cpu(1) == began {}
            let found = catalog::Incumbent { cost: 5, length: 5, bound: None, counters: Counters::default() };
            assert_eq!(tracer.incumbent(&found), Err(Termination::TimeLimit));
            assert_eq!(tracer.into_trace().incumbents, []);
        }
    }
}
