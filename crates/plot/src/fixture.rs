//! Small chart data with numbers that can be checked by hand.

use crate::chart_data::{ChartData, CommonCoverage, GuaranteeClass, RunGroup, SampleRun};
use crate::options::ChartOptions;
use crate::theme;
use crate::variable::{AxisScale, ValueOrigin, Variable};

pub(crate) const NODES: Variable = Variable {
    name: "generated",
    title: "nodes generated",
    scale: AxisScale::Log,
    origin: ValueOrigin::Measured,
    is_whole: true,
    limit: Some("node limit"),
};

/// The nodes of a run on each instance, and whether it solved the instance.
type Runs = [(Option<f64>, bool); 4];

/// Three groups: name, guarantee and runs.
const GROUPS: [(&str, GuaranteeClass, Runs); 3] = [
    ("A*", OPTIMAL, [(Some(1000.0), true), (Some(9000.0), true), (Some(1e6), false), (Some(2000.0), true)]),
    ("WA*", BOUNDED, [(Some(100.0), true), (Some(400.0), true), (Some(2500.0), true), (None, false)]),
    ("IDA*", OPTIMAL, [(Some(4000.0), true), (Some(36_000.0), true), (Some(9e5), false), (Some(8000.0), true)]),
];

const OPTIMAL: GuaranteeClass = GuaranteeClass { place: 0, name: "optimal" };
const BOUNDED: GuaranteeClass = GuaranteeClass { place: 1, name: "within w" };

/// The nodes of three groups on four instances, all under a limit of a million.
pub(crate) fn data() -> ChartData {
    let run = |(instance, &(nodes, solved)): (usize, &(Option<f64>, bool))| SampleRun {
        instance,
        is_attempt: true,
        solved,
        values: [nodes, None],
        limits: [Some(1e6), None],
        lost: false,
    };
    let group = |(place, (name, guarantee, runs)): (usize, &(&str, GuaranteeClass, Runs))| RunGroup {
        name: (*name).to_owned(),
        style: theme::style(place),
        algorithm: (*name).to_owned(),
        heuristic: "manhattan".to_owned(),
        runs: runs.iter().enumerate().map(run).collect(),
        guarantee: Some(*guarantee),
        filtered_out: Vec::new(),
        is_informed: true,
    };
    ChartData {
        sets: "korf100".to_owned(),
        variables: [Some(NODES), None],
        groups: GROUPS.iter().enumerate().map(group).collect(),
        instances: 4,
        coverage: CommonCoverage { percent: 95, min_solved: 4, min_instances: 10 },
        options: ChartOptions::REPORT,
        pair: None,
        baseline: None,
    }
}

/// The same data with a fourth group, `external`, one of whose solved runs has no value.
pub(crate) fn data_with_an_uncounted_group() -> ChartData {
    let mut data = data();
    let mut external = RunGroup { name: "external".to_owned(), ..self::data().groups.remove(0) };
    let run = external.runs.iter_mut().find(|run| run.solved).expect("a run is solved");
    run.values[0] = None;
    data.groups.push(external);
    data
}
