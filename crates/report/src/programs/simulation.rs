//! The rate at which simulated programs are judged different: rarely for the same program, nearly always for a slower one.

use super::*;
use crate::history::folder::ConfigurationKey;
use crate::history::simulation::SimulatedMachine;

/// Rounds of B, which takes `slowdown` times as long as A; A is first in every second round.
fn rounds(machine: &mut SimulatedMachine, count: usize, slowdown: f64) -> Vec<[HistoryFolder; 2]> {
    let round = |place: usize| {
        let mut folders = ["a", "b"].map(SimulatedMachine::folder);
        for which in [place % 2, 1 - place % 2] {
            machine.session(&mut folders[which], if which == 0 { 1.0 } else { slowdown });
        }
        folders
    };
    (0..count).map(round).collect()
}

/// The number of 200 comparisons with `count` rounds in which B is judged slower, and in which it is judged faster.
fn verdicts(spread: f64, correlation: f64, count: usize, slowdown: f64) -> [usize; 2] {
    let mut found = [0; 2];
    for seed in 0..200 {
        let comparison = ProgramComparison::from_rounds(
            &rounds(&mut SimulatedMachine::new(seed, spread, correlation), count, slowdown),
            0.05,
        );
        let verdict = comparison.configurations[0].verdict;
        found[0] += usize::from(verdict == TimeVerdict::Slower);
        found[1] += usize::from(verdict == TimeVerdict::Faster);
        assert_eq!(comparison.is_worse(), verdict == TimeVerdict::Slower);
    }
    found
}

#[test]
fn at_most_5_percent_of_200_comparisons_of_a_program_with_itself_show_a_difference() {
    for spread in [0.03, 0.05, 0.1] {
        for (correlation, count) in [(0.0, 3), (0.0, 10), (0.8, 10), (0.8, 20)] {
            let [slower, faster] = verdicts(spread, correlation, count, 1.0);
            assert!((slower + faster) * 20 <= 200, "{spread} {correlation} {count}: {slower} slower, {faster} faster");
        }
    }
}

#[test]
fn a_slowdown_of_20_percent_is_detected_in_nearly_all_comparisons() {
    for spread in [0.03, 0.05, 0.1] {
        let [slower, _] = verdicts(spread, 0.8, 10, 1.2);
        assert!(slower >= 195, "{spread}: {slower} of 200");
        let [_, faster] = verdicts(spread, 0.8, 10, 1.0 / 1.2);
        assert!(faster >= 195, "{spread}: {faster} of 200");
    }
}

#[test]
fn different_counts_missing_runs_and_unsteady_rounds_are_reported() {
    let name = ConfigurationKey { set: "made-up".into(), solver: "IDA*".into() };
    let made = |change: &dyn Fn(&mut HistoryFolder)| {
        let mut rounds = rounds(&mut SimulatedMachine::new(1, 0.01, 0.8), 4, 1.2);
        for [_, b] in &mut rounds {
            change(b);
        }
        ProgramComparison::from_rounds(&rounds, 0.5)
    };
    let same = made(&|_| ());
    assert!(!same.is_worse(), "20 % is within the tolerance");
    assert_eq!(same.configurations[0].verdict, TimeVerdict::NoDifferenceShown);

    let differs = made(&|folder| {
        let runs = folder.runs.get_mut(&name).unwrap();
        runs.values_mut().next().unwrap().generated = Some(1001);
    });
    assert!(differs.is_worse());
    let [difference] = &differs.differences[..] else { panic!("{:?}", differs.differences) };
    assert_eq!((difference.what, difference.a.as_str(), difference.b.as_str()), ("generated", "1000", "1001"));
    assert_eq!(difference.rounds, 4);
    assert!(differs.text().starts_with("Counts of B: 1 different, 0 runs missing.\n"), "{}", differs.text());

    let missing = made(&|folder| {
        folder.runs.get_mut(&name).unwrap().pop_last();
    });
    assert!(missing.is_worse());
    assert_eq!((missing.configurations[0].missing, missing.configurations[0].timed), (4, 19));

    let unsteady = made(&|folder| {
        folder.manifest.as_mut().unwrap().sessions[0].speed_after = Some(6e8);
    });
    assert_eq!((unsteady.unsteady_rounds, unsteady.configurations[0].verdict), (4, TimeVerdict::Inconclusive));
    assert!(unsteady.text().contains("so the absence of a difference is inconclusive"), "{}", unsteady.text());
}

#[test]
fn intervals_are_wider_with_more_configurations() {
    let mut machine = SimulatedMachine::new(1, 0.05, 0.8);
    let mut rounds = rounds(&mut machine, 5, 1.0);
    let one = ProgramComparison::from_rounds(&rounds, 0.05);
    for folder in rounds.iter_mut().flatten() {
        let name = ConfigurationKey { set: "made-up".into(), solver: "A*".into() };
        let runs = folder.runs.values().next().unwrap().clone();
        folder.names.push(name.clone());
        folder.runs.insert(name, runs);
    }
    let two = ProgramComparison::from_rounds(&rounds, 0.05);
    let width = |found: &ProgramComparison| found.configurations[0].interval.map(|[low, high]| high - low);
    assert!(width(&two) > width(&one) && two.confidence > one.confidence, "{two:?}");
}

#[test]
fn two_rounds_are_refused() {
    let pair = ["a", "b"].map(PathBuf::from);
    let refused = compare_programs(&[pair.clone(), pair], 0.05).unwrap_err().to_string();
    assert_eq!(refused, "a comparison of programs needs at least 3 rounds");
}
