//! Configurations that differ only in their weight.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use crate::bounds::shortest;
use crate::chart::theme::{self, Look};
use crate::common_instances::Common;
use crate::experiment::{Configuration, InstanceSet};
use crate::frame;
use crate::run::Run;

/// Fewer weights than this are no curve.
const FEWEST: usize = 3;

/// A configuration and its weight.
pub(crate) type Member<'a> = (f64, &'a Configuration);

/// Configurations that differ only in their weight.
pub(crate) struct Family<'a> {
    /// What they share.
    pub(crate) name: String,
    /// How they are drawn.
    pub(crate) look: Look,
    /// The members by weight.
    pub(crate) members: Vec<Member<'a>>,
}

/// The families of a set.
pub(crate) struct Families<'a> {
    /// Each of at least three weights; there is one.
    pub(crate) drawn: Vec<Family<'a>>,
    /// The names of those that solved too few instances to be compared.
    pub(crate) left_out: Vec<&'a str>,
    /// The instances that every member of every family solved, by name.
    pub(crate) instances: Vec<Rc<str>>,
    /// The shortest lengths that are known, by instance.
    shortest: HashMap<&'a str, u32>,
}

impl<'a> Families<'a> {
    /// The families of `set`, if there are any that solved something in common.
    pub(crate) fn of(set: &'a InstanceSet) -> Option<Self> {
        let weighted =
            set.configurations.iter().filter(|one| one.runs.first().is_some_and(|run| run.weight_value.is_some()));
        let common = Common::of(set, weighted);
        let families = families(&common.members);
        let left_out = common.left_out.iter().map(|one| one.name.as_str()).collect();
        (!families.is_empty() && common.is_enough()).then(|| Self {
            drawn: families,
            left_out,
            instances: common.instances,
            shortest: shortest(set),
        })
    }

    /// Every weight, each once, from the least.
    pub(crate) fn weights(&self) -> Vec<f64> {
        let mut weights: Vec<f64> = self.drawn.iter().flat_map(|f| &f.members).map(|&(weight, _)| weight).collect();
        weights.sort_by(f64::total_cmp);
        weights.dedup();
        weights
    }

    /// `value` of each run of `configuration` on the instances, if every one has it.
    pub(crate) fn values(
        &self,
        configuration: &Configuration,
        value: impl Fn(&Run) -> Option<f64>,
    ) -> Option<Vec<f64>> {
        let runs = configuration.runs.iter().filter(|run| self.instances.binary_search(&run.instance).is_ok());
        runs.map(value).collect()
    }

    /// The run's length over the shortest known of its instance.
    pub(crate) fn suboptimality(&self, run: &Run) -> Option<f64> {
        frame::suboptimality(run.length, self.shortest.get(&*run.instance).copied())
    }
}

/// The families of at least three weights among `configurations`.
fn families<'a>(configurations: &[&'a Configuration]) -> Vec<Family<'a>> {
    let mut families = BTreeMap::<_, Vec<Member<'_>>>::new();
    for &configuration in configurations {
        let Some(run) = configuration.runs.first() else { continue };
        let Some(weight) = run.weight_value else { continue };
        families.entry([&run.algorithm, &run.heuristic, &run.options]).or_default().push((weight, configuration));
    }
    let mut drawn = Vec::new();
    for (words, mut members) in families {
        members.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        members.dedup_by(|(a, _), (b, _)| a.total_cmp(b).is_eq());
        if members.len() >= FEWEST {
            let words: Vec<&str> = words.into_iter().map(|word| &**word).filter(|word| !word.is_empty()).collect();
            drawn.push(Family { name: words.join(", "), look: theme::look(drawn.len()), members });
        }
    }
    drawn
}
