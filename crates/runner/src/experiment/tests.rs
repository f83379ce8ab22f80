use std::fs;

use super::*;
use crate::physical_cores;

/// The lines before the solver tables of a test.
const HEAD: &str = "name = 'x'\ninstances = ['korf100']\n";

fn load(text: &str, settings: &[&str]) -> Result<Experiment> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.toml");
    fs::write(&file, text).unwrap();
    fs::write(
        folder.path().join("own.csv"),
        "# rows: 2\n# cols: 2\n# goal: blank-first\nid,board,optimal\na,1 0 2 3,1\n",
    )
    .unwrap();
    let settings: Vec<String> = settings.iter().map(|&setting| setting.to_owned()).collect();
    // Messages name the file as it was given; its folder differs from test to test.
    let strip = |error: anyhow::Error| {
        let folder = format!("{}{}", folder.path().display(), std::path::MAIN_SEPARATOR);
        anyhow!("{}", format!("{error:#}").replace(&folder, ""))
    };
    Experiment::load(&file, &settings).map_err(strip)
}

/// The message of loading `HEAD` and then `text`, which begins on line 3.
fn message(text: &str, settings: &[&str]) -> String {
    load(&format!("{HEAD}{text}"), settings).unwrap_err().to_string()
}

fn names(experiment: &Experiment) -> Vec<&str> {
    experiment.solvers.iter().map(|solver| solver.name.as_str()).collect()
}

#[test]
fn every_absent_key_has_a_default() {
    let experiment = load(&format!("{HEAD}[[solver]]\nalgorithm = 'bfs'\n"), &[]).unwrap();
    assert_eq!((experiment.draw.seed, experiment.repeats, experiment.jobs), (0, 1, physical_cores()));
    assert_eq!((experiment.schedule, experiment.pin), (Schedule::Random, true));
    assert_eq!(experiment.draw.order, OperatorOrder::default());
    assert_eq!(experiment.solvers[0].limits, RunLimits::default());
    assert_eq!(experiment.selections[0].set.instances.len(), 100);
    assert_eq!(names(&experiment), ["bfs"]);
}

#[test]
fn lists_are_swept_and_weights_are_kept_exactly() {
    let text = format!(
        "{HEAD}[[solver]]\nalgorithm = 'wastar'\nweight = [1, 1.5, '4/3', 1.1]\nheuristic = ['manhattan', 'blind']\n"
    );
    let experiment = load(&text, &[]).unwrap();
    assert_eq!(
        names(&experiment),
        [
            "wastar manhattan w=1",
            "wastar manhattan w=1.5",
            "wastar manhattan w=4/3",
            "wastar manhattan w=1.1",
            "wastar blind w=1",
            "wastar blind w=1.5",
            "wastar blind w=4/3",
            "wastar blind w=1.1"
        ]
    );
    let text = format!("{HEAD}[[solver]]\nalgorithm = ['ees', 'dps']\nheuristic = 'manhattan'\nweight = [2, 3]\n");
    let swept = load(&text, &[]).unwrap();
    assert_eq!(names(&swept), ["ees manhattan w=2", "ees manhattan w=3", "dps manhattan w=2", "dps manhattan w=3"]);
    let weight = experiment.solvers[3].program.search().unwrap().weight().unwrap();
    assert_eq!((weight.num(), weight.den()), (11, 10));
}

#[test]
fn a_solver_may_have_its_own_instances_limits_and_name() {
    let text = format!(
        "{HEAD}[limits]\ntime_s = 60\ncpu_s = 50\nnodes = 1_000\n[[solver]]\nalgorithm = 'bfs'\nname = 'breadth'\n\
         instances = ['own.csv', {{ set = 'korf100', ids = '1-3,79' }}]\nlimits = {{ nodes = 5, depth = 7, memory_mib = 64, disk_mib = 9 }}\n\
         [[solver]]\nalgorithm = 'strategy'\n"
    );
    let experiment = load(&text, &[]).unwrap();
    assert_eq!(names(&experiment), ["breadth", "strategy"]);
    let [breadth, strategy] = &experiment.solvers[..] else { panic!("{experiment:?}") };
    let common = RunLimits {
        time_s: Some(60.0),
        cpu_s: Some(50.0),
        nodes: Some(1000),
        depth: None,
        memory_mib: None,
        disk_mib: None,
    };
    let own = RunLimits { nodes: Some(5), depth: Some(7), memory_mib: Some(64), disk_mib: Some(9), ..common };
    assert_eq!((breadth.limits, strategy.limits), (own, common));
    assert_eq!(own.to_string(), "time_s 60, cpu_s 50, nodes 5, depth 7, memory_mib 64, disk_mib 9");
    let counts = |solver: &Solver| -> Vec<(String, usize)> {
        let sets = solver.selections.iter().map(|&at| &experiment.selections[at].set);
        sets.map(|set| (set.name.clone(), set.instances.len())).collect()
    };
    assert_eq!(counts(breadth), [("own.csv".to_owned(), 1), ("korf100".to_owned(), 4)]);
    assert_eq!(counts(strategy), [("korf100".to_owned(), 100)]);
}

#[test]
fn runs_of_several_threads_are_parallel_up_to_the_number_of_cores_and_never_in_one_process() {
    let solver = "[[solver]]\nalgorithm = 'idastar'\nheuristic = 'manhattan'\nthreads = [1, 2, 3]\n";
    let jobs = |settings: &[&str]| load(&format!("{HEAD}{solver}"), settings).map(|experiment| experiment.jobs);
    assert_eq!(jobs(&[]).unwrap(), (physical_cores() / 3).max(1));
    assert_eq!(jobs(&["execution.jobs=5"]).unwrap(), 5);
    assert_eq!(jobs(&["execution.isolation=thread"]).unwrap(), 1);
    assert_eq!(
        message(solver, &["execution.isolation=thread", "execution.jobs=2"]),
        "execution.jobs is 2, but a solver has 3 threads, and the processor time of such a run is known only if its \
         process executes no other run: write jobs = 1 or isolation = \"process\""
    );
    assert_eq!(message(&solver.replace("3]", "0]"), &[]), "x.toml:6: threads '0' is not an integer from 1 to 1024");
}

#[test]
fn settings_override_values_of_the_file() {
    let text = format!("{HEAD}[limits]\ntime_s = 60\n[[solver]]\nalgorithm = 'wastar'\nheuristic = 'manhattan'\n");
    let settings = [
        "limits.time_s=0.5",
        "limits.depth=60",
        "solver.0.weight=[2, 3]",
        "solver.0.heuristic=blind",
        "execution.jobs=3",
        "seed=7",
        "order=shuffle",
    ];
    let experiment = load(&text, &settings).unwrap();
    assert_eq!(experiment.solvers[0].limits.to_string(), "time_s 0.5, depth 60");
    assert_eq!(names(&experiment), ["wastar blind w=2", "wastar blind w=3"]);
    assert_eq!((experiment.jobs, experiment.draw.order), (3, OperatorOrder::Shuffle { seed: 7 }));
    assert_eq!(
        message("[[solver]]\nalgorithm = 'bfs'", &["limits.time_s=-1"]),
        "--set limits.time_s=-1: time_s must be a number of seconds above 0 and at most 1e9, not the number -1"
    );
    assert_eq!(
        message("[[solver]]\nalgorithm = 'bfs'", &["limits.times=1"]),
        "--set limits.times=1: unknown key 'times' in [limits]; did you mean 'time_s'?"
    );
}

#[test]
fn unknown_keys_and_names_are_refused_with_their_line_and_a_suggestion() {
    for (text, expected) in [
        (
            "[[solver]]\nalgorithm = 'idastar'\nheuristic = 'manhatten'\n",
            "x.toml:5: unknown heuristic 'manhatten'; did you mean 'manhattan'?",
        ),
        (
            "[[solver]]\nalgorithm = 'astar'\nheuristic = [\n  'manhattan',\n  'linear-conflit',\n]\n",
            "x.toml:7: unknown heuristic 'linear-conflit'; did you mean 'linear-conflict'?",
        ),
        ("[[solver]]\nalgorithm = 'idstar'\n", "x.toml:4: unknown algorithm 'idstar'; did you mean 'idastar'?"),
        ("repeat = 2\n", "x.toml:3: unknown key 'repeat' in the experiment; did you mean 'repeats'?"),
        (
            "[[solver]]\nalgorithm = 'idastar'\nheuristics = 'blind'\n",
            "x.toml:5: unknown key 'heuristics' in a [[solver]] of idastar; did you mean 'heuristic'?",
        ),
        (
            "[[solver]]\nalgorithm = 'strategy'\nheuristic = 'blind'\n",
            "x.toml:5: unknown key 'heuristic' in a [[solver]] of strategy; known are algorithm, name, instances, limits, order, cost, metric, seeds, blank-routing",
        ),
        (
            "[[solver]]\nalgorithm = 'bfs'\ninstances = ['korf10']\n",
            "x.toml:5: unknown instance set 'korf10'; did you mean 'korf100'?",
        ),
        (
            "[[solver]]\nalgorithm = 'bfs'\ninstances = { set = 'korf100', ids = '99-101' }\n",
            "x.toml:5: instance set korf100 has no instance '101': its ids are 1 to 100",
        ),
    ] {
        assert_eq!(message(text, &[]), expected);
    }
}

#[test]
fn invalid_values_are_refused_with_their_line_and_the_expected_type() {
    for (text, expected) in [
        (
            "[[solver]]\nalgorithm = 'wastar'\nheuristic = 'blind'\nweight = [\n2,\n0.5]\n",
            "x.toml:8: weight 0.5 is below 1: use a weight of at least 1",
        ),
        ("seed = -1\n", "x.toml:3: seed must be an integer of at least 0, not the number -1"),
        ("repeats = 0\n", "x.toml:3: repeats must be an integer of at least 1, not the number 0"),
        ("order = 'ULR'\n", "x.toml:3: operator order 'ULR' is not a permutation of U, L, R and D, nor 'shuffle'"),
        ("[limits]\ndepth = 0\n", "x.toml:4: depth must be an integer of at least 1, not the number 0"),
        (
            "[limits]\ncpu_s = 0\n",
            "x.toml:4: cpu_s must be a number of seconds above 0 and at most 1e9, not the number 0",
        ),
        ("limits = 5\n", "x.toml:3: [limits] must be a table, not the number 5"),
        ("[limits]\nnodes = 'many'\n", "x.toml:4: nodes must be an integer of at least 1, not the string 'many'"),
        (
            "[execution]\nisolation = 'container'\n",
            "x.toml:4: unknown isolation 'container': write isolation = \"process\" or \"thread\"",
        ),
        (
            "[execution]\nschedule = 'shuffle'\n",
            "x.toml:4: unknown schedule 'shuffle': write schedule = \"random\" or \"plan\"",
        ),
        ("[execution]\npin = 1\n", "x.toml:4: pin must be true or false, not the number 1"),
        ("[[solver]]\nname = 'a'\n", "x.toml:3: 'algorithm' is missing: write algorithm = \"idastar\""),
        (
            "[[solver]]\nalgorithm = 'astar'\n",
            "x.toml:3: algorithm 'astar' needs a heuristic, such as linear-conflict: `tilebench heuristics` lists them",
        ),
        (
            "[[solver]]\nalgorithm = 'bfs'\ninstances = []\n",
            "x.toml:5: instances is an empty list: write at least one value",
        ),
        (
            "[[solver]]\nalgorithm = 'bfs'\n[[solver]]\nalgorithm = 'bfs'\n",
            "x.toml:5: two solvers are named 'bfs': remove one, or give it another name",
        ),
        (
            "[[solver]]\nalgorithm = 'astar'\nheuristic = ['blind', 'hamming']\nname = 'a'\n",
            "x.toml:6: the 2 solvers of this sweep cannot have the same name: remove the name",
        ),
        (
            "[[solver]]\nalgorithm = ['bfs', 'dfs']\nname = 'a'\n",
            "x.toml:5: the 2 solvers of this sweep cannot have the same name: remove the name",
        ),
        (
            "[[solver]]\nalgorithm = ['wastar', 'astar']\nheuristic = 'blind'\nweight = 2\n",
            "x.toml:6: unknown key 'weight' in a [[solver]] of astar; known are algorithm, name, instances, limits, order, cost, metric, seeds, heuristic, direction, store, queue, tie, reopen, parent-pruning, evaluation, hash-statistics",
        ),
    ] {
        let solver = if text.contains("[[solver]]") { "" } else { "[[solver]]\nalgorithm = 'bfs'\n" };
        assert_eq!(message(&format!("{text}{solver}"), &[]), expected);
    }
}

#[test]
fn a_missing_required_part_of_an_experiment_is_named() {
    let message = |text: &str| load(text, &[]).unwrap_err().to_string();
    let solver = "[[solver]]\nalgorithm = 'bfs'\n";
    assert_eq!(
        message(&format!("name = 'x'\n{solver}")),
        "x.toml:2: this solver has no instances: write instances = [\"korf100\"] here or at the top of the file"
    );
    assert_eq!(message("name = 'x'\n"), "x.toml: the experiment has no solver: add a table [[solver]]");
    assert_eq!(
        message(&format!("instances = 'korf100'\n{solver}")),
        "x.toml: 'name' is missing: write name = \"my-experiment\""
    );
    assert_eq!(
        message(&format!("name = '../x'\ninstances = 'korf100'\n{solver}")),
        "x.toml:1: the name '../x' cannot be that of a folder: begin with a letter or digit, and use letters, digits, \
         '-', '_' and '.'"
    );
    let error = Experiment::load(Path::new("no/such.toml"), &[]).unwrap_err();
    assert!(format!("{error:#}").starts_with("cannot read the experiment file no/such.toml: "), "{error:#}");
}

#[test]
fn a_solver_may_have_its_own_orders_and_seeds() {
    let text = format!(
        "{HEAD}seed = 5\n[[solver]]\nalgorithm = 'bfs'\norder = ['ULRD', 'LDRU']\n\
         [[solver]]\nalgorithm = 'astar'\nheuristic = 'manhattan'\norder = 'shuffle'\nseeds = '3-5'\n"
    );
    let experiment = load(&text, &[]).unwrap();
    assert_eq!(names(&experiment), ["bfs", "bfs order=LDRU", "astar manhattan order=shuffle"]);
    assert_eq!(experiment.solvers[0].draws, [OrderAndSeed { order: OperatorOrder::default(), seed: 5 }]);
    let shuffled = [3, 4, 5].map(|seed| OrderAndSeed { order: OperatorOrder::Shuffle { seed }, seed });
    assert_eq!(experiment.solvers[2].draws, shuffled);
    let plan = crate::Plan::new(experiment).unwrap();
    assert_eq!(plan.len(), 100 + 100 + 300);
}

#[test]
fn too_many_combinations_are_refused() {
    let hundred: Vec<String> = (1..=100).map(|value| value.to_string()).collect();
    let lists: String = ["a", "b", "c"].map(|key| format!("{key} = [{}]\n", hundred.join(", "))).concat();
    let program =
        format!("[[solver]]\nname = 'x'\ncommand = ['true', '{{a}}', '{{b}}', '{{c}}', '{{board}}']\n{lists}");
    let refusal = message(&program, &[]);
    assert!(refusal.ends_with("have more than 100000 combinations: use fewer"), "{refusal}");
}

#[test]
fn invalid_seeds_are_refused() {
    let wrong = |seeds: &str| message(&format!("[[solver]]\nalgorithm = 'bfs'\nseeds = {seeds}\n"), &[]);
    assert_eq!(wrong("'9-1'"), "x.toml:5: seeds '9-1' is not a range such as \"1-100\"");
    assert_eq!(wrong("'0-100000'"), "x.toml:5: seeds '0-100000' are too many: use at most 100000");
    assert_eq!(wrong("[1, 2, 1]"), "x.toml:5: seed 1 is listed twice: remove one");
    assert_eq!(wrong("[-1]"), "x.toml:5: a seed must be an integer of at least 0, not the number -1");
}
