//! The targets of `tilebench reproduce`: claims and the experiments that test them, built into the program.

use anyhow::{Result, bail};
use tilebench_report::claims::ClaimFile;
use tilebench_runner::catalog::{Metric, nearest};
use tilebench_runner::{Experiment, Plan};
use tilebench_sanitize::message::excerpt;

use crate::builtin;

/// A set of published claims.
#[derive(Debug)]
pub(crate) struct Target {
    /// Its name.
    pub(crate) name: &'static str,
    /// The target in one sentence.
    pub(crate) summary: &'static str,
    /// About how long it takes on two cores, in minutes.
    pub(crate) minutes: u32,
    /// The claims: the file's path in the repository, and its text.
    pub(crate) claims: (&'static str, &'static str),
    /// The names of its experiments, which are built in, in the order in which they are run.
    pub(crate) experiments: &'static [&'static str],
    /// Values that replace those of its experiments, each `KEY=VALUE`, as in `tilebench run --set`.
    pub(crate) settings: &'static [&'static str],
    /// The spaces that are counted by enumeration, which is not an experiment.
    pub(crate) enumerations: &'static [EnumerationTarget],
    /// The heuristics whose quality is computed, which is not an experiment either.
    pub(crate) etas: &'static [EtaTarget],
    /// The automata whose strings and states are counted, which is not an experiment either.
    pub(crate) automata: &'static [AutomatonTarget],
}

/// An automaton whose duplicate strings and states are counted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AutomatonTarget {
    /// The name of its folder, which claims use.
    pub(crate) name: &'static str,
    /// The board size.
    pub(crate) size: &'static str,
    /// The maximum number of moves of a string.
    pub(crate) depth: u32,
    /// About how long it takes on two cores, in minutes.
    pub(crate) minutes: u32,
}

/// A heuristic whose quality eta is computed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EtaTarget {
    /// The heuristic, which is the name of its folder and the name that claims use.
    pub(crate) heuristic: &'static str,
    /// The board size. The blank of the goal is in the first cell.
    pub(crate) size: &'static str,
    /// The number of random boards; 0 if the value is exact.
    pub(crate) samples: u64,
    /// Their seed.
    pub(crate) seed: u64,
}

/// A space whose boards are counted by their distance from the goal, in whole or as far as memory allows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EnumerationTarget {
    /// The name of its folder, which claims use.
    pub(crate) name: &'static str,
    /// The board size.
    pub(crate) size: &'static str,
    /// The goal.
    pub(crate) goal: &'static str,
    /// The blank's place in the goal, as in the published table.
    pub(crate) blank: &'static str,
    /// The unit of distances.
    pub(crate) metric: Metric,
    /// The number of boards, in whole or within the memory limit.
    pub(crate) boards: u64,
    /// The maximum size of its lists in MiB.
    pub(crate) memory_mib: u64,
    /// Whether these are all boards of the space.
    pub(crate) is_whole: bool,
}

/// The spaces that are counted completely, in one or two bits per state, and those of which the first levels are counted.
const SPACES: &[EnumerationTarget] = &[
    whole("2x2", "2x2", "blank-first", "corner", 12),
    whole("2x3", "2x3", "blank-first", "corner", 360),
    whole("2x4", "2x4", "blank-first", "corner", 20_160),
    whole("2x5", "2x5", "blank-first", "corner", 1_814_400),
    whole("2x6", "2x6", "blank-first", "corner", 239_500_800),
    leading("2x7", "2x7", "blank-first", "corner", 26_546_643),
    leading("2x8", "2x8", "blank-first", "corner", 32_224_371),
    whole("3x3-corner", "3x3", "blank-first", "corner", 181_440),
    whole("3x3-edge", "3x3", "1 0 2 3 4 5 6 7 8", "edge", 181_440),
    whole("3x3-center", "3x3", "1 2 3 4 0 5 6 7 8", "center", 181_440),
    whole("3x4", "3x4", "blank-first", "corner", 239_500_800),
    leading("4x4-corner", "4x4", "blank-first", "corner", 23_102_481),
    leading("4x4-edge", "4x4", "1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15", "edge", 15_118_814),
    leading("4x4-center", "4x4", "1 2 3 4 5 0 6 7 8 9 10 11 12 13 14 15", "center", 18_372_650),
    leading("3x5", "3x5", "blank-first", "corner", 16_279_730),
    leading("5x5", "5x5", "blank-first", "corner", 5_451_691),
    slides(whole("2x2-multi", "2x2", "blank-first", "corner", 12)),
    slides(whole("2x3-multi", "2x3", "blank-first", "corner", 360)),
    slides(whole("2x4-multi", "2x4", "blank-first", "corner", 20_160)),
    slides(whole("2x5-multi", "2x5", "blank-first", "corner", 1_814_400)),
    slides(whole("2x6-multi", "2x6", "blank-first", "corner", 239_500_800)),
    slides(leading("2x7-multi", "2x7", "blank-first", "corner", 9_106_911)),
    slides(leading("2x8-multi", "2x8", "blank-first", "corner", 7_536_334)),
    slides(whole("3x3-multi", "3x3", "blank-first", "corner", 181_440)),
    slides(whole("3x4-multi", "3x4", "blank-first", "corner", 239_500_800)),
    slides(leading("3x5-multi", "3x5", "blank-first", "corner", 10_852_647)),
    slides(leading("4x4-multi", "4x4", "blank-first", "corner", 9_564_962)),
];

const fn whole(
    name: &'static str,
    size: &'static str,
    goal: &'static str,
    blank: &'static str,
    boards: u64,
) -> EnumerationTarget {
    // Each board of 3x4 takes one bit, and two bits in the multi-tile metric.
    EnumerationTarget { name, size, goal, blank, metric: Metric::Single, boards, memory_mib: 64, is_whole: true }
}

const fn leading(
    name: &'static str,
    size: &'static str,
    goal: &'static str,
    blank: &'static str,
    boards: u64,
) -> EnumerationTarget {
    EnumerationTarget { name, size, goal, blank, metric: Metric::Single, boards, memory_mib: 256, is_whole: false }
}

/// The same space in the multi-tile metric.
const fn slides(space: EnumerationTarget) -> EnumerationTarget {
    let memory_mib = if space.is_whole { 2 * space.memory_mib } else { space.memory_mib };
    EnumerationTarget { metric: Metric::Multi, memory_mib, ..space }
}

/// A file of claims: its path in the repository and its text.
macro_rules! file {
    ($path:literal) => {
        ($path, include_str!(concat!("../", $path)))
    };
}

/// Other names of targets: the paper whose numbers a target judges among those of others.
const ALIASES: &[(&str, &str)] = &[("tarakanov-2022", "depths")];

impl Target {
    /// The target named `name`, or with this other name.
    pub(crate) fn find(name: &str) -> Result<&'static Self> {
        let name = ALIASES.iter().find(|(alias, _)| *alias == name).map_or(name, |(_, target)| *target);
        let names = TARGETS.iter().map(|target| target.name);
        match TARGETS.iter().find(|target| target.name == name) {
            Some(target) => Ok(target),
            None => match nearest(name, names.clone()) {
                Some(near) => bail!("unknown target '{}'; did you mean '{near}'?", excerpt(name)),
                None => bail!("unknown target '{}'; known are {}", excerpt(name), names.collect::<Vec<_>>().join(", ")),
            },
        }
    }

    /// Its claims.
    pub(crate) fn claims(&self) -> Result<ClaimFile> {
        let (file, text) = self.claims;
        ClaimFile::parse(text, file)
    }

    /// Its experiments, with values overridden by its own settings, and then by `settings`.
    fn experiments(&self, settings: &[String]) -> Result<Vec<Experiment>> {
        let own = self.settings.iter().map(|&setting| setting.to_owned());
        let settings: Vec<String> = own.chain(settings.iter().cloned()).collect();
        self.experiments.iter().map(|name| builtin::experiment(name, &settings)).collect()
    }

    /// The plans of its experiments, with values overridden by `settings`.
    pub(crate) fn plans(&self, settings: &[String]) -> Result<Vec<Plan>> {
        self.experiments(settings)?.into_iter().map(Plan::new).collect()
    }
}

/// A target without anything to run, which rows complete.
const EMPTY: Target = Target {
    name: "",
    summary: "",
    minutes: 0,
    claims: ("", ""),
    experiments: &[],
    settings: &[],
    enumerations: &[],
    etas: &[],
    automata: &[],
};

/// All targets, the shortest first.
pub(crate) const TARGETS: &[Target] = &[
    Target {
        name: "korf-1985",
        summary: "The lengths and node counts of a hundred 15-puzzles, and three misprints.",
        minutes: 1,
        claims: file!("instances/published/korf-1985.toml"),
        experiments: &["korf-1985"],
        ..EMPTY
    },
    Target {
        name: "gilon-2016",
        summary: "EES and dynamic potential search on heavy tiles.",
        minutes: 2,
        claims: file!("instances/published/gilon-2016.toml"),
        experiments: &["heavy-potential"],
        ..EMPTY
    },
    Target {
        name: "hatem-2013",
        summary: "A*, IDA*, RBFS and EES on one board, with the counts of a suite of search algorithms.",
        minutes: 1,
        claims: file!("instances/published/hatem-2013.toml"),
        experiments: &["one-board"],
        ..EMPTY
    },
    Target {
        name: "reinefeld-1993",
        summary: "The complete 8-puzzle: every state with its distance.",
        minutes: 1,
        claims: file!("instances/published/reinefeld-1993.toml"),
        experiments: &["complete-8-puzzle"],
        ..EMPTY
    },
    Target {
        name: "depths",
        summary: "The states at each distance from the goal in both metrics: all up to 12 cells, the first levels of larger boards.",
        minutes: 1,
        claims: file!("instances/published/depths.toml"),
        enumerations: SPACES,
        ..EMPTY
    },
    Target {
        name: "parberry",
        summary: "The mean moves of solving n by n boards tile by tile, compared with 8/3 n^3.",
        minutes: 1,
        claims: file!("instances/published/parberry.toml"),
        experiments: &["tile-by-tile"],
        ..EMPTY
    },
    Target {
        name: "clausecker-2020",
        summary: "The quality eta of Manhattan distance, walking distance and zero-aware databases on the 24-puzzle.",
        minutes: 4,
        claims: file!("instances/published/clausecker-2020.toml"),
        etas: &[
            EtaTarget { heuristic: "manhattan", size: "5x5", samples: 0, seed: 1 },
            EtaTarget { heuristic: "walking-distance", size: "5x5", samples: 1_000_000, seed: 1 },
            EtaTarget { heuristic: "pdb-6-6-6-6+zero-aware", size: "5x5", samples: 4_000_000, seed: 1 },
            EtaTarget { heuristic: "pdb-6-6-6-6+zero-aware+reflected", size: "5x5", samples: 4_000_000, seed: 1 },
            EtaTarget { heuristic: "pdb-clausecker+zero-aware", size: "5x5", samples: 4_000_000, seed: 1 },
            EtaTarget { heuristic: "pdb-clausecker+zero-aware+reflected", size: "5x5", samples: 4_000_000, seed: 1 },
            EtaTarget { heuristic: "pdb-improved+zero-aware", size: "5x5", samples: 4_000_000, seed: 1 },
            EtaTarget { heuristic: "pdb-small+zero-aware", size: "5x5", samples: 4_000_000, seed: 1 },
            EtaTarget { heuristic: "pdb-small+zero-aware+reflected", size: "5x5", samples: 4_000_000, seed: 1 },
        ],
        ..EMPTY
    },
    Target {
        name: "taylor-korf-1993",
        summary: "The duplicate strings of moves on 5x5, the states of the automaton that prunes them, and the branching factor.",
        minutes: 1,
        claims: file!("instances/published/taylor-korf-1993.toml"),
        automata: &[
            AutomatonTarget { name: "5x5-2", size: "5x5", depth: 2, minutes: 1 },
            AutomatonTarget { name: "5x5-14", size: "5x5", depth: 14, minutes: 1 },
            AutomatonTarget { name: "5x5-22", size: "5x5", depth: 22, minutes: 30 },
        ],
        ..EMPTY
    },
    Target {
        name: "hardest-15",
        summary: "The 17 states of the 15-puzzle that need 80 moves.",
        minutes: 1,
        claims: file!("instances/published/hardest-15.toml"),
        experiments: &["hardest-15-lengths"],
        ..EMPTY
    },
    Target {
        name: "felner-2007",
        summary: "7-8 and 7-7-1 databases over random 15-puzzles: estimates, nodes and their ratios.",
        minutes: 1,
        claims: file!("instances/published/felner-2007.toml"),
        experiments: &["packed-databases"],
        ..EMPTY
    },
    Target {
        name: "zahavi-2008",
        summary: "Dual and random look-ups of 7-8 databases over random 15-puzzles: nodes and their ratios.",
        minutes: 1,
        claims: file!("instances/published/zahavi-2008.toml"),
        experiments: &["dual-look-ups"],
        ..EMPTY
    },
    Target {
        name: "korf-felner-2002-15",
        summary: "Manhattan distance, linear conflict and pattern databases over 1000 random 15-puzzles.",
        minutes: 12,
        claims: file!("instances/published/korf-felner-2002-15.toml"),
        experiments: &["random-15"],
        ..EMPTY
    },
    Target {
        name: "lineage",
        summary: "Seven well-known programs for sliding-tile puzzles, each re-run on its own instances.",
        minutes: 20,
        claims: file!("instances/published/lineage.toml"),
        experiments: &[
            "staged",
            "depth-limited-greedy",
            "walking-pairs",
            "weighted-astar",
            "astar-disk",
            "astar-lists",
            "astar-ablation",
            "human-strategy",
            "web-service",
        ],
        ..EMPTY
    },
    Target {
        name: "siag-2025",
        summary: "Weighted A*, greedy search and IOS on heavy tiles with nine mixes of h and d, and with zero-aware databases: 119 means of nodes, and of costs.",
        minutes: 150,
        claims: file!("instances/published/siag-2025.toml"),
        experiments: &["ridge", "heavy-tiles"],
        ..EMPTY
    },
    Target {
        name: "sewell-jacobson-2021",
        summary: "A* in each direction, NBS, GBFHS and BAE* on a hundred 15-puzzles: 500 counts of expanded nodes.",
        minutes: 120,
        claims: file!("instances/published/sewell-jacobson-2021.toml"),
        experiments: &["bidirectional-counts"],
        ..EMPTY
    },
    Target {
        name: "korf-taylor-1996",
        summary: "Ten 24-puzzles, of which nine were the first to be solved.",
        minutes: 180,
        claims: file!("instances/published/korf-taylor-1996.toml"),
        experiments: &["lengths-24"],
        // The runs are those of korf-felner-2002-24 on these instances.
        settings: &["instances=[{ set = 'korf-felner50', ids = '1-10' }]"],
        ..EMPTY
    },
    Target {
        name: "rotated-24",
        summary: "The goal of the 24-puzzle turned by 180 degrees: no path of at most 146 moves.",
        minutes: 150,
        claims: file!("instances/published/rotated-24.toml"),
        experiments: &["rotated-24"],
        ..EMPTY
    },
    Target {
        name: "clausecker-reinefeld-2019",
        summary: "Fifty 24-puzzles with six choices of pattern databases, three of them zero-aware: the nodes expanded on each.",
        minutes: 40_000,
        claims: file!("instances/published/clausecker-reinefeld-2019.toml"),
        experiments: &["zero-aware-24"],
        ..EMPTY
    },
    Target {
        name: "korf-felner-2002-24",
        summary: "Fifty 24-puzzles: their lengths, and the nodes with 6-6-6-6 databases compared with two published columns.",
        minutes: 13_000,
        claims: file!("instances/published/korf-felner-2002-24.toml"),
        experiments: &["breadth-first-24", "fifty-24", "lengths-24"],
        ..EMPTY
    },
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use tilebench_report::claims::{ClaimVerdict, ExpectedCost, PublishedClaim, chart_names};
    use tilebench_runner::catalog::eta::BlankWeighting;
    use tilebench_runner::catalog::{Goal, HeuristicSpec, Size, published_depths, published_depths_of};

    use super::*;

    #[test]
    fn every_claim_refers_to_runs_of_its_experiment() {
        for target in TARGETS {
            let experiments = target.experiments(&[]).unwrap();
            let claims = target.claims().unwrap();
            assert_eq!(claims.name, target.name);
            let of_runs = |claim: &&PublishedClaim| {
                target.enumerations.iter().all(|one| one.name != claim.experiment)
                    && !claim.quantity.is_eta()
                    && !claim.quantity.is_of_automaton()
            };
            for claim in claims.parts.iter().flat_map(|part| &part.claims).filter(of_runs) {
                let experiment = experiments.iter().find(|experiment| experiment.name == claim.experiment).unwrap();
                for select in std::iter::once(&claim.of).chain(&claim.over) {
                    let is = |expected: &Option<String>, found: &str| {
                        expected.as_ref().is_none_or(|expected| expected == found)
                    };
                    let has_runs =
                        experiment.solvers.iter().filter(|solver| is(&select.solver, &solver.name)).any(|solver| {
                            let sets = solver.selections.iter().map(|&at| &experiment.selections[at].set);
                            let mut sets = sets.filter(|set| is(&select.set, &set.name));
                            sets.any(|set| set.instances.iter().any(|instance| is(&select.instance, &instance.id)))
                        });
                    assert!(has_runs, "the experiment has no run of the claim '{}': {select:?}", claim.claim);
                }
                assert_ne!(claim.expected, Some(ClaimVerdict::NotRun), "{}", claim.claim);
            }
        }
    }

    #[test]
    fn experiments_that_prune_duplicate_strings_have_claims_on_lengths_only_since_published_counts_contain_the_strings()
    {
        let mut pruned = 0;
        for target in TARGETS {
            let claims = target.claims().unwrap();
            for experiment in target.experiments(&[]).unwrap() {
                let mut searches = experiment.solvers.iter().filter_map(|solver| solver.program.search());
                if searches.any(|search| search.options().contains("prune=")) {
                    pruned += 1;
                    let claims = claims.parts.iter().flat_map(|part| &part.claims);
                    let mut own = claims.filter(|claim| claim.experiment == experiment.name);
                    assert!(own.all(|claim| claim.quantity.is_length()), "{}", experiment.name);
                }
            }
        }
        assert!(pruned > 0, "an experiment of a target prunes");
    }

    #[test]
    fn every_chart_of_a_target_is_a_chart_of_the_reports_of_its_experiments() {
        for target in TARGETS {
            let experiments = target.experiments(&[]).unwrap();
            let claims = target.claims().unwrap();
            for part in &claims.parts {
                for chart in &part.charts {
                    let (name, chart) = chart.split_once('/').unwrap();
                    assert!(part.experiments.iter().any(|known| known == name), "{name}");
                    let experiment = experiments.iter().find(|experiment| experiment.name == name).unwrap();
                    let mut sets: Vec<&str> = Vec::new();
                    for selection in &experiment.selections {
                        if !sets.contains(&selection.set.name.as_str()) {
                            sets.push(&selection.set.name);
                        }
                    }
                    assert!(chart_names(&sets).iter().any(|known| known == chart), "{name}/{chart}");
                }
            }
        }
    }

    #[test]
    fn every_experiment_of_a_target_has_claims_and_is_named_like_its_file() {
        for target in TARGETS {
            let claims = target.claims().unwrap();
            for Experiment { name, .. } in target.experiments(&[]).unwrap() {
                assert!(target.experiments.contains(&name.as_str()), "{name}");
                assert!(claims.parts.iter().any(|part| part.experiments.contains(&name)), "{name}");
            }
        }
    }

    #[test]
    fn every_run_of_a_paper_has_an_expected_cost_and_every_figure_a_source() {
        for target in TARGETS.iter().filter(|target| target.name != "lineage") {
            let claims = target.claims().unwrap();
            for plan in target.plans(&[]).unwrap() {
                for planned in plan.planned_runs() {
                    let is_its = |cost: &&ExpectedCost| {
                        cost.solver == planned.solver.name && cost.set.as_ref().is_none_or(|set| set == planned.set)
                    };
                    let found = claims.costs.iter().find(is_its);
                    assert!(found.is_some(), "{} on {}", planned.solver.name, planned.set);
                }
            }
            for part in &claims.parts {
                assert!(part.seen.is_some(), "{}: {}", target.name, part.name);
            }
        }
    }

    #[test]
    fn every_enumeration_has_claims_and_published_counts_for_its_goal() {
        for target in TARGETS {
            let claims = target.claims().unwrap();
            for EnumerationTarget { name, size, goal, blank, metric, .. } in target.enumerations {
                let claimed = claims.parts.iter().flat_map(|part| &part.claims).find(|claim| claim.experiment == *name);
                // The name of the published table: `3x3 corner`, or `3x3 corner multi`.
                let in_metric = if *metric == Metric::Single { String::new() } else { format!(" {metric}") };
                assert_eq!(claimed.unwrap().of.set, Some(format!("{size} {blank}{in_metric}")));
                let published = published_depths_of(size, *metric, blank).unwrap();
                assert!(published.states.len() > 5, "{name}");
                let size = size.parse().unwrap();
                let goal = Goal::parse(goal, Some(size)).unwrap().board(size).unwrap();
                assert_eq!(published_depths(&goal, *metric), Some(published), "{name}");
            }
        }
    }
    #[test]
    fn every_heuristic_has_claims_about_its_quality_and_every_such_claim_has_a_heuristic() {
        let weightings = BlankWeighting::ALL.map(BlankWeighting::name);
        for target in TARGETS {
            let claims = target.claims().unwrap();
            let claims = claims.parts.iter().flat_map(|part| &part.claims).filter(|claim| claim.quantity.is_eta());
            let (mut named, mut known) = (BTreeSet::new(), BTreeSet::new());
            for claim in claims {
                let weighting = claim.of.set.as_deref().unwrap();
                assert!(weightings.contains(&weighting), "{weighting}");
                named.insert(claim.experiment.clone());
            }
            for EtaTarget { heuristic, size, .. } in target.etas {
                HeuristicSpec::new(heuristic).unwrap();
                size.parse::<Size>().unwrap();
                known.insert((*heuristic).to_owned());
            }
            assert_eq!(named, known);
        }
    }

    #[test]
    fn every_automaton_has_three_claims_and_every_such_claim_has_an_automaton() {
        for target in TARGETS {
            let claims = target.claims().unwrap();
            let claims = claims.parts.iter().flat_map(|part| &part.claims);
            let named: Vec<String> =
                claims.filter(|claim| claim.quantity.is_of_automaton()).map(|claim| claim.experiment.clone()).collect();
            // Its strings, its states and the branching factor.
            let known: Vec<String> =
                target.automata.iter().flat_map(|one| [(); 3].map(|()| one.name.to_owned())).collect();
            assert_eq!(named, known);
            assert!(target.automata.iter().all(|one| one.size.parse::<Size>().is_ok()));
        }
    }
}
