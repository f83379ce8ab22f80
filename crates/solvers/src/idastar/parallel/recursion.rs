//! The recursion, shared by threads: for every heuristic, and with a weight.

use tilebench_core::{Domain, End, Heuristic};

use super::Crew;
use crate::idastar::chunks::{Broken, Chunks, Counts, Cut, Scale};
use crate::idastar::cursor::{Cursor, Next, Node};
use crate::idastar::priority::{Priority, Rule};
use crate::idastar::{Below, Search};
use crate::meter::Meter;

/// How threads share it. One alone searches an iteration in one piece.
pub(super) const SCALE: Scale = Scale { enough: 0, chunk: 1 << 14, least: 1 << 10, subtree: 1 << 10, span: 1 << 14 };

/// One iteration from `start`, shared by `crew` where it is large and the memory allows it, else by `alone`. Below
/// a root threads search by `below`.
pub(in crate::idastar) fn by_recursion<D: Domain, H: Heuristic<D>>(
    crew: &mut Crew,
    search: &mut Search<'_, D, H>,
    start: Node<D, H>,
    below: Recurse<D, H>,
    alone: Recurse<D, H>,
) -> Below {
    let scale = crew.recursion;
    let path = u64::from(search.longest()) * Search::<'_, D, H>::MOVE;
    let Some((threads @ 2.., held)) = crew.share(search, path, &scale) else { return alone(search, start) };
    search.held = search.held.max(held);
    let Search { domain, heuristic, priority, threshold, .. } = *search;
    let form = |_| Recursion { domain, heuristic, priority, threshold, below };
    let mut forms: Vec<_> = (0..threads).map(form).collect();
    crew.iterate(forms.iter_mut().map(|form| form as _).collect(), search, start, &scale)
}

/// Searches the subtree below a root.
pub(in crate::idastar) type Recurse<D, H> = fn(&mut Search<'_, D, H>, Node<D, H>) -> Below;

/// By the recursion that looks operators up.
pub(in crate::idastar) fn by_table<D: Domain, H: Heuristic<D>, F: Rule>(
    search: &mut Search<'_, D, H>,
    root: Node<D, H>,
) -> Below {
    search.recurse::<F>(root.state, root.cache, root.g, root.arrived_by)
}

/// By the unrolled recursion.
pub(in crate::idastar) fn by_site<D: Domain, H: Heuristic<D>>(
    search: &mut Search<'_, D, H>,
    root: Node<D, H>,
) -> Below {
    search.unrolled_below(root.state, root.cache, root.g, root.arrived_by)
}

/// What a thread searches with.
struct Recursion<'a, D: Domain, H: Heuristic<D>> {
    domain: &'a D,
    heuristic: &'a H,
    priority: Priority,
    threshold: u32,
    below: Recurse<D, H>,
}

impl<D: Domain, H: Heuristic<D>> Chunks<D, H> for Recursion<'_, D, H> {
    fn chunk(&mut self, cursor: &mut Cursor<'_, D, H>, cut: Cut, meter: &Meter<'_>) -> Result<Counts, Broken> {
        let Self { domain, heuristic, priority, threshold, below } = *self;
        let meter = meter.clone();
        let mut search = Search::new(domain, heuristic, priority, threshold, meter);
        let mut top = Counts::default();
        let end = loop {
            match cursor.next_of_any(cut.depth, &mut top) {
                Next::Subtree(root) => match below(&mut search, root) {
                    Below::Nothing => {}
                    end => break end,
                },
                Next::Goal => break Below::Goal,
                Next::Nothing => break Below::Nothing,
            }
        };
        let mut counts = search.counted();
        counts.add(top);
        match (end, search.stopped) {
            (Below::Nothing, _) => Ok(counts),
            (Below::Goal, _) => Err(Broken::Goal),
            (Below::Stopped, Some(End::NodeLimit) | None) => Err(Broken::Room),
            (Below::Stopped, Some(end)) => Err(Broken::Stopped(end, counts)),
        }
    }
}

impl<D: Domain, H: Heuristic<D>> Search<'_, D, H> {
    /// What its meter counted, and the least f beyond the threshold.
    fn counted(&self) -> Counts {
        Counts { generated: self.meter.generated, expanded: self.meter.expanded, next: self.next }
    }
}
