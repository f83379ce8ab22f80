//! The manifest.

use super::*;

#[test]
fn an_impossible_shard_is_an_error() {
    for [number, of, plan_runs] in [[0, 2, 9], [3, 2, 9], [1, 10, 9], [1, u64::MAX, u64::MAX]] {
        let (_dir, path) = place();
        let folder = Folder::open_or_create(&path).unwrap();
        let text = format!(
            "{{ \"schema\": 1, \"name\": \"x\", \"question\": \"\", \"created\": \"\", \"build\": {{ \"version\": \"1\", \
             \"profile\": \"release\" }}, \"machine\": {{ \"os\": \"\", \"arch\": \"\", \"cores\": 1 }}, \"experiment\": null, \
             \"limits\": [], \"seeds\": [], \"tables\": [], \"runs_planned\": 1, \
             \"shard\": {{ \"number\": {number}, \"of\": {of}, \"plan_runs\": {plan_runs} }} }}"
        );
        fs::write(path.join(Manifest::FILE), text).unwrap();
        let error = format!("{:?}", folder.manifest().unwrap_err());
        assert!(error.contains(&format!("there is no shard {number} of {of} of {plan_runs} runs")), "{error}");
    }
}

#[test]
fn a_manifest_is_read_back_as_it_was_written_and_leaves_nothing_beside_it() {
    let (_dir, path) = place();
    let folder = Folder::open_or_create(&path).unwrap();
    assert_eq!(folder.manifest().unwrap(), None);
    let manifest = Manifest {
        schema: Manifest::SCHEMA,
        name: "weights".into(),
        question: "What does a heavier weight buy?".into(),
        created: "2026-01-31T12:00:00Z".into(),
        build: Build {
            version: "0.1.0".into(),
            commit: None,
            profile: "release".into(),
            rustc: Some("1.95.0".into()),
            ..Build::default()
        },
        machine: Machine {
            os: "linux".into(),
            arch: "x86_64".into(),
            cpu: None,
            cores: 2,
            physical_cores: Some(1),
            governor: Some("performance".into()),
            boost: Some(false),
            memory_bytes: Some(1 << 33),
        },
        other_builds: vec![Build { version: "0.0.9".into(), profile: "release".into(), ..Build::default() }],
        other_machines: Vec::new(),
        experiment: serde_json::json!({ "limits": { "time_s": 60 } }),
        sets: vec!["korf100".into()],
        solvers: vec!["WA* w=4/3, manhattan".into()],
        limits: vec![EnforcedLimit { what: "time_s".into(), value: "60".into(), means: "a watcher thread".into() }],
        seeds: vec![1],
        tables: vec![TableInfo { name: "pdb-6-6-3".into(), checksum: "00ff".into(), bytes: 256 }],
        heuristic_tables: vec![HeuristicTables {
            set: "random:4x4:1000:seed=1".into(),
            heuristic: "pdb-6-6-3".into(),
            bytes: 256,
        }],
        runs_planned: 500,
        plan_id: None,
        shard: None,
        others: 0,
        retry: None,
        published: vec![PublishedValue {
            set: "random:4x4:1000:seed=1".into(),
            heuristic: "manhattan".into(),
            quantity: PublishedValue::MEAN_H0.into(),
            value: 36.5,
            sample: 1000,
            source: "a paper".into(),
        }],
        bounds: [("A* manhattan".to_owned(), RecordedBound::FromStart)].into(),
        attributes: Vec::new(),
        report: ReportSettings {
            baseline: Some("WA* w=4/3, manhattan".into()),
            text_width: Some(240),
            columns: [("nodes".to_owned(), vec!["solver".to_owned()])].into(),
            names: [("counted_n".to_owned(), "$n$".to_owned())].into(),
        },
        sessions: vec![Session {
            began: "2026-01-31T12:00:00Z".into(),
            jobs: 2,
            pinned: true,
            rows: Some(0),
            load_before: Some(0.25),
            load_after: None,
            speed_before: Some(5e8),
            speed_after: None,
        }],
        warnings: vec!["the governor is powersave".into()],
    };
    folder.write_manifest(&manifest).unwrap();
    folder.write_manifest(&manifest).unwrap();
    assert_eq!(folder.manifest().unwrap(), Some(manifest));
    assert_eq!(fs::read_dir(&path).unwrap().count(), 1);
}

#[test]
fn a_manifest_written_before_figures_and_sessions_were_in_it_has_none() {
    let (_dir, path) = place();
    let folder = Folder::open_or_create(&path).unwrap();
    let older = r#"{
        "schema": 1, "name": "weights", "question": "", "created": "", "experiment": {}, "limits": [], "seeds": [],
        "tables": [], "runs_planned": 1, "build": { "version": "0.1.0", "profile": "release" },
        "machine": { "os": "linux", "arch": "x86_64", "cores": 2 }
    }"#;
    fs::write(path.join("manifest.json"), older).unwrap();
    let manifest = folder.manifest().unwrap().unwrap();
    assert_eq!(manifest.heuristic_tables, []);
    assert_eq!((&manifest.published[..], &manifest.sessions[..], &manifest.warnings[..]), (&[][..], &[][..], &[][..]));
    let machine = manifest.machine;
    assert_eq!((machine.physical_cores, machine.governor, machine.boost), (None, None, None));
}

#[test]
fn a_manifest_that_is_broken_or_of_a_later_version_is_refused() {
    let (_dir, path) = place();
    let folder = Folder::open_or_create(&path).unwrap();
    fs::write(path.join("manifest.json"), "{").unwrap();
    let error = folder.manifest().unwrap_err().to_string();
    assert!(error.contains("manifest.json cannot be read as a manifest: EOF"), "{error}");
    fs::write(path.join("manifest.json"), "{\"schema\": 2}").unwrap();
    let error = folder.manifest().unwrap_err().to_string();
    assert!(error.ends_with("has schema 2 and this version reads up to 1: use a newer program"), "{error}");
}

#[test]
fn each_kind_of_machine_is_named_once_and_a_machine_with_slightly_less_memory_is_not_another_kind() {
    let (_dir, path) = place();
    let folder = Folder::open_or_create(&path).unwrap();
    let machine = |cpu: &str, memory: u64| {
        format!(r#"{{ "os": "linux", "arch": "x86_64", "cores": 2, "cpu": "{cpu}", "memory_bytes": {memory} }}"#)
    };
    let text = format!(
        r#"{{
            "schema": 1, "name": "x", "question": "", "created": "", "experiment": {{}}, "limits": [], "seeds": [],
            "tables": [], "runs_planned": 1, "build": {{ "version": "0.1.0", "profile": "release" }},
            "machine": {}, "other_machines": [{}, {}, {}]
        }}"#,
        machine("A", 8_589_934_592),
        machine("A", 8_589_930_496),
        machine("B", 8_589_934_592),
        machine("B", 4_294_967_296),
    );
    fs::write(path.join("manifest.json"), text).unwrap();
    let manifest = folder.manifest().unwrap().unwrap();
    let kinds: Vec<_> = manifest.other_kinds_of_machines().into_iter().map(|other| other.cpu.as_deref()).collect();
    assert_eq!(kinds, [Some("B")]);
}
