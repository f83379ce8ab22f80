//! What a greater estimate saves: nodes against mean h0.

use std::rc::Rc;

use crate::chart::axis::Axis;
use crate::chart::drawing::Drawing;
use crate::chart::frame::{Content, Frame};
use crate::chart::heuristics::{FEWEST_BOARDS, drawn};
use crate::chart::legend::Entry;
use crate::chart::sheet::Sheet;
use crate::chart::theme::{self, Look};
use crate::experiment::{Configuration, InstanceSet, commonly_solved};
use crate::heuristics::{Estimates, estimate, mean};
use crate::number;

/// The means are over a share of the set's boards of at least one of so many.
const SHARE: usize = 10;

/// A configuration and where it stands.
#[derive(Clone, Copy)]
struct Member<'a> {
    configuration: &'a Configuration,
    heuristic: &'a str,
    /// The mean estimate of all boards.
    h0: f64,
}

/// Who is drawn, who is not, and over which boards.
struct Choice<'a> {
    /// From the least mean estimate, which is about from the most nodes.
    members: Vec<Member<'a>>,
    left_out: Vec<&'a Configuration>,
    /// Those that every member solved.
    instances: Vec<Rc<str>>,
}

/// Mean nodes generated against mean h0, a point a configuration, from the least mean h0.
pub(crate) fn draw(set: &InstanceSet, sheet: &Sheet) -> Option<Drawing> {
    drawn(set, |estimates| estimates.boards.len())?;
    let choice = Choice::of(set, fewest(set));
    let points: Vec<(f64, f64)> = choice.members.iter().filter_map(|member| choice.place(member)).collect();
    let several = choice.members.iter().any(|member| member.heuristic != choice.members[0].heuristic);
    if !several {
        return None;
    }
    let (means, nodes): (Vec<f64>, Vec<f64>) = points.iter().copied().unzip();
    let content = Content {
        title: sheet.title("Nodes against mean h0", set),
        remark: choice.remark(set),
        x: &|labels| Axis::linear("mean h0 over all boards (moves)", &means, labels, number::short),
        y: &|labels| Axis::log("mean nodes generated", &nodes, labels, number::short),
        entries: choice.members.iter().map(entry).collect(),
        are_lines: false,
        is_square: false,
        rows_below: 0,
    };
    let mut frame = Frame::new(sheet.paper, content);
    for (member, &(h0, nodes)) in choice.members.iter().zip(&points) {
        let Look { color, marker, .. } = theme::look(member.configuration.index);
        frame.drawing.mark(frame.plot.at(h0, nodes), marker, sheet.paper.size(5.5), color);
    }
    Some(frame.finish(&[]))
}

/// How many boards the means are to be over at least.
fn fewest(set: &InstanceSet) -> usize {
    FEWEST_BOARDS.max(set.instances().div_ceil(SHARE))
}

impl<'a> Choice<'a> {
    /// Every configuration with an estimate, less those that solved fewest, as long as fewer than
    /// `fewest` boards were solved by all that remain.
    fn of(set: &'a InstanceSet, fewest: usize) -> Self {
        let mut members: Vec<Member<'a>> = set.configurations.iter().filter_map(|c| member(set, c)).collect();
        // The last solved fewest; of equals it comes last in the experiment.
        members.sort_by_key(|member| std::cmp::Reverse(member.configuration.solved().count()));
        let mut left_out = Vec::new();
        let instances = loop {
            let kept: Vec<&Configuration> = members.iter().map(|member| member.configuration).collect();
            let instances = commonly_solved(&kept);
            if instances.len() >= fewest {
                break instances;
            }
            match members.pop() {
                Some(member) => left_out.push(member.configuration),
                None => break Vec::new(),
            }
        };
        members.sort_by(|a, b| a.h0.total_cmp(&b.h0));
        left_out.sort_by_key(|configuration: &&Configuration| configuration.index);
        Self { members, left_out, instances }
    }

    fn place(&self, member: &Member<'_>) -> Option<(f64, f64)> {
        let runs = member.configuration.runs.iter();
        let common = runs.filter(|run| self.instances.binary_search(&run.instance).is_ok());
        let nodes: Vec<f64> = common.map(|run| run.generated.max(1) as f64).collect();
        Some((member.h0, mean(&nodes)?))
    }

    fn remark(&self, set: &InstanceSet) -> String {
        let [boards, all, fewest] =
            [self.instances.len(), set.instances(), fewest(set)].map(|count| number::whole(count as u64));
        let mut remark = format!(
            "Nodes: means over the {boards} of {all} boards that every configuration drawn here solved. In brackets: the \
             mean h0 over all boards, by which the legend is ordered."
        );
        if !self.left_out.is_empty() {
            let names: Vec<String> = self
                .left_out
                .iter()
                .map(|c| format!("{} ({} solved)", c.name, number::whole(c.solved().count() as u64)))
                .collect();
            remark.extend([
                " Left out, for with them fewer than ",
                &fewest,
                " boards would be solved by all: ",
                &names.join(", "),
                ".",
            ]);
        }
        let blind: Vec<&str> =
            set.configurations.iter().filter(|c| member(set, c).is_none()).map(|c| c.name.as_str()).collect();
        if !blind.is_empty() {
            remark.extend([" Left out, for they have no h0: ", &blind.join(", "), "."]);
        }
        remark
    }
}

/// The configuration with its heuristic's mean, if it has estimates.
fn member<'a>(set: &'a InstanceSet, configuration: &'a Configuration) -> Option<Member<'a>> {
    let (heuristic, _) = configuration.runs.iter().find_map(estimate)?;
    let estimates: &Estimates = set.estimates.iter().find(|estimates| estimates.name == heuristic)?;
    Some(Member { configuration, heuristic, h0: mean(&estimates.values())? })
}

fn entry(member: &Member<'_>) -> Entry {
    let Look { color, marker, .. } = theme::look(member.configuration.index);
    let text = format!("{} ({})", member.configuration.name, number::fixed(member.h0, 1));
    Entry { color, dash: None, marker: Some(marker), text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Experiment;
    use crate::fixture;

    fn choice(set: &InstanceSet, fewest: usize) -> (Vec<&str>, Vec<&str>, usize) {
        let choice = Choice::of(set, fewest);
        let members = choice.members.iter().map(|member| member.heuristic).collect();
        (members, choice.left_out.iter().map(|left| left.name.as_str()).collect(), choice.instances.len())
    }

    #[test]
    fn those_that_solved_fewest_are_left_out_until_enough_boards_are_common() {
        // Of 30 boards the weak one solved 3, the fair one 20, the strong one all.
        let experiment = Experiment::arrange(fixture::estimates_of(30), None);
        let set = &experiment.sets[0];
        assert_eq!(fewest(set), 10);
        assert_eq!(choice(set, 3), (vec!["weak", "fair", "strong"], vec![], 3));
        assert_eq!(choice(set, 10), (vec!["fair", "strong"], vec!["IDA* weak"], 20));
        assert_eq!(choice(set, 21), (vec!["strong"], vec!["IDA* weak", "IDA* fair"], 30));
        assert_eq!(choice(set, 31).0, Vec::<&str>::new());
    }

    #[test]
    fn nodes_are_means_over_the_common_boards_and_estimates_over_all() {
        let experiment = Experiment::arrange(fixture::estimates_of(30), None);
        let choice = Choice::of(&experiment.sets[0], 10);
        let (h0, nodes) = choice.place(&choice.members[1]).unwrap();
        // 100,000 / 43 is 2,325 a board more, from the first to the twentieth: 10.5 times that.
        assert!((h0 - 44.0).abs() < 1e-9 && (nodes - 2325.0 * 10.5).abs() < 1e-6, "{h0} {nodes}");
    }
}
