//! The answer of a report: the findings in sentences, with warnings and one table.
//!
//! Every sentence comes from a row of a table of rules ([`rules`]): a condition on facts, and a template that the facts fill.
//! A sentence on nodes, time or cost has its effect, its interval and its number of instances. Nothing is concluded from
//! configurations that solved less than 95 % of a set, from fewer than ten common instances, or from stopped runs under
//! different limits: then a sentence states this instead.

mod anytime_facts;
mod effect;
mod group_facts;
mod guarantee_table;
mod head;
pub(crate) mod pair_rules;
mod phrases;
mod rules;
mod sentence_rule;
mod set_facts;
#[cfg(test)]
mod tests;
mod warnings;
mod weaker_facts;
mod weight_facts;

use anytime_facts::AnytimeFacts;
use group_facts::GroupFacts;
use set_facts::SetFacts;
use weaker_facts::WeakerFacts;
use weight_facts::WeightFacts;

use tilebench_record::Proof;

use crate::experiment::ExperimentData;
use crate::guarantees;
use crate::results::Results;
use crate::table::ReportTable;

/// The maximum number of sentences that are not folded.
const MAX_SENTENCES: usize = 6;

/// A sentence with its subject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    /// The name of its rule.
    pub(crate) rule: &'static str,
    /// The guarantee or the topic that it is on, with the set if there are several.
    pub(crate) subject: String,
    /// The sentence, which continues the subject after a colon.
    pub(crate) text: String,
    /// Whether the sentence begins with a name, whose letters are not changed.
    starts_with_name: bool,
    /// How early it is kept if there are too many sentences; 1 is first.
    importance: u8,
}

/// The findings.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    /// The question of the experiment; empty if there is none.
    pub(crate) question: String,
    /// The reasons to doubt every other sentence: rows that could not be read, faults of the program.
    pub(crate) alarms: Vec<String>,
    /// The answer: the most important sentences, in the order of reading.
    pub(crate) answer: Vec<Finding>,
    /// The other sentences.
    pub(crate) others: Vec<Finding>,
    /// The reasons for caution.
    pub(crate) warnings: Vec<String>,
    /// The number of runs, and those left out.
    pub(crate) facts: Vec<String>,
    /// The configurations by guarantee, if an instance was solved.
    pub(crate) table: Option<ReportTable>,
}

impl Findings {
    /// Applies all rules.
    pub(crate) fn new(experiment: &ExperimentData, results: &Results) -> Self {
        let several = experiment.sets.len() > 1;
        let mut sentences = Vec::new();
        for set in &experiment.sets {
            let members = guarantees::groups(set);
            let facts = |(guarantee, group): &(Proof, Vec<_>)| GroupFacts::new(set, *guarantee, group, results);
            let groups: Vec<GroupFacts> = members.iter().map(facts).collect();
            let mut of_set = Vec::new();
            // The answers to the usual questions of experiments with weights and with anytime searches come first.
            if let Some(anytime) = AnytimeFacts::new(set, results) {
                sentence_rule::apply(rules::ANYTIME_RULES, &anytime, &mut of_set);
            }
            for ((guarantee, members), group) in members.iter().zip(&groups) {
                if *guarantee == Proof::Bounded
                    && let Some(weights) = WeightFacts::new(set, members, group, results)
                {
                    sentence_rule::apply(rules::WEIGHT_RULES, &weights, &mut of_set);
                }
            }
            for group in &groups {
                sentence_rule::apply(rules::GROUP_RULES, group, &mut of_set);
            }
            for weaker in WeakerFacts::all(set, &groups) {
                sentence_rule::apply(rules::WEAKER_RULES, &weaker, &mut of_set);
            }
            sentence_rule::apply(rules::SET_RULES, &SetFacts::new(set, &groups), &mut of_set);
            if several {
                for finding in &mut of_set {
                    finding.subject = format!("{}, {}", set.name, phrases::uncapitalised(&finding.subject));
                }
            }
            sentences.extend(of_set);
        }
        let (answer, others) = most_important(sentences);
        let question = experiment.manifest.as_ref().map(|manifest| manifest.question.clone()).unwrap_or_default();
        Self {
            question,
            alarms: warnings::alarms(experiment),
            answer,
            others,
            warnings: warnings::warnings(experiment, results),
            facts: crate::remarks::remarks(experiment),
            table: guarantee_table::table(experiment, results),
        }
    }
}

/// The most important of `sentences` and the others, both in their order.
fn most_important(sentences: Vec<Finding>) -> (Vec<Finding>, Vec<Finding>) {
    let mut order: Vec<usize> = (0..sentences.len()).collect();
    order.sort_by_key(|&place| sentences[place].importance);
    order.truncate(MAX_SENTENCES);
    let (mut answer, mut others) = (Vec::new(), Vec::new());
    for (place, finding) in sentences.into_iter().enumerate() {
        if order.contains(&place) { &mut answer } else { &mut others }.push(finding);
    }
    (answer, others)
}
