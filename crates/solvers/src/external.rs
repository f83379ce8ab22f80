//! External A*: best-first search whose open and closed lists spill to disk if they outgrow memory.
//!
//! **What it does.** Generated states go to the bucket Open(g, h) without a look-up in the closed list.
//! The bucket of least f = g + w h is expanded next. It is sorted first; duplicates are removed, and so
//! are the states of the Closed buckets (delayed duplicate detection). Then its states are expanded in
//! order, and they become Closed(g, h). All lists stay in memory until the memory limit is reached. From
//! then on the largest list in memory is written as a sorted run whenever more memory is needed. The runs
//! of a bucket are merged when it is selected, at most 16 files at a time. All file access is sequential,
//! except for the look-ups that extract the path.
//!
//! **Guarantees.** They are those of the search in memory. With an admissible heuristic, paths are
//! shortest; with a weight w > 1, they are within w of the shortest. Without reopening, the heuristic
//! must be consistent.
//!
//! The layers that may contain duplicates (the duplicate detection scope) depend on the edges seen. While
//! w = 1 and every edge changes h by at most 1, a successor can have been expanded only in the last two
//! layers, so only these are subtracted. After the first edge that changes h by more, or from the
//! beginning if w > 1, all layers are searched for duplicates. A state that was expanded on a longer path
//! is then expanded again and counted as reopened.
//!
//! The depth limit excludes the same states as in memory. It also excludes known states, which are not
//! looked up before. A space without a goal may therefore end as [`Termination::DepthLimit`] although all of it
//! was searched.
//!
//! **Counting.** Delayed duplicate detection changes two counters. `evaluated` equals `generated`, since
//! the bucket of a state depends on its h. `peak_open` includes duplicates that are not detected yet, and
//! is updated between buckets. With a consistent heuristic, the states expanded below the last f are the
//! same as in memory. `high-g` selects the bucket of largest g first and may visit a bucket several times.
//! `low-g` visits the buckets of equal f in ascending g, each once, as in the paper; it therefore expands
//! all states of the last f. Within a bucket, states are expanded in the order of their keys. `fifo` and
//! `lifo` are rejected, since they have no meaning here.
//!
//! **Memory and disk.** A record takes 16 bytes in memory and 9 on disk for keys of 8 bytes, and 24 and
//! 17 for larger keys. The memory limit is kept. A search that writes to disk needs at least 140 KiB, and
//! some hundred bytes per bucket: 256 KiB suffice for some hundred thousand nodes, 8 MiB for some
//! millions. The files are in a new folder inside [`SearchContext::scratch`]. The folder is removed when the
//! search ends, unless the process is killed. An error of the file system ends the search as
//! [`Termination::DiskFailed`].
//!
//! **References.** Edelkamp and others 2004; Korf 2004 (delayed duplicate detection).

mod bucket;
mod closed;
mod duplicates;
mod external_buckets;
mod merge;
mod record;
mod run_folder;
mod search;
mod subtract;

use tilebench_core::{Counters, Domain, Heuristic, HeuristicExt, Outcome, SearchContext, Termination};

use self::duplicates::DuplicateScope;
use self::external_buckets::ExternalBuckets;
use self::search::ExternalSearch;
use crate::best_first::{Config, TieBreak};
use crate::limit_checker::LimitChecker;

/// Checks whether a best-first search on disk can run with this configuration.
///
/// # Errors
///
/// The reason why lists on disk do not support the configuration.
pub fn supports<D: Domain>(config: &Config) -> Result<(), String> {
    if !D::UNIT_COST {
        return Err("lists on disk need operators that all cost 1: use store packed or plain".to_owned());
    }
    if matches!(config.tie, TieBreak::Fifo | TieBreak::Lifo) {
        return Err(
            "lists on disk keep no order of generation: use tie high-g or low-g, or store packed or plain".to_owned()
        );
    }
    if !config.is_default_in_memory() {
        return Err(
            "queue, parent-pruning, evaluation and hash-statistics are of lists in memory: leave them out, or use store packed or plain"
                .to_owned(),
        );
    }
    Ok(())
}

/// Searches for a path from `start` to a goal, with files in a new folder inside [`SearchContext::scratch`].
pub fn solve<D: Domain, H: Heuristic<D>>(
    domain: &D,
    heuristic: &H,
    start: D::State,
    config: &Config,
    context: &mut SearchContext<'_>,
) -> Outcome<D::Op> {
    let h0 = heuristic.estimate(domain, start);
    let unsolved = |end, counters| Outcome { end, path: Vec::new(), h0: Some(h0), bound: None, counters };
    let buckets = match ExternalBuckets::new(context.budget(), &context.scratch_folder()) {
        Ok(buckets) => buckets,
        Err(end) => return unsolved(end, Counters { generated: 1, evaluated: 1, ..Counters::default() }),
    };
    let mut search = ExternalSearch {
        domain,
        heuristic,
        weight: config.weight(),
        tie: config.tie,
        scope: DuplicateScope::initial(config.weight(), config.reopen),
        buckets,
        limits: LimitChecker::new(context.budget()),
        counters: Counters::default(),
    };
    let result = search.run(start, h0, &mut *context.observer).and_then(|goal| search.path(&goal));
    let counters = search.counters();
    match result {
        Ok(path) => Outcome { end: Termination::Solved, path, h0: Some(h0), bound: None, counters },
        Err(end) => unsolved(end, counters),
    }
}
