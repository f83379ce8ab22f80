use super::*;

/// A session without any warning.
fn quiet() -> Record {
    Record {
        jobs: 2,
        pinned: true,
        load_before: Some(0.4),
        load_after: Some(2.1),
        speed_before: Some(500e6),
        speed_after: Some(490e6),
        ..Record::default()
    }
}

fn steady() -> Machine {
    Machine { governor: Some("performance".into()), ..Machine::default() }
}

/// The text of each warning before its colon.
fn warning_heads(session: &Record, machine: &Machine) -> Vec<String> {
    let begin = |warning: String| warning.split(':').next().unwrap().to_owned();
    warnings(session, machine, 1, 2).into_iter().map(begin).collect()
}

#[test]
fn a_quiet_machine_and_unknown_conditions_cause_no_warning() {
    assert!(warning_heads(&quiet(), &steady()).is_empty());
    assert!(warning_heads(&Record { jobs: 1, ..Record::default() }, &Machine::default()).is_empty());
}

#[test]
fn a_drift_of_the_calibration_in_either_direction_causes_a_warning() {
    for (after, warned) in [(470e6, true), (480e6, false), (520e6, false), (530e6, true)] {
        let session = Record { speed_after: Some(after), ..quiet() };
        assert_eq!(warning_heads(&session, &steady()) == ["Times drifted"], warned, "{after}");
    }
}

#[test]
fn load_before_the_session_causes_a_warning_and_load_after_it_does_not() {
    assert_eq!(warning_heads(&Record { load_before: Some(0.6), ..quiet() }, &steady()), ["Times are noisy"]);
    assert!(warning_heads(&Record { load_after: Some(9.0), ..quiet() }, &steady()).is_empty());
}

#[test]
fn a_governor_that_is_not_performance_is_named() {
    let machine = Machine { governor: Some("powersave".into()), ..Machine::default() };
    let expected = "Times depend on the load: the frequency governor is powersave, not performance.";
    assert_eq!(warnings(&quiet(), &machine, 1, 2), [expected]);
}

#[test]
fn more_jobs_than_cores_cause_a_warning() {
    let session = Record { jobs: 3, ..quiet() };
    assert_eq!(warnings(&session, &steady(), 1, 2), ["Times are not reliable: 3 jobs shared 2 cores."]);
    assert_eq!(warnings(&quiet(), &steady(), 2, 3), ["Times are not reliable: 2 jobs of 2 threads shared 3 cores."]);
    assert!(warnings(&quiet(), &steady(), 2, 4).is_empty());
}
