//! Best-first search whose open and closed lists outgrow memory and go on on disk: external A*.
//!
//! **What it does.** Generated states go to buckets, one for each g and h, without a look at whether
//! they are known. The bucket of least f = g + w h is next: it is sorted, freed of duplicates and of
//! the states that were expanded before (delayed duplicate detection), and expanded from front to
//! back. Everything stays in memory until the memory limit is reached; from then on the largest list
//! in memory is written as a sorted run whenever more is needed, and runs are merged, 16 files at a
//! time, when their turn comes. All access to files is sequential but for the look-ups by which the
//! path is told in the end.
//!
//! **Guarantees.** Those of the search in memory: shortest paths with an admissible heuristic, with a
//! weight w > 1 paths within w of the shortest; without re-opening only with a consistent heuristic.
//! While every edge seen changes h by at most 1 and w = 1, states are expanded in the order of a
//! consistent heuristic, and a successor was expanded, if at all, within the last two layers: only
//! these are looked through. Once an edge says otherwise, or from the start where w > 1, all layers
//! are, and a state that was expanded on a longer path is expanded again, counted as reopened. The
//! limit of depth leaves out what it leaves out of the search in memory, and known states with it, as
//! they are not looked up before: a space without a goal may end as [`End::DepthLimit`] though all of
//! it was searched.
//!
//! **Counting.** As everywhere, but for what delayed duplicates bring with them: `evaluated` equals
//! `generated`, for a state's bucket depends on its h; `peak_open` counts duplicates not yet found and
//! is taken between buckets. Under a consistent heuristic the same states are expanded below the last
//! f as in memory. `high-g` takes buckets of larger g first and comes back to buckets that it left;
//! `low-g` takes the buckets of one f in ascending g, each once, as in the paper, and so expands all
//! of the last f. Within a bucket states are expanded in the order of their keys, so that `fifo` and
//! `lifo` have no meaning and are refused.
//!
//! **Memory and disk.** A record is 16 bytes in memory for keys of 8 bytes (24 for larger ones), 9 (17) on disk.
//! The memory limit is kept. A search that writes cannot do without 140 KiB, and some hundred bytes a
//! bucket: 256 KiB suffice for searches of some hundred thousand nodes, 8 MiB for some millions.
//! Files are in a folder of the search's own, in that of [`Control::scratch`], and go with the search, however it ends
//! but by the death of the process. What the system refuses ends it as [`End::DiskFailed`].
//!
//! **References.** S. Edelkamp, S. Jabbar and S. Schrödl, *External A\**, KI 2004; R. E. Korf,
//! *Best-first frontier search with delayed duplicate detection*, AAAI 2004.

mod bucket;
mod buckets;
mod disk;
mod keep;
mod ledger;
mod merge;
mod record;
mod search;
mod settle;
mod sieve;

use tilebench_core::{Control, Counters, Domain, End, Estimate, Heuristic, Outcome};

use self::buckets::Buckets;
use self::search::Search;
use self::settle::Window;
use crate::best_first::{Config, Tie};
use crate::limit_checker::LimitChecker;

/// Whether best-first search can run with these parameters, or why not.
///
/// # Errors
///
/// Where lists on disk cannot do what is asked.
pub fn supports<D: Domain>(config: &Config) -> Result<(), String> {
    if !D::UNIT_COST {
        return Err("lists on disk need operators that all cost 1: use store packed or plain".to_owned());
    }
    if matches!(config.tie, Tie::Fifo | Tie::Lifo) {
        return Err(
            "lists on disk keep no order of generation: use tie high-g or low-g, or store packed or plain".to_owned()
        );
    }
    if !config.is_default_in_memory() {
        return Err(
            "queue, undo, estimate and measure-table are of lists in memory: leave them out, or use store packed or plain"
                .to_owned(),
        );
    }
    Ok(())
}

/// Searches for a path from `start` to a goal, with files in a folder of its own in that of [`Control::scratch`].
pub fn solve<D: Domain, H: Heuristic<D>>(
    domain: &D,
    heuristic: &H,
    start: D::State,
    config: &Config,
    control: &Control<'_>,
) -> Outcome<D::Op> {
    let h0 = heuristic.estimate(domain, start);
    let unsolved = |end, counters| Outcome { end, path: Vec::new(), h0: Some(h0), counters };
    let buckets = match Buckets::new(control.budget(), &control.scratch_folder()) {
        Ok(buckets) => buckets,
        Err(end) => return unsolved(end, Counters { generated: 1, evaluated: 1, ..Counters::default() }),
    };
    let mut search = Search {
        domain,
        heuristic,
        weight: config.weight(),
        tie: config.tie,
        window: Window::at_first(config.weight(), config.reopen),
        buckets,
        meter: LimitChecker::new(control.budget()),
        counters: Counters::default(),
    };
    let result = search.run(start, h0).and_then(|goal| search.path(&goal));
    let counters = search.counters();
    match result {
        Ok(path) => Outcome { end: End::Solved, path, h0: Some(h0), counters },
        Err(end) => unsolved(end, counters),
    }
}
