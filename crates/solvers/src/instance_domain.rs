//! The registration of a domain: everything that instance sets, records and the command line need of it.

use tilebench_core::Cost;

use crate::{AlgorithmRow, AnyHeuristic, SearchDomain};

/// The description of a heuristic, or of a family of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HeuristicInfo {
    /// The name in experiment files, on the command line and in records.
    pub name: &'static str,
    /// The name in reports.
    pub title: &'static str,
    /// The quantity that it counts, in one sentence.
    pub summary: &'static str,
    /// The publication or author that described it.
    pub reference: &'static str,
    /// Declared: never above the true distance.
    pub admissible: bool,
    /// Declared: never decreases by more than the cost of a move.
    pub consistent: bool,
}

impl HeuristicInfo {
    /// The part of a family's name before the parameter; `None` if it is not a family.
    fn family_prefix(&self) -> Option<&'static str> {
        self.name.strip_suffix('k').filter(|prefix| prefix.ends_with('-'))
    }

    /// The name of the heuristic of this family with a parameter; `None` if it is not a family.
    #[must_use]
    pub fn name_with(&self, parameter: u32) -> Option<String> {
        self.family_prefix().map(|prefix| format!("{prefix}{parameter}"))
    }
}

/// The description of a domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DomainInfo {
    /// The name in instance sets, on the command line and in records.
    pub name: &'static str,
    /// The name in reports.
    pub title: &'static str,
    /// A description of the domain, in one sentence.
    pub summary: &'static str,
    /// The publication that describes it.
    pub reference: &'static str,
    /// The form of a state as text, such as "the sizes of the pancakes from the top".
    pub state: &'static str,
    /// The form of an operator in solutions, such as "the number of flipped pancakes".
    pub operator: &'static str,
    /// The meaning of the size in a rule for random instances, such as "the number of pancakes".
    pub size: &'static str,
}

/// A constructor of a heuristic for the goal of a domain, with the parameter of its name. Its error is the reason why there is none,
/// in one sentence.
pub type MakeHeuristic<D> = fn(&D, u32) -> Result<Box<dyn AnyHeuristic<D>>, String>;

/// A heuristic of a domain, or a family of heuristics with a number as parameter.
#[derive(Clone, Copy, Debug)]
pub struct DomainHeuristic<D: SearchDomain> {
    /// Its description. The name of a family ends with `-k`, in place of the parameter.
    pub info: HeuristicInfo,
    /// Its constructor; the parameter of a heuristic without one is 0. It is called when an experiment is planned and by every process,
    /// and for bidirectional searches with every start as the goal, so it builds no large tables.
    pub make: MakeHeuristic<D>,
}

impl<D: SearchDomain> DomainHeuristic<D> {
    /// The parameter of the heuristic called `name`, if it is this one or of this family.
    #[must_use]
    pub fn parameter(&self, name: &str) -> Option<u32> {
        match self.info.family_prefix() {
            None => (name == self.info.name).then_some(0),
            Some(prefix) => {
                let number = name.strip_prefix(prefix)?;
                let parameter = number.parse::<u32>().ok()?;
                (parameter.to_string() == number).then_some(parameter)
            }
        }
    }
}

/// A domain whose instances experiments can solve, with operators of one cost model.
///
/// A domain with several cost models has one type for each, with the same [`Self::INFO`]. States and operators are texts in
/// instance sets and records, and a text has one form: `state_text` of a state that was read is the form that is recorded.
pub trait InstanceDomain: SearchDomain + Send + 'static {
    /// Its description.
    const INFO: DomainInfo;

    /// The cost model of its operators, one of the registered models.
    const COST_MODEL: &'static str = "unit";

    /// The standard goal of a state, as text.
    ///
    /// # Errors
    ///
    /// One sentence, if `state` is not a state.
    fn standard_goal(state: &str) -> Result<String, String>;

    /// The domain with this goal, on which the size depends.
    ///
    /// # Errors
    ///
    /// One sentence, if `goal` is not a state.
    fn from_goal(goal: &str) -> Result<Self, String>;

    /// The state of a text.
    ///
    /// # Errors
    ///
    /// One sentence, if the text is not a state, or the goal cannot be reached from it.
    fn state(&self, text: &str) -> Result<Self::State, String>;

    /// The text of a state.
    fn state_text(&self, state: Self::State) -> String;

    /// The text of an operator: one word.
    fn op_text(op: Self::Op) -> String;

    /// A random state as text, drawn uniformly from those of a size that reach the standard goal. `below` draws a number below
    /// its argument.
    ///
    /// # Errors
    ///
    /// One sentence, if `size` is not a size.
    fn random(size: &str, below: &mut dyn FnMut(usize) -> usize) -> Result<String, String>;

    /// A bound on the cost of a cheapest path between any two states. A weighted search is refused if its priorities could exceed 32
    /// bits.
    fn max_cost(&self) -> u64;

    /// Its heuristics; the one that is 0 everywhere need not be among them.
    fn heuristics() -> Vec<DomainHeuristic<Self>>;

    /// The algorithms that are compiled for it: [`algorithms`](crate::algorithms), [`basic_algorithms`](crate::basic_algorithms) or
    /// others.
    fn algorithms() -> Vec<AlgorithmRow<Self>>;

    /// Replays the operators `ops` from `start` to `goal` and returns their cost. It must not use the code that the searches use: a
    /// fault there would hide itself.
    ///
    /// # Errors
    ///
    /// One sentence, if the operators are not a path to the goal.
    fn replay(start: &str, goal: &str, ops: &[&str]) -> Result<Cost, String>;
}
