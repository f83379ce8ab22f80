//! Configurations that differ only in their weight.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use crate::bounds::shortest;
use crate::chart::theme::{self, Look};
use crate::experiment::{Configuration, InstanceSet, commonly_solved};
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
    /// The names of those that solved nothing and so have no mean.
    pub(crate) unsolved: Vec<&'a str>,
    /// What every member of every family solved, at least one, by name.
    pub(crate) instances: Vec<Rc<str>>,
    /// The shortest lengths that are known, by instance.
    shortest: HashMap<&'a str, u32>,
}

impl<'a> Families<'a> {
    /// The families of `set`, if there are any that solved something in common.
    pub(crate) fn of(set: &'a InstanceSet) -> Option<Self> {
        let (families, unsolved) = families(set);
        let members: Vec<&Configuration> =
            families.iter().flat_map(|family| &family.members).map(|(_, c)| *c).collect();
        let instances = commonly_solved(&members);
        (!families.is_empty() && !instances.is_empty()).then(|| Self {
            drawn: families,
            unsolved,
            instances,
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

/// The families of at least three weights, and the names of those that solved nothing.
fn families(set: &InstanceSet) -> (Vec<Family<'_>>, Vec<&str>) {
    let (mut families, mut unsolved) = (BTreeMap::<_, Vec<Member<'_>>>::new(), Vec::new());
    for configuration in &set.configurations {
        let Some(run) = configuration.runs.first() else { continue };
        let Some(weight) = run.weight_value else { continue };
        if configuration.solved().next().is_none() {
            unsolved.push(configuration.name.as_str());
            continue;
        }
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
    (drawn, unsolved)
}
