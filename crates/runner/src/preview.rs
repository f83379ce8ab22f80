//! The runs, the unsupported configurations and the worst-case time of a plan, without executing it.

use std::fmt;
use std::time::Duration;

use crate::Plan;
use tilebench_record::problem_set;
use tilebench_sanitize::count::counted;

use crate::plan::SolverOnSet;

/// The preview of a plan.
#[derive(Clone, Debug, PartialEq)]
pub struct Preview {
    /// The configurations that cannot search an instance set.
    pub unsupported: Vec<UnsupportedSolver>,
    /// The runs of the plan, unsupported ones included.
    pub runs: usize,
    /// The runs of unsupported configurations.
    pub unsupported_runs: usize,
    /// The supported runs without a limit on time.
    pub unlimited_runs: usize,
    /// The number of runs that are executed in parallel.
    pub jobs: usize,
    /// The sum over the supported runs of their limits on time, in seconds, divided by the jobs.
    pub worst_case_s: f64,
}

/// A configuration that cannot search an instance set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnsupportedSolver {
    /// The configuration's name.
    pub solver: String,
    /// The instance set's name.
    pub set: String,
    /// The number of its runs, each of which is recorded as unsupported without a search.
    pub runs: usize,
    /// Why it cannot.
    pub reason: String,
}

impl Preview {
    /// The preview of `plan`; no table is built and no program is started.
    #[must_use]
    pub fn new(plan: &Plan) -> Self {
        let mut preview = Self {
            unsupported: Vec::new(),
            runs: plan.len(),
            unsupported_runs: 0,
            unlimited_runs: 0,
            jobs: plan.experiment().jobs,
            worst_case_s: 0.0,
        };
        let mut sum_s = 0.0;
        for SolverOnSet { solver, set, cost_model, runs, unsupported } in plan.solvers_on_sets() {
            // By the limit on wall-clock time, else on processor time.
            let longest_s = solver.limits.time_s.or(solver.limits.cpu_s);
            if let Some(reason) = unsupported {
                let set = problem_set(&set.name, cost_model.name, solver.program.metric().name());
                let solver = solver.name.clone();
                preview.unsupported.push(UnsupportedSolver { solver, set, runs, reason });
                preview.unsupported_runs += runs;
            } else if let Some(longest_s) = longest_s {
                sum_s += longest_s * runs as f64;
            } else {
                preview.unlimited_runs += runs;
            }
        }
        preview.worst_case_s = sum_s / preview.jobs as f64;
        preview
    }
}

impl fmt::Display for Preview {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.unsupported.is_empty() {
            writeln!(
                out,
                "unsupported: {} of {} runs, which are recorded without a search",
                self.unsupported_runs, self.runs
            )?;
            for UnsupportedSolver { solver, set, runs, reason } in &self.unsupported {
                writeln!(out, "  {solver} on {set} ({}): {reason}", counted(*runs, "run"))?;
            }
        }
        let limited = self.runs - self.unsupported_runs - self.unlimited_runs;
        let jobs = self.jobs;
        if limited > 0 {
            let duration = duration(self.worst_case_s);
            writeln!(
                out,
                "worst case: {duration}, with {} up to the time limit, {jobs} in parallel",
                counted(limited, "run")
            )?;
        }
        if self.unlimited_runs > 0 {
            let but = if limited > 0 { "in addition, " } else { "worst case: unknown, " };
            writeln!(out, "{but}no time limit for {}: set limits.time_s", counted(self.unlimited_runs, "run"))?;
        }
        Ok(())
    }
}

/// A duration in its two largest units.
fn duration(seconds: f64) -> String {
    const UNITS: [(&str, u64); 4] = [("d", 86_400), ("h", 3_600), ("min", 60), ("s", 1)];
    // Rounded up: it is a bound.
    let whole = Duration::from_secs_f64(seconds.ceil()).as_secs();
    let largest = UNITS.iter().position(|(_, length)| whole >= *length).unwrap_or(UNITS.len() - 1);
    let mut rest = whole;
    let mut parts = Vec::new();
    for (unit, length) in UNITS.iter().skip(largest).take(2) {
        if parts.is_empty() || rest >= *length {
            parts.push(format!("{} {unit}", rest / length));
        }
        rest %= length;
    }
    parts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Experiment;

    fn preview(text: &str) -> Preview {
        Preview::new(&Plan::new(Experiment::parse(text, "x.toml", &[]).unwrap()).unwrap())
    }

    const EXPERIMENT: &str = "\
name = 'x'
instances = ['random:3x3:10', 'random:4x4:5']
repeats = 2
execution = { jobs = 2 }
[limits]
time_s = 60
[[solver]]
algorithm = 'staged'
[[solver]]
algorithm = 'idastar'
heuristic = ['manhattan', 'pdb-7-8']
";

    #[test]
    fn a_dry_run_lists_unsupported_pairs_and_the_worst_case() {
        let preview = preview(EXPERIMENT);
        let pairs: Vec<_> =
            preview.unsupported.iter().map(|pair| (pair.solver.as_str(), pair.set.as_str(), pair.runs)).collect();
        assert_eq!(pairs, [("staged", "random:3x3:10", 20), ("idastar pdb-7-8", "random:3x3:10", 20)]);
        assert!(preview.unsupported.iter().all(|pair| !pair.reason.is_empty()));
        assert_eq!((preview.runs, preview.unsupported_runs, preview.unlimited_runs), (90, 40, 0));
        // 50 runs of 60 seconds, two at a time.
        assert!((preview.worst_case_s - 1500.0).abs() < 1e-9);
        assert!(
            preview.to_string().ends_with("worst case: 25 min, with 50 runs up to the time limit, 2 in parallel\n"),
            "{preview}"
        );
    }

    #[test]
    fn runs_without_a_time_limit_have_no_worst_case() {
        let preview = preview(&EXPERIMENT.replace("[limits]\ntime_s = 60\n", ""));
        assert_eq!(preview.unlimited_runs, 50);
        assert!(
            preview.to_string().ends_with("\nworst case: unknown, no time limit for 50 runs: set limits.time_s\n"),
            "{preview}"
        );
    }

    #[test]
    fn a_duration_is_rounded_up_and_has_its_two_largest_units() {
        let texts = [0.2, 59.5, 60.0, 3_725.0, 90_000.0, 86_400.0 * 12.0].map(duration);
        assert_eq!(texts, ["1 s", "1 min", "1 min", "1 h 2 min", "1 d 1 h", "12 d"]);
    }
}
