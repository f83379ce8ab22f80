//! The rules for sentences, in the order of reading.

use super::anytime_facts::AnytimeFacts;
use super::effect::Effect;
use super::group_facts::GroupFacts;
use super::sentence_rule::SentenceRule;
use super::set_facts::SetFacts;
use super::weaker_facts::WeakerFacts;
use super::weight_facts::WeightFacts;

/// The rules on the configurations of one guarantee.
pub(super) const GROUP_RULES: &[SentenceRule<GroupFacts>] = &[
    SentenceRule {
        name: "fewest nodes",
        importance: 1,
        subject: "",
        holds: |group| group.nodes.as_ref().is_some_and(Effect::is_shown),
        template: "{best_nodes} generated the fewest nodes of {compared} configurations; {next_nodes}, the next, generated \
                   {nodes_ratio} times that number (n = {nodes_n}).",
    },
    SentenceRule {
        name: "no difference in nodes",
        importance: 2,
        subject: "",
        holds: |group| group.nodes.as_ref().is_some_and(|nodes| !nodes.is_shown()),
        template: "no difference in nodes is shown between the best two of {compared} configurations, {best_nodes} and \
                   {next_nodes}, whose ratio is {nodes_ratio} (n = {nodes_n}).",
    },
    SentenceRule {
        name: "least time",
        importance: 2,
        subject: "",
        holds: |group| group.time.as_ref().is_some_and(Effect::is_shown),
        template: "{best_time} took the least time; {next_time}, the next, took {time_ratio} times as long (n = {time_n}).",
    },
    SentenceRule {
        name: "no difference in time",
        importance: 3,
        subject: "",
        holds: |group| group.time.as_ref().is_some_and(|time| !time.is_shown()),
        template: "no difference in time is shown between the fastest two, {best_time} and {next_time}, whose ratio is \
                   {time_ratio} (n = {time_n}).",
    },
    SentenceRule {
        name: "cheapest",
        importance: 2,
        subject: "",
        holds: |group| group.cheapest.is_some(),
        template: "{cheapest} found the cheapest solutions, on average {least_cost}.",
    },
    SentenceRule {
        name: "shortest",
        importance: 2,
        subject: "",
        holds: |group| group.length.as_ref().is_some_and(Effect::is_shown),
        template: "{shortest} found the shortest solutions; those of {next_shortest}, the next, are {length_ratio} times as long \
                   (n = {length_n}).",
    },
    SentenceRule {
        name: "undominated",
        importance: 3,
        subject: "",
        holds: |group| !group.undominated.is_empty() && group.undominated.len() < group.compared,
        template: "undominated in {measures}, by means over the {common} that all {compared} solved: {undominated}.",
    },
    SentenceRule {
        name: "all undominated",
        importance: 3,
        subject: "",
        holds: |group| !group.undominated.is_empty() && group.undominated.len() == group.compared,
        template: "none of the {compared} configurations dominates another in {measures}, by means over the {common} \
                   that all of them solved.",
    },
    SentenceRule {
        name: "only one",
        importance: 2,
        subject: "",
        holds: |group| group.members.len() == 1 && group.has_first_nodes(),
        template: "{members} alone has this guarantee; it solved {only_solved} instances and generated {only_nodes} nodes \
                   (geometric mean, n = {only_n}).",
    },
    SentenceRule {
        name: "only one, truncated",
        importance: 2,
        subject: "",
        holds: |group| group.members.len() == 1 && !group.has_first_nodes(),
        template: "{members} alone has this guarantee; it solved {only_solved} instances.",
    },
    SentenceRule {
        name: "too few instances",
        importance: 1,
        subject: "",
        holds: |group| group.compared > 1 && !group.is_enough,
        template: "nothing is concluded about nodes and time, since all of {members} solved only {common} in common; 10 are \
                   needed.",
    },
    SentenceRule {
        name: "unequal limits",
        importance: 1,
        subject: "",
        holds: |group| group.compared > 1 && group.is_enough && !group.is_fair,
        template: "nothing is concluded about nodes and time of {members}, since runs were stopped under different limits.",
    },
];

/// The rules on a weaker guarantee than optimality.
pub(super) const WEAKER_RULES: &[SentenceRule<WeakerFacts>] = &[
    SentenceRule {
        name: "weaker guarantee",
        importance: 1,
        subject: "",
        holds: WeakerFacts::is_shown,
        template: "{optimal} (optimal) generated {ratio} times the nodes of {weaker} ({guarantee}, n = {n}){cost}.",
    },
    SentenceRule {
        name: "weaker guarantee saves nothing",
        importance: 2,
        subject: "",
        holds: |weaker| !weaker.is_shown(),
        template: "fewer nodes are not shown; {optimal} (optimal) generated {ratio} times the nodes of {weaker} ({guarantee}, \
                   n = {n}).",
    },
];

/// The rules on the weights of configurations with a bound.
pub(super) const WEIGHT_RULES: &[SentenceRule<WeightFacts>] = &[
    SentenceRule {
        name: "effect of the weight",
        importance: 1,
        subject: "",
        holds: |weights| weights.effect.as_ref().is_some_and(Effect::is_shown),
        template: "{small} generated {ratio} times the nodes of {large} (n = {n}){costs}.",
    },
    SentenceRule {
        name: "no effect of the weight",
        importance: 1,
        subject: "",
        holds: |weights| weights.effect.as_ref().is_some_and(|effect| !effect.is_shown()),
        template: "fewer nodes with a larger weight are not shown; {small} generated {ratio} times the nodes of {large} (n = {n}){costs}.",
    },
    SentenceRule {
        name: "fewest nodes by weight",
        importance: 1,
        subject: "",
        holds: |weights| !weights.best_by_weight.is_empty(),
        template: "the fewest nodes for each weight among the {compared} compared configurations, with the mean cost over the optimal \
                   cost: {best_by_weight} (geometric means of nodes, n = {common}, not tested).",
    },
];

/// The rules on searches that find several solutions.
pub(super) const ANYTIME_RULES: &[SentenceRule<AnytimeFacts>] = &[
    SentenceRule {
        name: "smallest primal integral",
        importance: 1,
        subject: "",
        holds: |anytime| anytime.integral.is_some(),
        template: "the smallest gap over time is that of {smallest}, with a primal integral of {integral}; that of {next_smallest}, the \
                   next, is {next_integral} (means, n = {integral_n}, not tested).",
    },
    SentenceRule {
        name: "earliest first solution",
        importance: 2,
        subject: "",
        holds: |anytime| anytime.first.is_some(),
        template: "{earliest} found a first solution earliest, after {earliest_time}; {next_earliest}, the next, after \
                   {next_earliest_time} (geometric means, n = {first_n}, not tested).",
    },
    SentenceRule {
        name: "best proved bound",
        importance: 1,
        subject: "",
        holds: |anytime| anytime.bound.is_some(),
        template: "{best_bound} proved the best bound, on average {bound} of the optimal cost; {next_bound}, the next, {bound_of_next} \
                   (means, n = {bound_n}, not tested).",
    },
];

/// The rules on all configurations of a set.
pub(super) const SET_RULES: &[SentenceRule<SetFacts>] = &[
    SentenceRule {
        name: "most solved",
        importance: 2,
        subject: "Solved",
        holds: |set| set.most_solved.is_some() && set.has_equal_limits && set.instances > 1,
        template: "under equal limits, {most_solved} solved the most instances: {most_solved_share}; {next_solved}, the next, \
                   solved {next_solved_share}.",
    },
    SentenceRule {
        name: "stopped",
        importance: 1,
        subject: "Stopped",
        holds: |set| !set.stopped.is_empty(),
        template: "nothing is concluded about nodes, time and cost of {stopped}, which solved less than 95 % of {instances}.",
    },
    SentenceRule {
        name: "harder instances left out",
        importance: 2,
        subject: "Left out",
        holds: |set| set.left_out > 0,
        template: "ratios leave out up to {left_out} of {instances}, which a compared configuration did not solve; these are \
                   harder and may change the ratios.",
    },
];
