//! The runs, the unsupported configurations and the worst-case time of a plan, without executing it.

use std::fmt;
use std::time::Duration;

use tilebench_record::problem_set;
use tilebench_sanitize::count::counted;

use crate::Plan;
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
    /// The maximum time of all supported runs with a limit on time, in seconds, in any order.
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
        let (mut limited_runs, mut sum_s, mut max_s) = (0, 0.0, 0f64);
        for SolverOnSet { solver, set, cost_model, runs, unsupported } in plan.solvers_on_sets() {
            // By the limit on wall-clock time, else on processor time.
            let longest_s = solver.limits.time_s.or(solver.limits.cpu_s);
            if let Some(reason) = unsupported {
                let set = problem_set(&set.name, cost_model.name, solver.program.metric().name());
                let solver = solver.name.clone();
                preview.unsupported.push(UnsupportedSolver { solver, set, runs, reason });
                preview.unsupported_runs += runs;
            } else if let Some(longest_s) = longest_s {
                limited_runs += runs;
                sum_s += longest_s * runs as f64;
                max_s = max_s.max(longest_s);
            } else {
                preview.unlimited_runs += runs;
            }
        }
        // Two bounds: all jobs are busy until the last run begins (Graham 1969), and rounds of the longest limit.
        let rounds = limited_runs.div_ceil(preview.jobs) as f64;
        preview.worst_case_s = ((sum_s - max_s) / preview.jobs as f64 + max_s).min(rounds * max_s);
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
        let jobs = self.jobs.min(limited);
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

/// A duration in its two largest units, rounded up, since it is a bound.
fn duration(seconds: f64) -> String {
    const UNITS: [(&str, u64); 4] = [("d", 86_400), ("h", 3_600), ("min", 60), ("s", 1)];
    let whole = Duration::from_secs_f64(seconds.ceil()).as_secs();
    let largest = UNITS.iter().position(|(_, length)| whole >= *length).unwrap_or(UNITS.len() - 1);
    let (_, smaller) = UNITS[(largest + 1).min(UNITS.len() - 1)];
    let mut rest = whole.next_multiple_of(smaller);
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
    fn the_worst_case_is_that_of_the_longest_run_if_jobs_are_idle() {
        // By time limits: one solver per limit, each with the ten runs of a set, and the number of jobs.
        let worst_case = |limits: &[u32], jobs| {
            let solver =
                |limit| format!("[[solver]]\nname = 's{limit}'\nalgorithm = 'bfs'\nlimits = {{ time_s = {limit} }}\n");
            let solvers: String = limits.iter().map(solver).collect();
            let head = format!("name = 'x'\ninstances = ['random:3x3:10']\nexecution = {{ jobs = {jobs} }}\n");
            preview(&format!("{head}{solvers}")).worst_case_s
        };
        for (limits, jobs, expected) in
            [(&[60][..], 1, 600.0), (&[60], 4, 180.0), (&[60], 16, 60.0), (&[1, 50], 2, 280.0), (&[1, 50], 20, 50.0)]
        {
            assert!(
                (worst_case(limits, jobs) - expected).abs() < 1e-9,
                "{limits:?} {jobs} {}",
                worst_case(limits, jobs)
            );
        }
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
        assert_eq!(texts, ["1 s", "1 min", "1 min", "1 h 3 min", "1 d 1 h", "12 d"]);
    }
}
