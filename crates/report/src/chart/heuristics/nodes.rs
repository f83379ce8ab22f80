//! What a greater estimate saves: nodes against mean h0.

use crate::chart::axis::Axis;
use crate::chart::drawing::Drawing;
use crate::chart::frame::{Content, Frame};
use crate::chart::heuristics::drawn;
use crate::chart::legend::Entry;
use crate::chart::sheet::Sheet;
use crate::chart::theme::{self, Look};
use crate::common_instances::Common;
use crate::experiment::{Configuration, InstanceSet};
use crate::heuristics::{Estimates, estimate};
use crate::number;
use crate::run::Run;
use crate::stats::mean;

/// A configuration and where it stands.
#[derive(Clone, Copy)]
struct Member<'a> {
    configuration: &'a Configuration,
    heuristic: &'a str,
    /// The mean estimate of all boards.
    h0: f64,
}

/// The configurations that are drawn, from the least mean estimate, which is about from the most nodes; and the
/// instances that all of them solved.
struct Choice<'a> {
    members: Vec<Member<'a>>,
    common: Common<'a>,
}

/// Mean nodes generated against mean h0, a point a configuration, from the least mean h0.
pub(crate) fn draw(set: &InstanceSet, sheet: &Sheet) -> Option<Drawing> {
    drawn(set, |estimates| estimates.boards.len())?;
    let choice = Choice::of(set);
    if !choice.common.is_enough() {
        return None;
    }
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

impl<'a> Choice<'a> {
    /// The configurations with an estimate that solved enough instances.
    fn of(set: &'a InstanceSet) -> Self {
        let informed = set.configurations.iter().filter(|configuration| member(set, configuration).is_some());
        let common = Common::of(set, informed);
        let mut members: Vec<Member<'a>> = common.members.iter().filter_map(|one| member(set, one)).collect();
        members.sort_by(|a, b| a.h0.total_cmp(&b.h0));
        Self { members, common }
    }

    fn place(&self, member: &Member<'_>) -> Option<(f64, f64)> {
        let runs = member.configuration.runs.iter();
        let common = runs.filter(|run| self.common.contains(&run.instance));
        let nodes: Vec<f64> = common.filter_map(Run::nodes).collect();
        Some((member.h0, mean(&nodes)?))
    }

    fn remark(&self, set: &InstanceSet) -> String {
        let [boards, all] = [self.common.instances.len(), set.instances()].map(|count| number::whole(count as u64));
        let mut remark = format!(
            "Nodes: means over the {boards} of {all} boards that every configuration drawn here solved. In brackets: the \
             mean h0 over all boards, by which the legend is ordered."
        );
        remark.extend(self.common.remark().map(|left_out| format!(" {left_out}")));
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

    #[test]
    fn configurations_that_solved_little_are_left_out_and_named() {
        // Of 30 boards the weak one solved 3, the fair one 29, the strong one all.
        let experiment = Experiment::arrange(fixture::estimates_of(30), None);
        let set = &experiment.sets[0];
        let choice = Choice::of(set);
        assert_eq!(choice.members.iter().map(|member| member.heuristic).collect::<Vec<_>>(), ["fair", "strong"]);
        assert!(choice.remark(set).contains("instances: IDA* weak (3)."), "{}", choice.remark(set));
    }

    #[test]
    fn nodes_are_means_over_the_common_boards_and_estimates_over_all() {
        let experiment = Experiment::arrange(fixture::estimates_of(30), None);
        let choice = Choice::of(&experiment.sets[0]);
        let (h0, nodes) = choice.place(&choice.members[1]).unwrap();
        // 100,000 / 43 is 2,325 a board more, from the first to the 29th: 15 times that.
        assert!((h0 - 44.0).abs() < 1e-9 && (nodes - 2325.0 * 15.0).abs() < 1e-6, "{h0} {nodes}");
    }
}
