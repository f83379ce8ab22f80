//! One search, in a thread of this process or in a worker: preparing it, running it with the clocks around it, and
//! recording its result, which [`judge`](crate::judge) verifies.

use std::io::ErrorKind;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tilebench_catalog::{
    CatalogError, Configuration, InstanceSearch, InstanceState, Limits, SearchContext, SearchResult, TableSpec,
    Termination, pruning_table, table_identities,
};
use tilebench_isolate::affinity::AffinityGuard;
use tilebench_isolate::instructions::InstructionCounter;
use tilebench_isolate::panics;
use tilebench_isolate::processor_time::work_cpu;
use tilebench_record::{EndedBy, Run, Status};

use crate::task::Task;
use crate::trace::{TimeLimits, Trace, Tracer};
use crate::units::UnitFolder;
use crate::watcher::Watcher;
use crate::{Searches, plan};

/// The search of the task. If it cannot be prepared, the record states the reason.
pub(crate) fn prepare_search(
    task: &Task<'_>,
    configuration: &Configuration,
    searches: &Searches,
    run: &mut Run,
) -> Option<Arc<dyn InstanceSearch>> {
    let configuration = configuration.clone().with_cost_model(task.cost_model);
    if task.solver.limits.depth.is_some() && !task.cost_model.is_unit() {
        // A search compares the limit with g + h.
        run.status = Status::Unsupported;
        run.message =
            format!("a limit on moves needs unit costs, and the cost model is {}: leave it out", task.cost_model);
        return None;
    }
    let prepared = panics::catch(|| {
        let (search, mut setup_s) = searches.get(&configuration, task.goal_state, &task.draw.order);
        let began = Instant::now();
        if search.as_ref().is_ok_and(|search| search.prepare_start(&task.instance.start)) {
            setup_s += began.elapsed().as_secs_f64();
        }
        (search, setup_s)
    });
    let (status, message) = match prepared {
        Ok((Ok(search), setup_s)) => {
            run.setup_s = setup_s;
            return Some(search);
        }
        Ok((Err(CatalogError::Unsupported(reason)), _)) => (Status::Unsupported, reason),
        Ok((Err(error), _)) => (Status::Unsupported, error.to_string()),
        Err(message) => (Status::Crashed, message),
    };
    (run.status, run.message) = (status, message);
    None
}

/// The place of a search: its processors and its folder.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchPlace<'a> {
    /// The processors to which it is pinned; empty if it is not.
    pub(crate) processors: &'a [usize],
    /// The folder of its work units, if they are kept.
    pub(crate) units: Option<&'a UnitFolder>,
}

/// Runs the search, which is `configuration`, on this thread and those that it starts, and completes `run` by its result.
pub(crate) fn run_search(
    search: &dyn InstanceSearch,
    task: &Task<'_>,
    configuration: &Configuration,
    run: &mut Run,
    watcher: &Watcher,
    place: SearchPlace<'_>,
    searches: &Searches,
) -> Trace {
    let SearchPlace { processors, units } = place;
    let limits = task.solver.limits;
    let threads = task.solver.program.threads();
    // No other algorithm has work units.
    let units = units.filter(|_| configuration.algorithm().name == plan::UNITS);
    let units = match units.map(|units| units.open(run, threads)).transpose() {
        Ok(units) => units.map(Arc::new),
        Err(error) => {
            (run.status, run.message) = (Status::Crashed, format!("its work units cannot be read: {error}"));
            return Trace::default();
        }
    };
    // The limits of time are those of all processes that have worked on the run.
    let (wall, cpu) = units.as_ref().map_or_else(Default::default, |units| units.earlier());
    let rest = |limit: Option<Duration>, spent| limit.map(|limit| limit.saturating_sub(spent));
    let time_limits = TimeLimits { wall: rest(limits.time(), wall), cpu: rest(limits.cpu(), cpu) };
    let watch = watcher.watch(time_limits.wall, time_limits.cpu, threads);
    let limits = limits.counted();
    // After the watch has started, since default limits depend on the number of cores that this thread may use.
    let _guard = AffinityGuard::pin_to(&processors[..processors.len().min(threads)]);
    let mut tracer = Tracer::new(&run.run_id, threads, time_limits, units.clone());
    let mut context = SearchContext {
        limits,
        stop: watch.flag(),
        observer: &mut tracer,
        scratch: Some(searches.scratch()),
        seed: run.seed,
    };
    // Instructions of other threads are not counted, and a part of the count would be misleading.
    let instructions = (threads == 1).then(InstructionCounter::start);
    let cpu = work_cpu(threads);
    let clock = watch.begin();
    let answer = panics::catch(|| search.run(&task.instance.start, &mut context));
    (run.wall_s, run.cpu_s) = (clock.elapsed().as_secs_f64(), work_cpu(threads).saturating_sub(cpu).as_secs_f64());
    run.instructions = instructions.and_then(InstructionCounter::stop);
    let (wall_s, cpu_s) = units.as_ref().map_or_else(Default::default, |units| units.times_of_others());
    if wall_s > 0.0 {
        (run.wall_s, run.cpu_s, run.instructions) = (run.wall_s + wall_s, run.cpu_s + cpu_s, None);
    }
    let attributes = tracer.attributes();
    let mut trace = tracer.into_trace();
    match answer.and_then(|answer| Ok((answer.map_err(|error| error.to_string())?, attributes?))) {
        Ok((answer, attributes)) => {
            run.attributes = attributes;
            record_answer(run, &answer);
            if let Some(message) = unfounded_end(answer.end, &limits, time_limits, watcher.is_cancelled()) {
                (run.status, run.ended_by, run.message) = (Status::Crashed, None, message);
            }
            if let (Some(units), Termination::DiskFailed(kind)) = (&units, answer.end) {
                // No other file is written by a search in work units.
                trace.unit_fault = units.fault(kind);
            }
        }
        Err(message) => (run.status, run.message) = (Status::Crashed, message),
    }
    trace.is_untrusted = refuse_changed_tables(run, configuration, task, searches);
    trace
}

/// Fills in the counters of the search and its reported end.
fn record_answer(run: &mut Run, answer: &SearchResult<String>) {
    count(run, answer);
    run.status = match answer.end {
        Termination::Solved => {
            run.moves.clone_from(&answer.moves);
            Status::Solved
        }
        Termination::Exhausted => {
            "the search reports that no path exists, but the goal can be reached".clone_into(&mut run.message);
            Status::Wrong
        }
        Termination::Incomplete => {
            "the method ended without an answer".clone_into(&mut run.message);
            Status::GaveUp
        }
        Termination::TimeLimit => Status::TimeLimit,
        Termination::NodeLimit => Status::NodeLimit,
        Termination::MemoryLimit => Status::MemoryLimit,
        Termination::DepthLimit => Status::DepthLimit,
        Termination::DiskLimit => Status::DiskLimit,
        Termination::DiskFailed(kind) => {
            run.message = format!("the files of the search: {kind}");
            // A full disk is a limit that the machine sets; anything else is to be looked into.
            let is_full = matches!(kind, ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge);
            if is_full { Status::DiskLimit } else { Status::Crashed }
        }
        Termination::NoThreads => {
            "the system refused to start the threads of the search: allow more processes (ulimit -u) or more memory \
             (ulimit -v), or use fewer threads"
                .clone_into(&mut run.message);
            Status::Crashed
        }
        Termination::Cancelled => Status::Cancelled,
    };
    run.ended_by = run.status.is_limit().then_some(EndedBy::Search);
}

/// The fault of a reported end that the search cannot have reached: a limit that is not set, or a cancellation that was not
/// requested.
fn unfounded_end(end: Termination, limits: &Limits, time: TimeLimits, was_cancelled: bool) -> Option<String> {
    let (is_set, limit) = match end {
        Termination::TimeLimit => (time.wall.or(time.cpu).is_some(), "time"),
        Termination::NodeLimit => (limits.generated < u64::MAX, "node"),
        Termination::DiskLimit => (limits.disk < u64::MAX, "disk"),
        Termination::Cancelled if !was_cancelled => {
            return Some("the search reports that it was cancelled, but it was not".to_owned());
        }
        // The memory always has a limit, and the depth of an algorithm can be an option.
        _ => return None,
    };
    (!is_set).then(|| format!("the search reports that it reached its {limit} limit, but none is set"))
}

fn count(run: &mut Run, answer: &SearchResult<String>) {
    let counters = &answer.counters;
    run.h0 = answer.h0;
    run.lower_bound = answer.bound.map(u64::from);
    run.expanded = Some(counters.expanded);
    run.generated = Some(counters.generated);
    run.reopened = Some(counters.reopened);
    run.evaluated = Some(counters.evaluated);
    run.iterations = Some(counters.iterations);
    run.peak_open = Some(counters.peak_open);
    run.peak_closed = Some(counters.peak_closed);
    run.peak_bytes = Some(counters.peak_bytes);
    let measured = |count| (counters.table_slots > 0).then_some(count);
    run.table_slots = measured(counters.table_slots);
    run.table_states = measured(counters.table_states);
    run.table_probes = measured(counters.table_probes);
    run.table_longest = measured(counters.table_longest);
    run.peak_disk = Some(counters.peak_disk);
    run.expanded_backward = counters.backward.map(|backward| backward.expanded);
    run.generated_backward = counters.backward.map(|backward| backward.generated);
    let meeting_g = counters.backward.and_then(|backward| backward.meeting_g);
    [run.meeting_g, run.meeting_g_backward] = meeting_g.map_or([None; 2], |g| g.map(|g| Some(g.into())));
}

/// Makes a run `crashed` if the file of a table that it looked up was written since it was checked: none of its figures can
/// be trusted. Returns whether it was.
fn refuse_changed_tables(run: &mut Run, configuration: &Configuration, task: &Task<'_>, searches: &Searches) -> bool {
    // Other domains have no tables.
    let InstanceState::Board(goal) = task.goal_state else { return false };
    let changed = searches.tables().changed();
    let Some(heuristic) = configuration.heuristic().filter(|_| !changed.is_empty()) else { return false };
    // The search was prepared, so its heuristic supports the board.
    let mut looked_up = table_identities(heuristic, goal, task.cost_model, task.metric()).unwrap_or_default();
    looked_up.extend(pruning_table(configuration, goal.size()).map(|table| table.identity()));
    let Some(table) = changed.iter().find(|table| looked_up.iter().any(|identity| identity == table.identity())) else {
        return false;
    };
    run.status = Status::Crashed;
    run.ended_by = None;
    run.moves.clear();
    let file = table.path().map_or_else(String::new, |path| format!(" {}", path.display()));
    run.message = format!(
        "the file{file} was written while its table was in use: keep other programs from writing it, or copy tables into \
         memory with --copy-tables"
    );
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_cannot_reach_a_limit_that_is_not_set() {
        let none = Limits::NONE;
        let set = Limits { generated: 1, bytes: u64::MAX, disk: 1, depth: 1 };
        let time = TimeLimits { wall: None, cpu: Some(Duration::from_secs(1)) };
        let ends = [
            (Termination::TimeLimit, "time limit"),
            (Termination::NodeLimit, "node limit"),
            (Termination::DiskLimit, "disk limit"),
            (Termination::Cancelled, "cancelled"),
        ];
        for (end, name) in ends {
            let fault = unfounded_end(end, &none, TimeLimits::default(), false);
            assert!(fault.as_ref().is_some_and(|fault| fault.contains(name)), "{end:?}: {fault:?}");
            assert_eq!(unfounded_end(end, &set, time, true), None, "{end:?}");
        }
        for end in [Termination::MemoryLimit, Termination::DepthLimit] {
            assert_eq!(unfounded_end(end, &none, TimeLimits::default(), false), None);
        }
    }
}
