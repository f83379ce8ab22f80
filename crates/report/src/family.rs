//! Families of configurations: those that are equal in all settings but one.

use crate::experiment::ConfigurationRuns;
use crate::run::ReportRun;

/// The settings that the configurations of a family share, as recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Family<'a> {
    algorithm: &'a str,
    heuristic: &'a str,
    weight: &'a str,
    options: &'a str,
    order: &'a str,
}

impl<'a> Family<'a> {
    /// The family of the configuration of `run` whose members differ in the weight.
    pub(crate) fn of_weights(run: &'a ReportRun) -> Self {
        Self { weight: "", ..Self::of(run) }
    }

    /// The family of the configuration of `run` whose members differ in the heuristic.
    pub(crate) fn of_heuristics(run: &'a ReportRun) -> Self {
        Self { heuristic: "", ..Self::of(run) }
    }

    fn of(run: &'a ReportRun) -> Self {
        let ReportRun { algorithm, heuristic, weight, options, order, .. } = run;
        Self { algorithm, heuristic, weight, options, order }
    }

    /// The shared settings in the words of names of configurations: `wastar manhattan reopen=false`. A weight of 1 is not named,
    /// and the operator order only if `names_order`.
    pub(crate) fn words(&self, names_order: bool) -> Vec<String> {
        let weight = if matches!(self.weight, "" | "1") { String::new() } else { format!("w={}", self.weight) };
        let order = if names_order && !self.order.is_empty() { format!("order={}", self.order) } else { String::new() };
        let words = [self.algorithm.to_owned(), self.heuristic.to_owned(), weight, self.options.to_owned(), order];
        words.into_iter().filter(|word| !word.is_empty()).collect()
    }
}

/// Whether `configurations` have several operator orders, which then are part of the names of families.
pub(crate) fn has_several_orders<'a>(configurations: impl IntoIterator<Item = &'a ConfigurationRuns>) -> bool {
    let runs = configurations.into_iter().filter_map(|configuration| configuration.runs.first());
    let mut orders = runs.map(|run| &*run.order).filter(|order| !order.is_empty());
    let first = orders.next();
    orders.any(|order| Some(order) != first)
}

#[cfg(test)]
mod tests {
    use tilebench_record::Run;

    use super::*;
    use crate::experiment::ExperimentData;
    use crate::fixture;

    #[test]
    fn members_differ_in_one_setting_and_orders_are_named_if_there_are_several() {
        let of = |weight: &str, heuristic: &str, options: &str, order: &str| Run {
            run_id: [weight, heuristic, options, order].join(" "),
            solver: [weight, heuristic, options, order].join(" "),
            algorithm: "wastar".into(),
            weight: weight.into(),
            heuristic: heuristic.into(),
            options: options.into(),
            order: order.into(),
            ..fixture::runs().remove(0)
        };
        let base = of("2", "manhattan", "", "ULRD");
        let others = [
            of("3", "manhattan", "", "ULRD"),
            of("2", "hamming", "", "ULRD"),
            of("2", "manhattan", "reopen=false", "ULRD"),
            of("2", "manhattan", "", "DRLU"),
        ];
        let all = std::iter::once(base).chain(others).collect();
        let experiment = ExperimentData::arrange(all, None);
        let configurations = &experiment.sets[0].configurations;
        assert!(has_several_orders(configurations) && !has_several_orders(&configurations[..4]));
        let runs: Vec<&ReportRun> = configurations.iter().map(|configuration| &configuration.runs[0]).collect();
        let weights: Vec<bool> =
            runs.iter().map(|run| Family::of_weights(run) == Family::of_weights(runs[0])).collect();
        assert_eq!(weights, [true, true, false, false, false]);
        let heuristics: Vec<bool> =
            runs.iter().map(|run| Family::of_heuristics(run) == Family::of_heuristics(runs[0])).collect();
        assert_eq!(heuristics, [true, false, true, false, false]);
        let words = |at: usize, names_order| Family::of_heuristics(runs[at]).words(names_order).join(" ");
        assert_eq!(words(3, false), "wastar w=2 reopen=false");
        assert_eq!(words(4, true), "wastar w=2 order=DRLU");
        assert_eq!(Family::of_weights(runs[0]).words(false), ["wastar", "manhattan"]);
    }
}
