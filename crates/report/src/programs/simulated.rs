//! How often simulated programs are judged different: the same program nearly never, a slower one nearly always.

use super::*;
use crate::history::folder::Name;
use crate::history::simulated::Sitting;

/// Rounds of B, which takes `slowdown` times as long as A; A is first in every second round.
fn rounds(sitting: &mut Sitting, count: usize, slowdown: f64) -> Vec<[Folder; 2]> {
    let round = |place: usize| {
        let mut folders = ["a", "b"].map(Sitting::folder);
        for which in [place % 2, 1 - place % 2] {
            sitting.session(&mut folders[which], if which == 0 { 1.0 } else { slowdown });
        }
        folders
    };
    (0..count).map(round).collect()
}

/// Of 200 comparisons with `count` rounds: in how many B is judged slower, and in how many faster.
fn verdicts(spread: f64, alike: f64, count: usize, slowdown: f64) -> [usize; 2] {
    let mut found = [0; 2];
    for seed in 0..200 {
        let comparison = ProgramComparison::of(&rounds(&mut Sitting::new(seed, spread, alike), count, slowdown), 0.05);
        let verdict = comparison.configurations[0].verdict;
        found[0] += usize::from(verdict == TimeVerdict::Slower);
        found[1] += usize::from(verdict == TimeVerdict::Faster);
        assert_eq!(comparison.is_worse(), verdict == TimeVerdict::Slower);
    }
    found
}

#[test]
fn of_200_comparisons_of_a_program_with_itself_at_most_5_percent_tell_a_difference() {
    for spread in [0.03, 0.05, 0.1] {
        for (alike, count) in [(0.0, 3), (0.0, 10), (0.8, 10), (0.8, 20)] {
            let [slower, faster] = verdicts(spread, alike, count, 1.0);
            assert!((slower + faster) * 20 <= 200, "{spread} {alike} {count}: {slower} slower, {faster} faster");
        }
    }
}

#[test]
fn a_slowdown_of_20_percent_is_found_in_nearly_all_comparisons() {
    for spread in [0.03, 0.05, 0.1] {
        let [slower, _] = verdicts(spread, 0.8, 10, 1.2);
        assert!(slower >= 195, "{spread}: {slower} of 200");
        let [_, faster] = verdicts(spread, 0.8, 10, 1.0 / 1.2);
        assert!(faster >= 195, "{spread}: {faster} of 200");
    }
}

#[test]
fn a_count_that_differs_a_run_that_is_missing_and_rounds_that_are_unsteady_are_told() {
    let name = Name { set: "made-up".into(), solver: "IDA*".into() };
    let made = |change: &dyn Fn(&mut Folder)| {
        let mut rounds = rounds(&mut Sitting::new(1, 0.01, 0.8), 4, 1.2);
        for [_, b] in &mut rounds {
            change(b);
        }
        ProgramComparison::of(&rounds, 0.5)
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
    assert!(differs.text().starts_with("Counts of B: differences 1, runs missing 0.\n"), "{}", differs.text());

    let missing = made(&|folder| {
        folder.runs.get_mut(&name).unwrap().pop_last();
    });
    assert!(missing.is_worse());
    assert_eq!((missing.configurations[0].missing, missing.configurations[0].timed), (4, 19));

    let unsteady = made(&|folder| {
        folder.manifest.as_mut().unwrap().sessions[0].speed_after = Some(6e8);
    });
    assert_eq!((unsteady.unsteady_rounds, unsteady.configurations[0].verdict), (4, TimeVerdict::Inconclusive));
    assert!(unsteady.text().contains("so that no difference is shown says nothing"), "{}", unsteady.text());
}

#[test]
fn more_configurations_make_wider_intervals() {
    let mut sitting = Sitting::new(1, 0.05, 0.8);
    let mut rounds = rounds(&mut sitting, 5, 1.0);
    let one = ProgramComparison::of(&rounds, 0.05);
    for folder in rounds.iter_mut().flatten() {
        let name = Name { set: "made-up".into(), solver: "A*".into() };
        let runs = folder.runs.values().next().unwrap().clone();
        folder.names.push(name.clone());
        folder.runs.insert(name, runs);
    }
    let two = ProgramComparison::of(&rounds, 0.05);
    let width = |found: &ProgramComparison| found.configurations[0].interval.map(|[low, high]| high - low);
    assert!(width(&two) > width(&one) && two.confidence > one.confidence, "{two:?}");
}

#[test]
fn two_rounds_are_refused() {
    let pair = ["a", "b"].map(PathBuf::from);
    let refused = compare_programs(&[pair.clone(), pair], 0.05).unwrap_err().to_string();
    assert_eq!(refused, "programs are compared over 3 rounds or more");
}
