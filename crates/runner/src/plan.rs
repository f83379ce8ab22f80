//! The runs of an experiment, in the order of its file.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt;

use anyhow::{Context, Result, bail, ensure};
use tilebench_catalog::{
    Board, Configuration, Cost, CostModel, HeuristicSpec, Instance, InstanceSet, InstanceState, Metric, PruningTable,
    SetGoal, TableSpec, check_domain, check_supported, pruning_table, table_bytes,
};
use tilebench_record::{Manifest, Shard, plan_id};
use tilebench_sanitize::count::counted;

use crate::experiment::{Experiment, OrderAndSeed, Program, Selection, Solver};
use crate::task::Task;
use crate::{RunLimits, shard};

/// The name of the algorithm that has work units.
pub(crate) const UNITS: &str = "idastar";

/// The runs of an experiment.
#[derive(Clone, Debug)]
pub struct Plan {
    experiment: Experiment,
    /// The goal of each of the experiment's selections.
    goals: Vec<InstanceState>,
    runs: Vec<RunIndices>,
    /// The hash of all runs, of whatever part of them this is.
    id: String,
    shard: Option<Shard>,
    /// The ids of the runs that are left out for now.
    left_out: Vec<String>,
}

/// A run of a plan, for callers that select runs.
#[derive(Clone, Copy, Debug)]
pub struct PlannedRun<'a> {
    /// Its name in records.
    pub id: &'a str,
    /// The configuration.
    pub solver: &'a Solver,
    /// The operator order and the seed.
    pub draw: &'a OrderAndSeed,
    /// The instance set's name.
    pub set: &'a str,
    /// The instance.
    pub instance: &'a Instance,
    /// The goal.
    pub goal: &'a SetGoal,
    /// The cost model.
    pub cost_model: &'static CostModel,
}

impl PlannedRun<'_> {
    /// The least cost of a path, if the set states it: sets have the costs of paths of single moves.
    #[must_use]
    pub fn optimal(&self) -> Option<Cost> {
        self.instance.optimal_cost(self.cost_model).filter(|_| self.solver.program.metric() == Metric::Single)
    }
}

/// A configuration and an instance set that it has runs on.
#[derive(Clone, Debug)]
pub(crate) struct SolverOnSet<'a> {
    /// The configuration.
    pub(crate) solver: &'a Solver,
    /// The instance set.
    pub(crate) set: &'a InstanceSet,
    /// The cost model.
    pub(crate) cost_model: &'static CostModel,
    /// The number of its runs.
    pub(crate) runs: usize,
    /// Why the configuration cannot search the set, if it cannot.
    pub(crate) unsupported: Option<String>,
}

/// A heuristic and an instance set that it is run on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HeuristicOnSet<'a> {
    /// The heuristic.
    pub(crate) heuristic: &'a HeuristicSpec,
    /// The instance set's name.
    pub(crate) set: &'a str,
    /// The set's goal.
    pub(crate) goal: &'a Board,
    /// The cost model.
    pub(crate) cost_model: &'static CostModel,
    /// The metric.
    pub(crate) metric: Metric,
}

/// A run of a plan: its id, and the indices of its parts in the experiment.
#[derive(Clone, Debug)]
pub(crate) struct RunIndices {
    /// The hash of all that decides it.
    pub(crate) id: String,
    solver: usize,
    selection: usize,
    instance: usize,
    /// The cost model, among those of the solver.
    cost: usize,
    draw: usize,
    repeat: u32,
}

impl Plan {
    /// Expands the experiment. Repeats vary slowest and solvers fastest.
    ///
    /// # Errors
    ///
    /// If the plan contains the same run twice, or too many runs.
    pub fn new(experiment: Experiment) -> Result<Self> {
        let goals = experiment
            .selections
            .iter()
            .map(|Selection { set, .. }| set.goal.state().with_context(|| format!("instance set {}", set.name)))
            .collect::<Result<Vec<_>>>()?;
        check_domains(&experiment, &goals)?;
        let count = |selection: &usize| experiment.selections[*selection].set.instances.len() as u64;
        let boards = |solver: &Solver| solver.selections.iter().map(count).sum::<u64>();
        let per_board = |solver: &Solver| (solver.draws.len() * solver.costs.len()) as u64;
        let boards: u64 = experiment.solvers.iter().map(|solver| per_board(solver) * boards(solver)).sum();
        let runs = boards.saturating_mul(u64::from(experiment.repeats));
        ensure!(
            runs <= Manifest::MAX_RUNS,
            "{runs} runs ({boards} of solvers on instances, repeats {}) are too many: use at most {}",
            experiment.repeats,
            Manifest::MAX_RUNS
        );
        let mut plan =
            Self { experiment, goals, runs: Vec::new(), id: String::new(), shard: None, left_out: Vec::new() };
        plan.runs = plan.expand();
        plan.id = plan_id(plan.runs.iter().map(|planned| planned.id.as_str()));
        // Only membership is tested, so the order of the ids is irrelevant.
        let mut ids = HashSet::new();
        let mut places = HashSet::new();
        for planned in &plan.runs {
            let Task { set, instance, solver, repeat, draw, cost_model, .. } = plan.task(planned);
            // Runs with different limits differ, but have the same name in a report.
            if !ids.insert(&planned.id)
                || !places.insert((&solver.name, set, &instance.id, cost_model, draw.seed, repeat))
            {
                bail!(
                    "'{}' would be run twice on instance {} of {set}: remove one of its solver tables or sets",
                    solver.name,
                    instance.id
                );
            }
        }
        Ok(plan)
    }

    /// Keeps only the runs of one of `of` shards, numbered from 1. The shards are disjoint, form the whole plan
    /// together, and are as even in duration as can be predicted.
    ///
    /// # Errors
    ///
    /// If `number` is not between 1 and `of`, or there are fewer runs than shards.
    pub fn sharded(mut self, number: usize, of: usize) -> Result<Self> {
        let plan_runs = self.runs.len();
        ensure!(number >= 1 && number <= of, "there is no shard {number} of {of}: shards are numbered from 1 to {of}");
        let mut shards = self.assign_shards(of)?.into_iter();
        self.runs.retain(|_| shards.next() == Some(number));
        self.shard = Some(Shard { number: number as u64, of: of as u64, plan_runs: plan_runs as u64 });
        Ok(self)
    }

    /// Leaves out the runs whose ids are not among `ids`, for now: the folder is still that of the whole plan, and
    /// its manifest states so.
    #[must_use]
    pub fn only(mut self, ids: &BTreeSet<String>) -> Self {
        let (runs, left_out): (Vec<_>, Vec<_>) = self.runs.into_iter().partition(|planned| ids.contains(&planned.id));
        self.runs = runs;
        self.left_out.extend(left_out.into_iter().map(|planned| planned.id));
        self
    }

    /// The shard of each run, from 1 to `of`, in the order of [`run_ids`](Self::run_ids).
    ///
    /// # Errors
    ///
    /// If there are fewer runs than shards.
    pub fn assign_shards(&self, of: usize) -> Result<Vec<usize>> {
        let runs = self.runs.len();
        ensure!(of >= 1 && of <= runs, "{runs} runs cannot be split into {of} shards: use at most {runs}");
        Ok(shard::assign(self, of))
    }

    /// The hash of all runs of the whole plan.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The shard of the whole plan, if this is not all of it.
    #[must_use]
    pub fn shard(&self) -> Option<Shard> {
        self.shard
    }

    /// The experiment.
    #[must_use]
    pub fn experiment(&self) -> &Experiment {
        &self.experiment
    }

    /// The number of runs.
    #[must_use]
    pub fn len(&self) -> usize {
        self.runs.len()
    }

    /// Whether the plan has no runs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// The ids of the runs, as in records.
    pub fn run_ids(&self) -> impl Iterator<Item = &str> {
        self.runs.iter().map(|planned| planned.id.as_str())
    }

    /// The ids of the runs, including those that are left out for now.
    pub(crate) fn all_run_ids(&self) -> impl Iterator<Item = &str> {
        self.run_ids().chain(self.left_out.iter().map(String::as_str))
    }

    /// The number of runs, including those that are left out for now.
    pub(crate) fn total_runs(&self) -> usize {
        self.runs.len() + self.left_out.len()
    }

    /// The runs, for choosing among them.
    pub fn planned_runs(&self) -> impl Iterator<Item = PlannedRun<'_>> {
        self.runs.iter().map(|planned| {
            let Task { set, instance, goal, solver, draw, cost_model, .. } = self.task(planned);
            PlannedRun { id: &planned.id, solver, draw, set, instance, goal, cost_model }
        })
    }

    /// The limits of each run, in the order of [`run_ids`](Self::run_ids).
    pub fn limits(&self) -> impl Iterator<Item = RunLimits> {
        self.runs.iter().map(|planned| self.experiment.solvers[planned.solver].limits)
    }

    /// Whether every run can be searched in work units: by IDA* without `bpmx`, unless the experiment forbids it.
    #[must_use]
    pub fn has_units(&self) -> bool {
        let solvers = &self.experiment.solvers;
        let has_units = |solver: &Solver| {
            let is_cut = |search: &Configuration| {
                search.algorithm().name == UNITS && search.values().text("bpmx") != Some("true")
            };
            solver.program.search().is_some_and(is_cut)
        };
        self.experiment.checkpoint != Some(false) && solvers.iter().all(has_units)
    }

    /// Every configuration with each instance set that it has runs on.
    pub(crate) fn solvers_on_sets(&self) -> impl Iterator<Item = SolverOnSet<'_>> {
        let mut counts: BTreeMap<(usize, usize, usize), usize> = BTreeMap::new();
        for planned in &self.runs {
            *counts.entry((planned.solver, planned.selection, planned.cost)).or_default() += 1;
        }
        counts.into_iter().map(|((solver, selection, cost), runs)| {
            let (solver, set) = (&self.experiment.solvers[solver], &self.experiment.selections[selection].set);
            let cost_model = solver.costs[cost];
            // The boards that an external solver supports are unknown.
            let search = solver.program.search();
            let search = search.map(|search| search.clone().with_cost_model(cost_model));
            // Configurations were checked against other domains than tiles when the plan was made.
            let goal = self.goals[selection].board();
            let unsupported = search.zip(goal).and_then(|(search, goal)| check_supported(&search, goal).err());
            SolverOnSet { solver, set, cost_model, runs, unsupported: unsupported.map(|reason| reason.to_string()) }
        })
    }

    /// The bytes of the tables of the heuristics. A table that two heuristics share is counted twice.
    #[must_use]
    pub fn table_bytes(&self) -> u64 {
        let mut known = HashSet::new();
        let first = self
            .heuristics()
            .filter(|of| known.insert((of.heuristic.name(), of.goal.to_string(), of.cost_model, of.metric)));
        // A heuristic that does not support the board has no tables.
        let heuristics = first.map(|of| table_bytes(of.heuristic, of.goal, of.cost_model, of.metric).unwrap_or(0));
        let mut automata: Vec<PruningTable> = Vec::new();
        for run in &self.runs {
            let search = self.experiment.solvers[run.solver].program.search();
            let Some(size) = self.goals[run.selection].board().map(Board::size) else { continue };
            automata
                .extend(search.and_then(|search| pruning_table(search, size)).filter(|one| !automata.contains(one)));
        }
        heuristics.sum::<u64>() + automata.iter().map(PruningTable::bytes).sum::<u64>()
    }

    /// The runs.
    pub(crate) fn runs(&self) -> &[RunIndices] {
        &self.runs
    }

    /// Checks that every external program can be started.
    pub(crate) fn check_programs(&self) -> Result<()> {
        let commands = self.experiment.solvers.iter().filter_map(|solver| Some((solver, solver.program.command()?)));
        for (solver, command) in commands {
            if let Some(reason) = command.startup_error() {
                bail!("solver '{}': {reason}", solver.name);
            }
        }
        Ok(())
    }

    /// Every heuristic of tiles with the sets, the cost models and the metrics that it is run on.
    pub(crate) fn heuristics(&self) -> impl Iterator<Item = HeuristicOnSet<'_>> {
        self.experiment.solvers.iter().flat_map(|solver| {
            let boards = solver.selections.iter().filter_map(|&at| Some((at, self.goals[at].board()?)));
            let sets = boards.map(|(at, goal)| (&self.experiment.selections[at].set.name, goal));
            let problems = sets.flat_map(|set| solver.costs.iter().map(move |&cost_model| (set, cost_model)));
            problems.filter_map(|((set, goal), cost_model)| {
                let heuristic = solver.program.heuristic()?;
                Some(HeuristicOnSet { heuristic, set, goal, cost_model, metric: solver.program.metric() })
            })
        })
    }

    /// The task of a run.
    pub(crate) fn task(&self, planned: &RunIndices) -> Task<'_> {
        let set = &self.experiment.selections[planned.selection].set;
        let solver = &self.experiment.solvers[planned.solver];
        Task {
            experiment: &self.experiment.name,
            set: &set.name,
            instance: &set.instances[planned.instance],
            goal: &set.goal,
            goal_state: &self.goals[planned.selection],
            cost_model: solver.costs[planned.cost],
            solver,
            attributes: &self.experiment.attributes,
            draw: &solver.draws[planned.draw],
            repeat: planned.repeat,
        }
    }

    fn expand(&self) -> Vec<RunIndices> {
        // The same instance may come from two selections of one set; it has one place in the order.
        let mut places: HashMap<(&str, &str), usize> = HashMap::new();
        let mut runs = Vec::new();
        for (solver, Solver { selections, draws, costs, .. }) in self.experiment.solvers.iter().enumerate() {
            for &selection in selections {
                let set = &self.experiment.selections[selection].set;
                for (instance, known) in set.instances.iter().enumerate() {
                    let next = places.len();
                    let place = *places.entry((&set.name, &known.id)).or_insert(next);
                    for repeat in 1..=self.experiment.repeats {
                        for cost in 0..costs.len() {
                            let planned = |draw| RunIndices {
                                id: String::new(),
                                solver,
                                selection,
                                instance,
                                cost,
                                draw,
                                repeat,
                            };
                            runs.extend((0..draws.len()).map(|draw| ((repeat, place), planned(draw))));
                        }
                    }
                }
            }
        }
        // Stable, so solvers stay in the order of the file.
        runs.sort_by_key(|(place, _)| *place);
        let name = |planned: RunIndices| RunIndices { id: self.task(&planned).record().run_id, ..planned };
        runs.into_iter().map(|(_, planned)| name(planned)).collect()
    }
}

/// Checks that every solver searches the domains of its instances.
fn check_domains(experiment: &Experiment, goals: &[InstanceState]) -> Result<()> {
    for solver in &experiment.solvers {
        for &at in &solver.selections {
            let (set, goal) = (&experiment.selections[at].set, &goals[at]);
            for &cost_model in &solver.costs {
                let checked = match &solver.program {
                    Program::Search(search) => check_domain(&search.clone().with_cost_model(cost_model), goal)
                        .map_err(|refusal| refusal.to_string()),
                    Program::Command(_) if goal.board().is_some() => Ok(()),
                    Program::Command(_) => Err("an external solver reads boards of tiles".to_owned()),
                };
                if let Err(refusal) = checked {
                    bail!("solver '{}' on instance set {}: {refusal}", solver.name, set.name);
                }
            }
        }
    }
    Ok(())
}

/// The size of the plan and its configurations, for people.
impl fmt::Display for Plan {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Experiment { name, question, repeats, jobs, selections, solvers, .. } = &self.experiment;
        writeln!(out, "{name}: {question}")?;
        let count = self.len();
        let part = self.shard.map_or_else(String::new, |Shard { number, of, plan_runs }| {
            format!(" of {plan_runs} in shard {number} of {of}")
        });
        writeln!(
            out,
            "{}{part}: {}, repeats {repeats}, jobs {jobs}",
            counted(count, "run"),
            counted(solvers.len(), "solver")
        )?;
        let width = solvers.iter().map(|solver| solver.name.len()).max().unwrap_or(0);
        for solver in solvers {
            let sets = solver.selections.iter().map(|&at| &selections[at].set);
            let named =
                sets.map(|set| format!("{} ({})", set.name, set.instances.len())).collect::<Vec<_>>().join(", ");
            let seeds = if solver.draws.len() > 1 { format!("; {} seeds", solver.draws.len()) } else { String::new() };
            writeln!(out, "  {:width$}  on {named}; {}{seeds}", solver.name, solver.limits)?;
        }
        Ok(())
    }
}
