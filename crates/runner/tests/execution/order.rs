//! The order in which runs are executed, and the conditions.

use super::*;

#[test]
fn a_search_is_prepared_once_and_only_its_first_run_has_the_setup_time() {
    let dir = TestExperiment::new(BFS);
    let slow = |configuration: &Configuration, goal: &Board, order: &OperatorOrder, tables: &Tables| {
        thread::sleep(Duration::from_millis(20));
        prepare(configuration, goal, order, tables)
    };
    let slow = Searches::new(Box::new(slow), Tables::in_memory());
    dir.execute(&[], &slow);
    let times: Vec<f64> = dir.runs().iter().map(|run| run.setup_s).filter(|&setup| setup > 0.0).collect();
    assert!(times.len() == 1 && times[0] >= 0.02, "{times:?}");
}

#[test]
fn in_the_order_of_the_plan_instances_vary_slower_than_solvers_and_repeats_slowest() {
    let dir = TestExperiment::new(TWO);
    let settings = ["repeats=2", "execution.jobs=1", "execution.schedule=plan", "instances=walk:3x3:k=8:2"];
    dir.execute(&settings, &Searches::default());
    let order: Vec<_> = dir
        .runs()
        .iter()
        .map(|run| format!("{} {} {}", run.repeat, run.instance, run.heuristic.trim_end_matches("hattan")))
        .collect();
    let expected = ["1 1 man", "1 1 blind", "1 2 man", "1 2 blind", "2 1 man", "2 1 blind", "2 2 man", "2 2 blind"];
    assert_eq!(order, expected);
}

#[test]
fn the_missing_runs_of_a_plan_keep_their_order_in_the_whole_plan() {
    let settings = ["repeats=2", "execution.jobs=1", "instances=walk:3x3:k=8:3"];
    let ids = |dir: &TestExperiment| dir.runs().into_iter().map(|run| run.run_id).collect::<Vec<_>>();
    let (whole, stopped) = (TestExperiment::new(TWO), TestExperiment::new(TWO));
    whole.execute(&settings, &Searches::default());
    // The runs of every other row are recorded already, by another execution.
    stopped.execute(&settings, &Searches::default());
    let file = stopped.out().join("runs.csv");
    let text = fs::read_to_string(&file).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let kept: Vec<&str> =
        lines.iter().enumerate().filter(|(at, _)| *at == 0 || at % 2 == 1).map(|(_, line)| *line).collect();
    fs::write(&file, kept.join("\n") + "\n").unwrap();
    let summary = stopped.execute(&settings, &Searches::default());
    assert_eq!((summary.already_recorded, summary.remaining()), (6, 0));
    let (order, halves): (Vec<_>, Vec<_>) = (ids(&whole), ids(&stopped));
    let expected: Vec<&String> = order.iter().step_by(2).chain(order.iter().skip(1).step_by(2)).collect();
    assert_eq!(halves.iter().collect::<Vec<_>>(), expected);
}

#[test]
fn a_manifest_contains_the_conditions_of_every_execution_with_runs() {
    let dir = TestExperiment::new(BFS);
    dir.execute(&["execution.pin=false"], &Searches::default());
    dir.execute(&["execution.pin=false"], &Searches::default());
    let manifest = || Folder::open(&dir.out()).unwrap().manifest().unwrap().unwrap();
    let first = manifest();
    let [session] = &first.sessions[..] else { panic!("the second made none: {:?}", first.sessions) };
    assert_eq!((session.jobs, session.pinned, session.rows), (2, false, Some(0)));
    assert!(session.speed_before.unwrap() > 1e6 && session.speed_after.unwrap() > 1e6, "{session:?}");
    let (jobs, instances) = (
        format!("execution.jobs={}", physical_cores() + 1),
        format!("instances=walk:3x3:k=8:{}", physical_cores() + 1),
    );
    dir.execute(&["seed=5", "execution.pin=false", &jobs, &instances], &Searches::default());
    let second = manifest();
    assert_eq!((second.sessions.len(), &second.sessions[0], second.sessions[1].pinned), (2, session, false));
    assert!(second.sessions[1].rows.is_some_and(|rows| rows > 0), "its rows come after those of the first");
    assert!(first.warnings.iter().all(|warning| second.warnings.contains(warning)));
    let crowded = format!("Times are not reliable: {0} jobs shared {1} cores.", physical_cores() + 1, physical_cores());
    assert!(second.warnings.contains(&crowded) && !first.warnings.contains(&crowded), "{:?}", second.warnings);
}

#[test]
fn a_manifest_contains_the_table_bytes_of_each_supported_heuristic() {
    let heuristic = |name: &str| format!("[[solver]]\nalgorithm = 'astar'\nheuristic = '{name}'\n");
    let patterns = "pdb:1,2,3,4/5,6,7,8";
    let dir = TestExperiment::new(&["manhattan", patterns, "pdb-7-8"].map(heuristic).concat());
    dir.execute(&[], &doubles(|_, _| answer(Termination::Exhausted, &[])));
    let manifest = Folder::open(&dir.out()).unwrap().manifest().unwrap().unwrap();
    let lines: Vec<_> = manifest.heuristic_tables.iter().map(|line| (line.heuristic.as_str(), line.bytes)).collect();
    // Half a byte per placement of four tiles in nine cells, for each of two patterns; no table is built for it.
    assert_eq!(lines, [("manhattan", 0), (patterns, 9 * 8 * 7 * 6)]);
    assert_eq!((manifest.heuristic_tables[0].set.as_str(), manifest.tables), (&*manifest.sets[0], vec![]));
}

#[cfg(target_os = "linux")]
#[test]
fn a_search_is_pinned_to_one_processor_and_its_preparation_is_not() {
    fn allowed() -> String {
        let status = fs::read_to_string("/proc/thread-self/status").unwrap();
        status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:")).unwrap().trim().to_owned()
    }
    let dir = TestExperiment::new(BFS);
    let everywhere = allowed();
    let before = everywhere.clone();
    let prepare = move |_: &Configuration, _: &Board, _: &OperatorOrder, _: &Tables| {
        assert_eq!(allowed(), before);
        let search = |_: &Board, _: &mut SearchContext<'_>| -> SearchResult {
            // The message of a run that crashed is recorded.
            panic!("on {}", allowed());
        };
        Ok(Box::new(Double(search)) as Box<dyn PreparedSearch>)
    };
    dir.execute(&["execution.jobs=1"], &Searches::new(Box::new(prepare), Tables::in_memory()));
    let manifest = Folder::open(&dir.out()).unwrap().manifest().unwrap().unwrap();
    for run in dir.runs() {
        let found = run.message.rsplit("on ").next().unwrap();
        // Another test, or program, may hold all cores; the manifest then records that the run was not pinned.
        let pinned = found.parse::<u32>().is_ok();
        assert!(pinned == manifest.sessions[0].pinned && (pinned || found == everywhere), "{}", run.message);
    }
    assert_eq!(manifest.sessions[0].pinned, manifest.warnings.iter().all(|warning| !warning.contains("not pinned")));
}

#[test]
fn a_duplicate_run_is_refused() {
    let dir = TestExperiment::new(&format!("{BFS}name = 'a'\n{BFS}name = 'b'\n"));
    let experiment = Experiment::load(&dir.path().join("x.toml"), &[]).unwrap();
    let error = Plan::new(experiment).unwrap_err().to_string();
    assert_eq!(
        error,
        "'b' would be run twice on instance 1 of walk:3x3:k=8:4: remove one of its solver tables or sets"
    );
}

#[test]
fn a_solver_may_have_other_limits_on_other_instances_but_not_on_the_same() {
    let table = |set: &str, nodes: u32| format!("{BFS}instances = [{set}]\n[solver.limits]\nnodes = {nodes}\n");
    let dir =
        TestExperiment::new(&format!("{}{}", table("'walk:3x3:k=8:2'", 1_000_000), table("'walk:3x3:k=20:2'", 5)));
    let summary = dir.execute(&[], &Searches::default());
    assert_eq!((summary.by_status[&Status::Solved], summary.by_status[&Status::NodeLimit]), (2, 2));
    let manifest = fs::read_to_string(dir.out().join("manifest.json")).unwrap();
    assert!(manifest.contains("1000000 for bfs on walk:3x3:k=8:2"), "{manifest}");
    let first = table("{ set = 'walk:3x3:k=8:2', ids = '1' }", 5);
    let dir = TestExperiment::new(&format!("{}{first}", table("'walk:3x3:k=8:2'", 1_000_000)));
    let experiment = Experiment::load(&dir.path().join("x.toml"), &[]).unwrap();
    let error = Plan::new(experiment).unwrap_err().to_string();
    assert!(error.starts_with("'bfs' would be run twice on instance 1 of walk:3x3:k=8:2"), "{error}");
}
