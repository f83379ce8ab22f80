//! The division of many groups into facets: panels that each emphasise a few groups and show the others in grey.

use std::collections::BTreeMap;

use crate::chart_data::RunGroup;

/// The maximum number of groups that one panel can distinguish.
pub(crate) const MAX_GROUPS: usize = 8;
/// The maximum number of facets.
const MAX_FACETS: usize = 12;

/// Facets of the groups of a chart.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Facets {
    /// The name of the trait that divides the groups.
    pub(crate) by: &'static str,
    /// The facets, in the order of their first groups.
    pub(crate) facets: Vec<Facet>,
}

/// A facet: a panel.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Facet {
    /// The value of the trait that the groups share.
    pub(crate) name: String,
    /// The indices of the groups that it emphasises.
    pub(crate) groups: Vec<usize>,
}

impl Facets {
    /// The facets of `groups`, if there are more than eight: by algorithm or by heuristic, whichever has the smaller largest
    /// facet. If neither divides the groups, a facet has eight of them in their order.
    pub(crate) fn of_groups(groups: &[RunGroup]) -> Option<Self> {
        if groups.len() <= MAX_GROUPS {
            return None;
        }
        let by_trait = |by: &'static str, of: fn(&RunGroup) -> &str| {
            let mut places: BTreeMap<&str, usize> = BTreeMap::new();
            let mut facets: Vec<Facet> = Vec::new();
            for (index, group) in groups.iter().enumerate() {
                let place = *places.entry(of(group)).or_insert_with(|| {
                    let name = if of(group).is_empty() { format!("no {by}") } else { of(group).to_owned() };
                    facets.push(Facet { name, groups: Vec::new() });
                    facets.len() - 1
                });
                facets[place].groups.push(index);
            }
            Self { by, facets }
        };
        let traits = [by_trait("algorithm", |group| &group.algorithm), by_trait("heuristic", |group| &group.heuristic)];
        let divided = traits.into_iter().filter(|found| (2..=MAX_FACETS).contains(&found.facets.len()));
        let largest = |found: &Self| found.facets.iter().map(|facet| facet.groups.len()).max();
        Some(divided.min_by_key(largest).unwrap_or_else(|| Self::in_order(groups.len())))
    }

    /// Facets of eight of `count` groups.
    fn in_order(count: usize) -> Self {
        let starts = (0..count).step_by(MAX_GROUPS);
        let facet = |start: usize| {
            let end = (start + MAX_GROUPS).min(count);
            Facet { name: format!("configurations {} to {end}", start + 1), groups: (start..end).collect() }
        };
        Self { by: "position in the experiment", facets: starts.map(facet).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    /// Groups of these algorithms and heuristics.
    fn groups(traits: &[(&str, &str)]) -> Vec<RunGroup> {
        let group = |(algorithm, heuristic): &(&str, &str)| RunGroup {
            algorithm: (*algorithm).to_owned(),
            heuristic: (*heuristic).to_owned(),
            ..fixture::data().groups.remove(0)
        };
        traits.iter().map(group).collect()
    }

    #[test]
    fn eight_groups_have_one_panel() {
        assert_eq!(Facets::of_groups(&groups(&[("astar", "manhattan"); 8])), None);
    }

    #[test]
    fn the_trait_with_the_smaller_largest_facet_divides_the_groups() {
        let mut traits = vec![("astar", "a"), ("astar", "b"), ("astar", "c"), ("astar", "d"), ("astar", "e")];
        traits.extend([("idastar", "a"), ("idastar", "b"), ("idastar", "c"), ("idastar", "")]);
        let facets = Facets::of_groups(&groups(&traits)).unwrap();
        let names: Vec<&str> = facets.facets.iter().map(|facet| facet.name.as_str()).collect();
        assert_eq!((facets.by, names), ("heuristic", vec!["a", "b", "c", "d", "e", "no heuristic"]));
        assert_eq!(facets.facets[1].groups, [1, 6]);
    }

    #[test]
    fn groups_that_differ_in_neither_are_divided_in_their_order() {
        let facets = Facets::of_groups(&groups(&[("wastar", "manhattan"); 19])).unwrap();
        let sizes: Vec<usize> = facets.facets.iter().map(|facet| facet.groups.len()).collect();
        assert_eq!((sizes, facets.facets[2].name.as_str()), (vec![8, 8, 3], "configurations 17 to 19"));
    }

    #[test]
    fn every_group_is_in_one_facet() {
        let algorithms: Vec<String> = (0..30).map(|place| format!("a{}", place % 7)).collect();
        let traits: Vec<(&str, &str)> = algorithms.iter().map(|name| (name.as_str(), "manhattan")).collect();
        let facets = Facets::of_groups(&groups(&traits)).unwrap();
        let mut all: Vec<usize> = facets.facets.iter().flat_map(|facet| facet.groups.clone()).collect();
        all.sort_unstable();
        assert_eq!(all, (0..30).collect::<Vec<_>>());
    }
}
