//! Audits: the declared properties of a heuristic, checked against true distances.
//!
//! **What it does.** On small boards every state is examined at its true distance from the goal, with
//! every edge that leaves it. On larger ones boards are drawn by seed, and a reference search finds
//! the distances of those near enough. The sums are integers and the examples the first in a
//! fixed order, so an audit is the same on any number of threads.
//!
//! **Guarantees.** [`Verdict::Holds`] is a proof by enumeration, which depends only on the puzzle's
//! operators and the frontier search. [`Verdict::NotRefuted`] is not a proof; it also depends on the
//! reference search and on the admissibility of its heuristic, which is named and is never the audited
//! one.
//!
//! **Cost.** For each state one estimate, and for each of its edges a step and an estimate, in
//! parallel. Memory is that of the frontier search.
//!
//! ```
//! use tilebench_catalog::audit::{AuditPlan, Extent, Verdict, audit};
//! use tilebench_catalog::{Goal, HeuristicChoice, StopFlag, Tables};
//!
//! let goal = Goal::BlankFirst.board("3x3".parse()?)?;
//! let manhattan = HeuristicChoice::new("manhattan")?;
//! let mut plan = AuditPlan {
//!     extent: Extent::All,
//!     tables: &Tables::in_memory(),
//!     stop: &StopFlag::new(),
//!     bytes: u64::MAX,
//!     told: &mut |_| {},
//! };
//! let found = audit(&manhattan, None, &goal, &mut plan)?;
//! assert_eq!(found.tally.estimates.states, 181_440);
//! assert_eq!((found.admissible(), found.consistent()), (Verdict::Holds, Verdict::Holds));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod edges;
mod estimates;
mod exhaustive;
mod plan;
mod reference;
mod sample;
mod sampled;
mod subject;
mod verdict;
mod versus;

pub use edges::{Defect, Edge, Edges, Fall};
pub use estimates::{Estimates, Overestimate};
pub use plan::{AuditPlan, Extent, Progress, audit, audit_heuristic};
pub use sample::{Mean, Sample, Samples, Solved};
pub use subject::Tally;
pub(crate) use subject::estimates;
pub use verdict::{Audit, Claims, Verdict};
pub use versus::{Difference, Relation, Versus};
