//! What can be reproduced: claims and the experiments that tell of them, part of the program.

/// A set of published claims.
#[derive(Debug)]
pub(crate) struct Target {
    /// Its name.
    pub(crate) name: &'static str,
    /// What it is, in one sentence.
    pub(crate) summary: &'static str,
    /// About how long it takes on two cores, in minutes.
    pub(crate) minutes: u32,
    /// The claims: the file's path in the repository, and its text.
    pub(crate) claims: (&'static str, &'static str),
    /// The experiments: their paths and texts, in the order in which they are run.
    pub(crate) experiments: &'static [(&'static str, &'static str)],
}

/// A file of the repository: its path and its text.
macro_rules! file {
    ($path:literal) => {
        ($path, include_str!(concat!("../../../", $path)))
    };
}

/// Everything that can be reproduced.
pub(crate) const TARGETS: &[Target] = &[Target {
    name: "lineage",
    summary: "Seven well-known programs for sliding-tile puzzles, each run again on its own boards.",
    minutes: 20,
    claims: file!("instances/published/lineage.toml"),
    experiments: &[
        file!("experiments/lineage/staged.toml"),
        file!("experiments/lineage/depth-limited-greedy.toml"),
        file!("experiments/lineage/walking-pairs.toml"),
        file!("experiments/lineage/weighted-astar.toml"),
        file!("experiments/lineage/astar-disk.toml"),
        file!("experiments/lineage/astar-lists.toml"),
        file!("experiments/lineage/astar-ablation.toml"),
        file!("experiments/lineage/human-strategy.toml"),
        file!("experiments/lineage/web-service.toml"),
    ],
}];

#[cfg(test)]
mod tests {
    use tilebench_report::claims::{Claims, Verdict, chart_names};
    use tilebench_runner::Experiment;

    use super::*;

    #[test]
    fn every_claim_is_of_runs_that_its_experiment_makes() {
        for target in TARGETS {
            let read = |(file, text): &(&str, &str)| Experiment::parse(text, file, &[]).unwrap();
            let experiments: Vec<Experiment> = target.experiments.iter().map(read).collect();
            let claims = Claims::parse(target.claims.1, target.claims.0).unwrap();
            assert_eq!(claims.name, target.name);
            for claim in claims.programs.iter().flat_map(|program| &program.claims) {
                let experiment = experiments.iter().find(|experiment| experiment.name == claim.experiment).unwrap();
                for select in std::iter::once(&claim.of).chain(&claim.over) {
                    let is = |asked: &Option<String>, found: &str| asked.as_ref().is_none_or(|asked| asked == found);
                    let made =
                        experiment.solvers.iter().filter(|solver| is(&select.solver, &solver.name)).any(|solver| {
                            let sets = solver.selections.iter().map(|&at| &experiment.selections[at].set);
                            let mut sets = sets.filter(|set| is(&select.set, &set.name));
                            sets.any(|set| set.instances.iter().any(|instance| is(&select.instance, &instance.id)))
                        });
                    assert!(made, "no run is made that '{}' is of: {select:?}", claim.claim);
                }
                assert_ne!(claim.expected, Some(Verdict::NotRun), "{}", claim.claim);
            }
        }
    }

    #[test]
    fn every_chart_of_a_program_is_one_that_its_experiments_report_can_have() {
        for target in TARGETS {
            let read = |(file, text): &(&str, &str)| Experiment::parse(text, file, &[]).unwrap();
            let experiments: Vec<Experiment> = target.experiments.iter().map(read).collect();
            let claims = Claims::parse(target.claims.1, target.claims.0).unwrap();
            for program in &claims.programs {
                for chart in &program.charts {
                    let (name, chart) = chart.split_once('/').unwrap();
                    assert!(program.experiments.iter().any(|known| known == name), "{name}");
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
    fn every_experiment_of_a_target_is_claimed_of_and_named_like_its_file() {
        for target in TARGETS {
            let claims = Claims::parse(target.claims.1, target.claims.0).unwrap();
            for (file, text) in target.experiments {
                let name = Experiment::parse(text, file, &[]).unwrap().name;
                assert!(file.ends_with(&format!("/{name}.toml")), "{file} is called {name}");
                assert!(claims.programs.iter().any(|program| program.experiments.contains(&name)), "{name}");
            }
        }
    }
}
