use tilebench_runner::Experiment;

use super::*;

/// The plan of an experiment of 12 runs.
fn plan(limits: &str, settings: &[&str]) -> Plan {
    let text = format!(
        "name = \"small\"\ninstances = [\"walk:3x3:k=10:6\"]\n[limits]\n{limits}\n[[solver]]\nalgorithm = \"idastar\"\n\
         heuristic = [\"manhattan\", \"linear-conflict\"]\n"
    );
    let settings: Vec<String> = settings.iter().map(|&setting| setting.to_owned()).collect();
    Plan::new(Experiment::parse(&text, "x.toml", &settings).unwrap()).unwrap()
}

fn resources(plan: &Plan, of: usize, tasks: usize, cpus: usize) -> JobResources {
    JobResources::for_plan(plan, &ShardStates::read(plan, Path::new("/nowhere"), Some(of), &[]).unwrap(), tasks, cpus)
}

fn job(of: usize, tasks: usize) -> ClusterJob {
    let plan = plan("time_s = 60\nmemory_mb = 1000", &[]);
    ClusterJob {
        by_units: false,
        name: "small".to_owned(),
        place: "/srv".into(),
        program: "/bin/tilebench".into(),
        run: vec!["x.toml".to_owned()],
        resources: resources(&plan, of, tasks, 1),
        shards: ShardStates::read(&plan, Path::new("/nowhere"), Some(of), &[]).unwrap(),
        tasks,
        partition: None,
        options: Vec::new(),
        runs: plan.len(),
        folder: "results/small.shards".into(),
        whole: "results/small".into(),
    }
}

#[test]
fn the_script_is_the_one_in_the_documentation() {
    let plan = Plan::new(Experiment::load(Path::new("../../experiments/weights.toml"), &[]).unwrap()).unwrap();
    let shards = ShardStates::read(&plan, Path::new("/nowhere"), Some(8), &[]).unwrap();
    let job = ClusterJob {
        by_units: false,
        name: "weights".to_owned(),
        place: "/srv/tiles".into(),
        program: "/srv/bin/tilebench".into(),
        run: vec!["experiments/weights.toml".to_owned(), "--jobs=1".to_owned()],
        resources: JobResources::for_plan(&plan, &shards, 8, 1),
        shards,
        tasks: 8,
        partition: None,
        options: Vec::new(),
        runs: plan.len(),
        folder: "results/weights.shards".into(),
        whole: "results/weights".into(),
    };
    let script = slurm::script(&job).unwrap();
    assert!(include_str!("../../../../../docs/cluster.md").contains(&script), "{script}");
}

#[test]
fn the_script_of_work_units_is_the_one_in_the_documentation() {
    let settings = ["instances=[{ set = \"korf100\", ids = \"82\" }]".to_owned()];
    let plan = Plan::new(Experiment::load(Path::new("../../experiments/korf-1985.toml"), &settings).unwrap()).unwrap();
    let shards = ShardStates::whole(&plan, Path::new("/nowhere")).unwrap();
    let job = ClusterJob {
        by_units: true,
        name: "hard".to_owned(),
        place: "/srv/tiles".into(),
        program: "/srv/bin/tilebench".into(),
        run: vec!["hard.toml".to_owned(), "--jobs=1".to_owned()],
        resources: JobResources { cpus: 64, minutes: None, memory: Some(4096) },
        shards,
        tasks: 16,
        partition: None,
        options: Vec::new(),
        runs: plan.len(),
        folder: "results/hard/units".into(),
        whole: "results/hard".into(),
    };
    assert_eq!(job.array(), (1..=16).collect::<Vec<_>>());
    let script = slurm::script(&job).unwrap();
    assert!(include_str!("../../../../../docs/cluster.md").contains(&script), "{script}");
}

#[test]
fn above_the_array_cap_a_task_runs_several_shards() {
    let script = slurm::script(&job(8, 3)).unwrap();
    assert!(script.contains(" --array=1-3 "), "{script}");
    assert!(script.contains("for ((shard = SLURM_ARRAY_TASK_ID; shard <= 8; shard += 3)); do\n"), "{script}");
}

#[test]
fn only_tasks_that_lack_runs_are_in_the_array() {
    let mut job = job(8, 8);
    for shard in [0, 1, 3, 6] {
        job.shards.lacking[shard].clear();
    }
    assert_eq!(job.array(), [3, 5, 6, 8]);
    // Tasks of shards 1, 4, 7; 2, 5, 8; 3, 6.
    job.tasks = 3;
    assert_eq!(job.array(), [2, 3]);
}

#[test]
fn user_options_come_last_and_apply_to_both_jobs() {
    let mut job = job(2, 2);
    job.partition = Some("long".to_owned());
    job.options = vec!["--comment=it's mine".to_owned()];
    let script = slurm::script(&job).unwrap();
    assert_eq!(script.matches(r" --partition=long '--comment=it'\''s mine' <<'").count(), 2, "{script}");
}

#[test]
fn time_and_memory_are_requested_if_every_run_has_a_limit() {
    let all = plan("time_s = 600\nmemory_mb = 1000", &[]);
    // Three runs of ten minutes per shard and a twentieth more, and ten minutes.
    assert_eq!(resources(&all, 4, 4, 1), JobResources { cpus: 1, minutes: Some(42), memory: Some(1762) });
    // Two shards per task.
    assert_eq!(resources(&all, 4, 2, 1).minutes, Some(73));
    // Two in parallel: half the time, and the last.
    assert_eq!(resources(&all, 4, 4, 2), JobResources { cpus: 2, minutes: Some(37), memory: Some(3012) });
    assert_eq!(resources(&plan("memory_mib = 1000", &[]), 4, 4, 1).minutes, None);
    assert_eq!(resources(&plan("time_s = 600", &[]), 4, 4, 1).memory, None);
    let some = plan("time_s = 600", &["repeats=2"]);
    assert!(resources(&some, 4, 4, 1).minutes > resources(&all, 4, 4, 1).minutes);
}

#[test]
fn the_default_is_one_shard_per_eight_runs() {
    let of = |plan: &Plan| ShardStates::read(plan, Path::new("/nowhere"), None, &[]).unwrap().of;
    assert_eq!(of(&plan("", &[])), 2);
    assert_eq!(of(&plan("", &["repeats=200"])), 100);
}

#[test]
fn bash_reads_every_word_back() {
    for word in ["plain-1_2.3/4=5", "", "a b", "it's", "$HOME `x` \"y\" \\ *", "é"] {
        let done =
            Command::new("bash").args(["-c", &format!("printf %s {}", crate::text::quote(word))]).output().unwrap();
        assert_eq!(String::from_utf8(done.stdout).unwrap(), word);
    }
}
