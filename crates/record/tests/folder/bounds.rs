//! `bounds.csv`.

use super::*;

fn bounds(instance: &str) -> Bounds {
    Bounds {
        set: "korf100".into(),
        instance: instance.into(),
        heuristic: "manhattan".into(),
        cost: 42,
        from_start_must: 10,
        from_start_may: 30,
        from_goal_must: 20,
        from_goal_may: 50,
        cover: 8,
        wall_s: 0.25,
    }
}

#[test]
fn bounds_are_appended_and_a_line_that_was_cut_off_is_moved_aside() {
    let (_dir, path) = place();
    let folder = Folder::open_or_create(&path).unwrap();
    assert_eq!(folder.bounds().unwrap(), []);
    folder.bounds_log().unwrap().append(&bounds("12")).unwrap();
    let file = path.join("bounds.csv");
    let mut text = fs::read_to_string(&file).unwrap();
    assert_eq!(
        text,
        "set,instance,heuristic,cost,from_start_must,from_start_may,from_goal_must,from_goal_may,cover,wall_s\n\
         korf100,12,manhattan,42,10,30,20,50,8,0.25\n"
    );
    text.push_str("korf100,42,manh");
    fs::write(&file, text).unwrap();
    let mut log = folder.bounds_log().unwrap();
    assert_eq!(log.recorded(), [bounds("12")]);
    assert!(matches!(log.repairs(), [Repair::Torn { .. }]), "{:?}", log.repairs());
    assert!(matches!(folder.bounds_log(), Err(RecordError::Busy { .. })));
    log.append(&bounds("79")).unwrap();
    assert_eq!(folder.bounds().unwrap(), [bounds("12"), bounds("79")]);
}

#[test]
fn each_bound_has_its_column() {
    let of = |bound: RecordedBound| (bound.must(&bounds("12")), bound.may(&bounds("12")));
    assert_eq!(of(RecordedBound::FromStart), (10, Some(30)));
    assert_eq!(of(RecordedBound::FromGoal), (20, Some(50)));
    assert_eq!(of(RecordedBound::Cover), (8, None));
}
