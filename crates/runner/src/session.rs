//! The conditions of one execution, measured before the first run and after the last, with warnings if times
//! under these conditions are not reliable.

use tilebench_isolate::affinity::AffinityGuard;
use tilebench_isolate::cores::{self, CoreClaim};
use tilebench_record::{Machine, Manifest, Session as Record};

use crate::{Experiment, ProgressOutput, date, machine};

/// An execution of runs.
#[derive(Debug)]
pub(crate) struct ExecutionSession {
    jobs: usize,
    /// The number of cores per job: the maximum number of threads of a run.
    threads: usize,
    /// The cores of the jobs, one job after the other; empty if jobs are not pinned.
    claims: Vec<CoreClaim>,
    record: Option<Record>,
    progress: ProgressOutput,
}

impl ExecutionSession {
    /// Begins a session for `missing` runs after the first `rows` rows, and records it in the manifest. If no runs
    /// are missing, nothing is measured or recorded.
    pub(crate) fn begin(
        experiment: &Experiment,
        missing: usize,
        rows: u64,
        progress: ProgressOutput,
        manifest: &mut Manifest,
    ) -> Self {
        let jobs = experiment.jobs.clamp(1, missing.max(1));
        let threads = experiment.threads();
        if missing == 0 {
            return Self { jobs, threads, claims: Vec::new(), record: None, progress };
        }
        let free = || cores::claim(&cores::processors(), jobs * threads, &cores::lock_folder()?);
        let claims =
            if experiment.pin { free().filter(|claims| are_held(claims)).unwrap_or_default() } else { Vec::new() };
        let record = Record {
            began: date::now(),
            jobs,
            pinned: !claims.is_empty(),
            rows: Some(rows),
            load_before: machine::load(),
            speed_before: Some(speed(&claims)),
            load_after: None,
            speed_after: None,
        };
        manifest.sessions.push(record.clone());
        if experiment.pin && !record.pinned {
            warn(manifest, &[UNPINNED.to_owned()], progress);
        }
        warn(manifest, &warnings(&record, &manifest.machine, threads, cores::physical_cores()), progress);
        Self { jobs, threads, claims, record: Some(record), progress }
    }

    /// The number of parallel runs.
    pub(crate) fn jobs(&self) -> usize {
        self.jobs
    }

    /// The processors that the searches of a job are pinned to; empty if they are not pinned.
    pub(crate) fn processors(&self, job: usize) -> Vec<usize> {
        self.claims.iter().skip(job * self.threads).take(self.threads).map(|claim| claim.processor).collect()
    }

    /// Measures again after the last run, and completes the session in the manifest.
    pub(crate) fn end(self, manifest: &mut Manifest) {
        let Some(record) = self.record else { return };
        let before = warnings(&record, &manifest.machine, self.threads, cores::physical_cores());
        let record = Record { load_after: machine::load(), speed_after: Some(speed(&self.claims)), ..record };
        let mut new_warnings = warnings(&record, &manifest.machine, self.threads, cores::physical_cores());
        new_warnings.retain(|warning| !before.contains(warning));
        if let Some(last) = manifest.sessions.last_mut() {
            *last = record;
        }
        warn(manifest, &new_warnings, self.progress);
    }
}

/// Whether threads can be pinned to each of the cores.
fn are_held(claims: &[CoreClaim]) -> bool {
    claims.iter().all(|claim| AffinityGuard::pin_to(&[claim.processor]).is_some())
}

/// The speed of the first job's core, or of any.
fn speed(claims: &[CoreClaim]) -> f64 {
    let _guard = claims.first().and_then(|claim| AffinityGuard::pin_to(&[claim.processor]));
    machine::core_speed()
}

/// Reports the warnings, and records each once.
fn warn(manifest: &mut Manifest, warnings: &[String], progress: ProgressOutput) {
    for warning in warnings {
        progress.print_line(&format!("note: {warning}"));
        if !manifest.warnings.contains(warning) {
            manifest.warnings.push(warning.clone());
        }
    }
}

const UNPINNED: &str = "Times are noisy: the jobs were not pinned to cores, since too few cores were free or the system \
                        did not allow it.";

/// The reasons why times of this session, in which a run has at most `threads` threads, are not reliable. The measurements
/// behind a reason are in the session's record, so that sessions with the same reason share a sentence.
fn warnings(session: &Record, machine: &Machine, threads: usize, cores: usize) -> Vec<String> {
    let each = if threads > 1 { format!(" of {threads} threads") } else { String::new() };
    let crowded = (session.jobs * threads > cores)
        .then(|| format!("Times are not reliable: {} jobs{each} shared {cores} cores.", session.jobs));
    let busy = session.is_busy().unwrap_or(false).then(|| {
        "Times are noisy: other programs used more than half a core before the first run of a session.".to_owned()
    });
    let governor = machine.governor.as_deref().filter(|&governor| governor != "performance");
    let governor = governor
        .map(|governor| format!("Times depend on the load: the frequency governor is {governor}, not performance."));
    let drifted = session.has_drifted().unwrap_or(false).then(|| {
        "Times drifted: the speed of a fixed loop changed by more than 5 % between the beginning and the end of a \
         session."
            .to_owned()
    });
    [crowded, busy, governor, drifted].into_iter().flatten().collect()
}

#[cfg(test)]
mod tests;
