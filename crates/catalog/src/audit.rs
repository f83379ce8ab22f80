//! Audits: the declared properties of a heuristic, checked against true distances.
//!
//! **Method.** On small boards every state is examined with its true distance from the goal and with
//! every edge that leaves it. On larger boards a sample is drawn by seed, and a reference search finds
//! the distances of those near enough to the goal. The sums are integers and the examples are the first in a
//! fixed order, so an audit is the same on any number of threads.
//!
//! **Guarantees.** [`PropertyVerdict::Holds`] is a proof by enumeration, which depends only on the operators
//! of the puzzle and the frontier search. [`PropertyVerdict::NotRefuted`] is not a proof; it also depends on the
//! reference search and on the admissibility of its heuristic, which is reported and is never the audited
//! heuristic.
//!
//! **Cost.** One estimate per state, and one step and one estimate per edge, in parallel. The memory is that of
//! the frontier search.
//!
//! ```
//! use tilebench_catalog::audit::{AuditPlan, AuditExtent, PropertyVerdict, audit};
//! use tilebench_catalog::{Goal, HeuristicSpec, Metric, StopFlag, Tables, UNIT};
//!
//! let goal = Goal::BlankFirst.board("3x3".parse()?)?;
//! let manhattan = HeuristicSpec::new("manhattan")?;
//! let mut plan = AuditPlan {
//!     cost_model: &UNIT,
//!     metric: Metric::Single,
//!     extent: AuditExtent::All,
//!     tables: &Tables::in_memory(),
//!     stop: &StopFlag::new(),
//!     bytes: u64::MAX,
//!     progress: &mut |_| {},
//! };
//! let found = audit(&manhattan, None, &goal, &mut plan)?;
//! assert_eq!(found.tally.estimates.states, 181_440);
//! assert_eq!((found.admissible(), found.consistent()), (PropertyVerdict::Holds, PropertyVerdict::Holds));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod comparison;
mod edge_tally;
mod estimate_tally;
mod exhaustive;
mod laws;
mod plan;
mod reference;
mod report;
mod sample_result;
mod sampled;
mod subject;

pub use comparison::{Dominance, EstimateDifference, HeuristicComparison};
pub use edge_tally::{Edge, EdgeTally, EstimateDecrease, StepDefect};
pub use estimate_tally::{EstimateTally, Overestimate};
pub use laws::check_heuristic_laws;
pub use plan::{AuditExtent, AuditPlan, AuditProgress, audit, audit_heuristic};
pub use report::{AuditReport, DeclaredProperties, PropertyVerdict};
pub use sample_result::{EstimateMean, SampleOptions, SampleResult, SolvedCount};
pub use subject::AuditTally;
pub(crate) use subject::estimates;
