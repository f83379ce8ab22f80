//! The optimal lengths that the runs of a folder proved.
//!
//! An instance of a generated set comes without its optimal length. If any run of the folder proved it, under any plan,
//! every other run is checked against that length. A claim of an external solver is not a proof.

use std::collections::HashMap;

use tilebench_record::{Folder, Proof, RecordError, Run, Status};

/// The algorithm of external solvers in records.
const EXTERNAL: &str = "command";

/// Whether a run with this result proved that its path is optimal.
pub(crate) fn is_proof(algorithm: &str, status: Status, proof: Proof) -> bool {
    status == Status::Solved && proof == Proof::Optimal && algorithm != EXTERNAL
}

/// The optimal lengths, by start and goal.
#[derive(Debug, Default)]
pub(crate) struct ProvedLengths(HashMap<Box<str>, u32>);

impl ProvedLengths {
    /// Reads the lengths that the runs of `folder` proved for instances whose optimal length was not given.
    pub(crate) fn read(folder: &Folder) -> Result<Self, RecordError> {
        let mut proved = Self::default();
        folder.each_row_of_any_plan_or_error(|row, _| row.iter().for_each(|run| proved.add(run)))?;
        Ok(proved)
    }

    /// Adds the length that `run` proved, if it proved one.
    pub(crate) fn add(&mut self, run: &Run) {
        let is_proof = is_proof(&run.algorithm, run.status, run.proof);
        if let Some(length) =
            run.model_cost().or(run.length).filter(|_| is_proof && run.optimal.is_none() && !run.board.is_empty())
        {
            let optimal = self.0.entry(key(run)).or_insert(length);
            *optimal = length.min(*optimal);
        }
    }

    /// Sets the optimal length of `run` if it has none and the length is proved, and returns whether it was set.
    pub(crate) fn fill(&self, run: &mut Run) -> bool {
        if run.optimal.is_some() {
            return false;
        }
        run.optimal = self.length(run);
        run.optimal.is_some()
    }

    /// The length that a run of the folder proved for the instance of `run`.
    pub(crate) fn length(&self, run: &Run) -> Option<u32> {
        if self.0.is_empty() { None } else { self.0.get(&key(run)).copied() }
    }
}

/// The start, the goal, the cost model and the metric of `run`; a goal is a name without spaces or a board of the size of the start.
fn key(run: &Run) -> Box<str> {
    format!("{}>{}>{}>{}", run.board, run.goal, run.cost_model, run.metric).into_boxed_str()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(algorithm: &str, proof: Proof, length: u32) -> Run {
        Run {
            algorithm: algorithm.into(),
            board: "1 2 0 3".into(),
            goal: "blank-first".into(),
            status: Status::Solved,
            proof,
            length: Some(length),
            ..Run::default()
        }
    }

    #[test]
    fn a_proved_length_is_set_for_all_other_runs_of_the_instance() {
        let mut proved = ProvedLengths::default();
        for run in [run("wastar", Proof::Bounded, 8), run("idastar", Proof::Optimal, 6)] {
            proved.add(&run);
        }
        let mut other = run("greedy", Proof::None, 10);
        assert!(proved.fill(&mut other));
        assert_eq!(other.optimal, Some(6));
        let mut elsewhere = Run { goal: "blank-last".into(), ..run("greedy", Proof::None, 10) };
        assert!(!proved.fill(&mut elsewhere));
    }

    #[test]
    fn a_claim_of_an_external_solver_and_a_given_length_are_not_proofs() {
        let mut proved = ProvedLengths::default();
        proved.add(&run(EXTERNAL, Proof::Optimal, 4));
        proved.add(&Run { optimal: Some(6), ..run("idastar", Proof::Optimal, 6) });
        assert!(!proved.fill(&mut run("greedy", Proof::None, 10)));
    }
}
