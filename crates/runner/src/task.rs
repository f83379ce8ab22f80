//! One run to be executed, and its id.

use tilebench_catalog::{Board, CostModel, Instance, InstanceState, Metric, SetGoal, TILES};
use tilebench_record::{Run, run_id};

use crate::experiment::{ExperimentAttribute, OrderAndSeed, Solver};

/// The version of the counting rules. It is raised if a change alters counts, so
/// that old runs are not confused with new ones.
const COUNTING_RULES: &str = "1";

/// The version for runs under a node limit: since 2, IDA* obeys the limit exactly.
const NODE_LIMIT_RULES: &str = "2";

/// Everything that identifies a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Task<'a> {
    /// The experiment's name, for the record only.
    pub(crate) experiment: &'a str,
    /// The instance set's name.
    pub(crate) set: &'a str,
    /// The instance.
    pub(crate) instance: &'a Instance,
    /// The goal as its set calls it.
    pub(crate) goal: &'a SetGoal,
    /// The goal as a state.
    pub(crate) goal_state: &'a InstanceState,
    /// The cost model.
    pub(crate) cost_model: &'static CostModel,
    /// The configuration, its name and its limits.
    pub(crate) solver: &'a Solver,
    /// The attributes that external solvers may add to the run.
    pub(crate) attributes: &'a [ExperimentAttribute],
    /// The operator order and the seed.
    pub(crate) draw: &'a OrderAndSeed,
    /// The number of the repetition, from 1.
    pub(crate) repeat: u32,
}

impl Task<'_> {
    /// The metric.
    pub(crate) fn metric(&self) -> Metric {
        self.solver.program.metric()
    }

    /// The start and the goal, if they are boards of tiles.
    pub(crate) fn boards(&self) -> Option<(&Board, &Board)> {
        self.instance.start.board().zip(self.goal_state.board())
    }

    /// The record of the run as far as it is decided before it begins.
    pub(crate) fn record(&self) -> Run {
        let program = &self.solver.program;
        let size = self.instance.start.board().map(Board::size);
        let domain = self.goal.domain();
        let limits = self.solver.limits;
        let mut run = Run {
            experiment: self.experiment.to_owned(),
            set: self.set.to_owned(),
            instance: self.instance.id.clone(),
            rows: size.map(|size| side(size.rows())),
            cols: size.map(|size| side(size.cols())),
            board: self.instance.start.to_string(),
            goal: self.goal.to_string(),
            solver: self.solver.name.clone(),
            algorithm: program.algorithm().to_owned(),
            heuristic: program.heuristic().map_or_else(String::new, ToString::to_string),
            weight: program.weight(),
            options: program.options(),
            order: if domain == TILES { program.order(self.draw) } else { String::new() },
            seed: self.draw.seed,
            repeat: self.repeat,
            // Sets have the least costs of paths of single moves.
            optimal: self.instance.optimal_cost(self.cost_model).filter(|_| self.metric() == Metric::Single),
            time_limit_s: limits.time_s,
            node_limit: limits.nodes,
            memory_limit_mib: limits.memory_mib,
            disk_limit_mib: limits.disk_mib,
            cpu_limit_s: limits.cpu_s,
            depth_limit: limits.depth,
            cost_model: self.cost_model.name.to_owned(),
            metric: self.metric().to_string(),
            domain: domain.to_owned(),
            ..Run::default()
        };
        run.run_id = self.id(&run);
        run
    }

    /// The hash of all that decides the run. Names given for display are not among it. Limits that were renamed, and options
    /// ([`Program::options`](crate::Program::options)), have their former names here, so that runs keep their ids.
    fn id(&self, run: &Run) -> String {
        let text = |limit: Option<u64>| limit.map_or_else(String::new, |limit| limit.to_string());
        let seed = run.seed.to_string();
        let repeat = run.repeat.to_string();
        let goal = self.goal_state.to_string();
        let time = run.time_limit_s.map_or_else(String::new, |seconds| seconds.to_string());
        let cpu = run.cpu_limit_s.map_or_else(String::new, |seconds| seconds.to_string());
        let (nodes, memory, disk) = (text(run.node_limit), text(run.memory_limit_mib), text(run.disk_limit_mib));
        let depth = text(run.depth_limit);
        let mut parts = vec![
            ("rules", if run.node_limit.is_some() { NODE_LIMIT_RULES } else { COUNTING_RULES }),
            ("set", &run.set),
            ("instance", &run.instance),
            ("board", &run.board),
            ("goal", goal.as_str()),
            ("algorithm", &run.algorithm),
            ("heuristic", &run.heuristic),
            ("weight", &run.weight),
            ("options", &run.options),
            ("order", &run.order),
            ("seed", &seed),
            ("repeat", &repeat),
            ("time_s", &time),
            ("nodes", &nodes),
            ("memory_mb", &memory),
        ];
        // Runs of versions without these limits keep their ids.
        parts.extend(run.disk_limit_mib.map(|_| ("disk_mb", disk.as_str())));
        parts.extend(run.depth_limit.map(|_| ("depth", depth.as_str())));
        parts.extend(run.cpu_limit_s.map(|_| ("cpu_s", cpu.as_str())));
        parts.extend((!self.cost_model.is_unit()).then_some(("cost", run.cost_model.as_str())));
        parts.extend((self.metric() != Metric::Single).then_some(("metric", run.metric.as_str())));
        parts.extend((run.domain != TILES).then_some(("domain", run.domain.as_str())));
        run_id(&parts)
    }
}

fn side(cells: usize) -> u32 {
    u32::try_from(cells).expect("a side has at most 2,048 cells")
}
