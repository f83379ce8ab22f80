use super::*;
use crate::RecordedBound;

fn manifest(plan: &str, number: u64) -> Manifest {
    let value = serde_json::json!({
        "schema": 1, "name": "x", "question": "", "created": "2026-01-01T00:00:00Z",
        "build": { "version": "1", "profile": "release" },
        "machine": { "os": "linux", "arch": "x86_64", "cores": 1 },
        "experiment": null, "limits": [], "seeds": [], "tables": [], "runs_planned": 2, "plan_id": plan,
        "shard": { "number": number, "of": 2, "plan_runs": 4 },
    });
    serde_json::from_value(value).unwrap()
}

/// A shard with runs of these names.
fn shard(place: &Path, number: u64, ids: &[&str]) -> Folder {
    let folder = Folder::open_or_create(&place.join(format!("{number}-of-2"))).unwrap();
    let mut appender = folder.appender().unwrap();
    for &id in ids {
        let (iterations, incumbents) = (Some(1), Some(1));
        let run = Run { run_id: id.to_owned(), wall_s: 1.0, iterations, incumbents, ..Run::default() };
        let iteration = Iteration { run_id: id.to_owned(), ..Iteration::default() };
        let incumbent = Incumbent { run_id: id.to_owned(), ..Incumbent::default() };
        appender.append_with_incumbents(&run, &[iteration], &[incumbent]).unwrap();
    }
    appender.close().unwrap();
    folder.write_manifest(&manifest("p", number)).unwrap();
    folder
}

fn ids(folder: &Path) -> Vec<String> {
    Folder::open(folder).unwrap().finished_ids().unwrap().into_iter().collect()
}

#[test]
fn merging_again_adds_later_rows_and_keeps_other_files() {
    let place = tempfile::tempdir().unwrap();
    let out = place.path().join("out");
    let first = shard(place.path(), 1, &["a", "b"]);
    Merge::read(std::slice::from_ref(&first)).unwrap().replace(&out).unwrap();
    assert_eq!(ids(&out), ["a", "b"]);
    fs::write(out.join("notes"), "mine").unwrap();
    // A merge that was killed.
    fs::create_dir(out.join(STAGING)).unwrap();
    fs::write(out.join(STAGING).join(Run::FILE), "half").unwrap();
    let second = shard(place.path(), 2, &["c"]);
    Merge::read(&[first, second]).unwrap().replace(&out).unwrap();
    assert_eq!(ids(&out), ["a", "b", "c"]);
    assert_eq!(Folder::open(&out).unwrap().iterations().unwrap().len(), 3);
    assert_eq!(Folder::open(&out).unwrap().incumbents().unwrap().len(), 3);
    assert_eq!(fs::read_to_string(out.join("notes")).unwrap(), "mine");
    assert!(!out.join(STAGING).exists());
}

#[test]
fn merging_again_names_the_runs_of_all_shards_in_the_plan() {
    let place = tempfile::tempdir().unwrap();
    let out = place.path().join("out");
    let first = shard(place.path(), 1, &["a", "b"]);
    first.write_plan(["a", "b"]).unwrap();
    Merge::read(std::slice::from_ref(&first)).unwrap().replace(&out).unwrap();
    let second = shard(place.path(), 2, &["c"]);
    second.write_plan(["c"]).unwrap();
    Merge::read(&[first, second]).unwrap().replace(&out).unwrap();
    let plan = fs::read_to_string(out.join(PlannedRun::FILE)).unwrap();
    assert_eq!(plan.lines().skip(1).collect::<Vec<_>>(), ["a", "b", "c"]);
}

#[test]
fn rows_that_no_shard_has_and_folders_of_another_plan_are_not_replaced() {
    let place = tempfile::tempdir().unwrap();
    let out = place.path().join("out");
    let first = shard(place.path(), 1, &["a", "b"]);
    let merge = Merge::read(&[first]).unwrap();
    merge.replace(&out).unwrap();
    // The same run, executed again only in this folder.
    let rerun = Run { run_id: "a".to_owned(), wall_s: 2.0, ..Run::default() };
    let folder = Folder::open(&out).unwrap();
    folder.appender().unwrap().append(&rerun, &[]).unwrap();
    let before = fs::read(out.join(Run::FILE)).unwrap();
    assert!(matches!(merge.replace(&out), Err(MergeError::Lost { run_id, .. }) if run_id == "a"));
    folder.write_manifest(&manifest("q", 1)).unwrap();
    assert!(matches!(merge.replace(&out), Err(MergeError::OtherPlan { .. })));
    assert_eq!(fs::read(out.join(Run::FILE)).unwrap(), before);
    let other = place.path().join("other");
    fs::create_dir(&other).unwrap();
    fs::write(other.join("notes"), "mine").unwrap();
    assert!(matches!(merge.replace(&other), Err(MergeError::NotEmpty { .. })));
}

#[test]
fn a_row_of_an_earlier_plan_is_not_replaced() {
    let place = tempfile::tempdir().unwrap();
    let out = place.path().join("out");
    let merge = Merge::read(&[shard(place.path(), 1, &["a", "b"])]).unwrap();
    merge.replace(&out).unwrap();
    let folder = Folder::open(&out).unwrap();
    folder.appender().unwrap().append(&Run { run_id: "c".to_owned(), ..Run::default() }, &[]).unwrap();
    folder.write_plan(["a", "b"]).unwrap();
    assert!(matches!(merge.replace(&out), Err(MergeError::Lost { run_id, .. }) if run_id == "c"));
    assert_eq!(ids(&out), ["a", "b", "c"]);
}

#[test]
fn an_unfinished_merge_is_not_a_result_folder() {
    let place = tempfile::tempdir().unwrap();
    let first = shard(place.path(), 1, &["a"]);
    fs::rename(first.path(), place.path().join(STAGING)).unwrap();
    assert!(matches!(Folder::open_all(place.path()), Err(RecordError::NoRuns { .. })));
    shard(place.path(), 2, &["b"]);
    assert_eq!(Folder::open_all(place.path()).unwrap().len(), 1);
}

#[test]
fn a_merged_folder_does_not_continue_the_retry_of_a_shard() {
    let place = tempfile::tempdir().unwrap();
    let first = shard(place.path(), 1, &["a"]);
    let retry = Some(crate::Retry { statuses: vec![Status::Crashed], rows: 1 });
    first.write_manifest(&Manifest { retry, ..manifest("p", 1) }).unwrap();
    assert_eq!(Merge::read(&[first]).unwrap().manifest().retry, None);
}

#[test]
fn a_merge_that_fails_leaves_no_rows() {
    let place = tempfile::tempdir().unwrap();
    let first = shard(place.path(), 1, &["a"]);
    let merge = Merge::read(std::slice::from_ref(&first)).unwrap();
    let [empty, new] = ["empty", "new"].map(|name| place.path().join(name));
    fs::create_dir(&empty).unwrap();
    // The rows of the shard vanish, after those that were written before.
    fs::write(first.path().join(Run::FILE), "").unwrap();
    for out in [&empty, &new] {
        assert!(merge.write(out).is_err());
    }
    assert_eq!(empty.read_dir().unwrap().count(), 0);
    assert!(!new.exists());
}

#[test]
fn a_folder_that_is_being_written_is_not_replaced() {
    let place = tempfile::tempdir().unwrap();
    let out = place.path().join("out");
    let first = shard(place.path(), 1, &["a"]);
    assert!(!first.is_being_written());
    let merge = Merge::read(&[first]).unwrap();
    merge.replace(&out).unwrap();
    let folder = Folder::open(&out).unwrap();
    let appender = folder.appender().unwrap();
    assert!(folder.is_being_written());
    assert!(matches!(merge.replace(&out), Err(MergeError::Record(RecordError::Busy { .. }))));
    drop(appender);
    assert!(!folder.is_being_written());
}

/// Names the bound of a configuration in the manifest.
fn judge(folder: &Folder, configuration: &str, bound: RecordedBound) {
    let mut manifest = folder.manifest().unwrap().unwrap();
    manifest.bounds.insert(configuration.to_owned(), bound);
    folder.write_manifest(&manifest).unwrap();
}

#[test]
fn bounds_of_all_folders_are_joined_and_those_that_differ_are_refused() {
    let place = tempfile::tempdir().unwrap();
    let out = place.path().join("out");
    let bounds = |instance: &str, cover| Bounds { instance: instance.to_owned(), cover, ..Bounds::default() };
    let shards = [shard(place.path(), 1, &["a"]), shard(place.path(), 2, &["c"])];
    for (shard, instances) in shards.iter().zip([["7", "3"], ["3", "5"]]) {
        let mut log = shard.bounds_log().unwrap();
        instances.iter().try_for_each(|instance| log.append(&bounds(instance, 9))).unwrap();
    }
    judge(&shards[1], "A*", RecordedBound::FromStart);
    Merge::read(&shards).unwrap().write(&out).unwrap();
    let joined = |folder: &Path| Folder::open(folder).unwrap().bounds().unwrap();
    assert_eq!(joined(&out), ["3", "5", "7"].map(|instance| bounds(instance, 9)));
    // Bounds that were computed in the merged folder are kept.
    let folder = Folder::open(&out).unwrap();
    folder.bounds_log().unwrap().append(&bounds("8", 9)).unwrap();
    judge(&folder, "MM", RecordedBound::Cover);
    Merge::read(&shards).unwrap().replace(&out).unwrap();
    assert_eq!(joined(&out), ["3", "5", "7", "8"].map(|instance| bounds(instance, 9)));
    let judged_by = folder.manifest().unwrap().unwrap().bounds;
    assert!(judged_by.values().eq(&[RecordedBound::FromStart, RecordedBound::Cover]));
    shards[0].bounds_log().unwrap().append(&bounds("5", 8)).unwrap();
    let error = Merge::read(&shards).unwrap_err();
    assert!(matches!(error, MergeError::BoundsDiffer { .. }), "{error}");
}
