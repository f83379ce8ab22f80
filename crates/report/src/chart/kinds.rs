//! The table of chart kinds.
//!
//! A function of `tilebench_plot` draws each kind. To add a kind, write that function and a row here. A kind that uses more
//! than two columns also has a function in this crate that collects its data.

use std::collections::BTreeSet;

use tilebench_plot::kinds::{
    boxplot, cactus, critical_difference, ecdf, forest, hardest, heat_map, histogram, kaplan_meier, mean_lines,
    performance_profile, points, profile, ratio, scatter, tradeoff, wins,
};
use tilebench_plot::{ChartData, Figure};

use super::kind::{ChartKind, ChartSection, ColumnChart, DataSource, ReportChart};
use super::{
    accuracy, expansion_bounds, growth, heuristics, iterations, option_effects, quality, run_order, seeds, weights,
};

/// The defaults of a chart: drawn for all data, and its absence needs no explanation.
const DEFAULT_CHART: ReportChart = ReportChart {
    name: "",
    title: "",
    absence_reason: "",
    section: ChartSection::Runs,
    place: 0,
    x: None,
    y: None,
    applies: |_| true,
    is_live: false,
};

const SOLVER: Option<&str> = Some("solver");

/// The data of a kind whose runs are grouped by configuration.
const fn by_solver([x, y]: [Option<&'static str>; 2], draw: fn(&ChartData) -> Result<Figure, String>) -> DataSource {
    DataSource::Columns(ColumnChart { x, y, group: SOLVER, is_pair: false, has_baseline: false, draw })
}

/// Whether there are enough groups for a chart of all of them; two are compared by tables.
fn has_three_groups(data: &ChartData) -> bool {
    data.groups.len() > 2
}

/// The minimum number of instances of known optimal length for their distribution.
const MIN_LENGTHS: usize = 20;

/// Every kind, in the order in which `tilebench plot` lists them.
pub(crate) const ALL: &[ChartKind] = &[
    ChartKind {
        name: "box",
        about: "box plots with points of --x, one row per group",
        data: by_solver([Some("length"), None], boxplot::draw),
        in_report: &[
            ReportChart { name: "length", title: "Solution length", place: 4, is_live: true, ..DEFAULT_CHART },
            ReportChart {
                name: "nodes",
                title: "Nodes generated",
                place: 5,
                x: Some("generated"),
                is_live: true,
                ..DEFAULT_CHART
            },
        ],
    },
    ChartKind {
        name: "profile",
        about: "the share of runs solved within a cost --x",
        data: by_solver([Some("generated"), None], profile::share),
        in_report: &[
            ReportChart {
                name: "solved-time",
                title: "Solved within a time",
                place: 1,
                x: Some("wall_s"),
                is_live: true,
                ..DEFAULT_CHART
            },
            ReportChart {
                name: "solved-nodes",
                title: "Solved within a number of nodes",
                place: 2,
                is_live: true,
                ..DEFAULT_CHART
            },
        ],
    },
    ChartKind {
        name: "survival",
        about: "the number of runs solved within a cost --x, with the virtual best",
        data: by_solver([Some("wall_s"), None], profile::number),
        in_report: &[],
    },
    ChartKind {
        name: "performance-profile",
        about: "the share of instances solved within a factor of the smallest cost --x of the instance (Dolan and Moré 2002)",
        data: by_solver([Some("generated"), None], performance_profile::draw),
        in_report: &[ReportChart {
            name: "performance-profile",
            title: "Performance profile by nodes",
            place: 17,
            applies: has_three_groups,
            ..DEFAULT_CHART
        }],
    },
    ChartKind {
        name: "cactus",
        about: "the cost --y within which each number of runs is solved, with the virtual best",
        data: by_solver([None, Some("wall_s")], cactus::draw),
        in_report: &[ReportChart {
            name: "cactus",
            title: "Cactus plot of times, with the virtual best",
            absence_reason: "it requires two configurations, one of which solved an instance",
            place: 3,
            applies: |data| data.groups.len() > 1 && data.runs().any(|run| run.solved),
            ..DEFAULT_CHART
        }],
    },
    ChartKind {
        name: "kaplan-meier",
        about: "the share of runs not yet solved at a cost --x, with ticks at the limits of unsolved runs",
        data: by_solver([Some("generated"), None], kaplan_meier::draw),
        in_report: &[],
    },
    ChartKind {
        name: "ecdf",
        about: "the share of runs with at most a given --x",
        data: by_solver([Some("h0"), None], ecdf::draw),
        in_report: &[],
    },
    ChartKind {
        name: "heat-map",
        about: "the cost --x of every group on every instance, from the easiest to the hardest; unsolved runs are hatched",
        data: by_solver([Some("generated"), None], heat_map::draw),
        in_report: &[ReportChart {
            name: "heat-map",
            title: "Nodes per configuration and instance",
            place: 13,
            applies: |data| data.instances > 1,
            ..DEFAULT_CHART
        }],
    },
    ChartKind {
        name: "hardest",
        about: "the share of the sum of --x that the k hardest runs have, against k",
        data: by_solver([Some("generated"), None], hardest::draw),
        in_report: &[ReportChart {
            name: "hardest",
            title: "Share of the hardest instances",
            place: 18,
            applies: |data| data.instances > 5,
            ..DEFAULT_CHART
        }],
    },
    ChartKind {
        name: "histogram",
        about: "the frequency of each --x; a property of the instance is counted once per instance",
        data: DataSource::Columns(ColumnChart {
            x: Some("shortest"),
            y: None,
            group: None,
            is_pair: false,
            has_baseline: false,
            draw: histogram::draw,
        }),
        in_report: &[ReportChart {
            name: "lengths",
            title: "Optimal lengths",
            absence_reason: "it requires 20 instances of known optimal length",
            place: 9,
            applies: |data| {
                let known = data.runs().filter(|run| run.values[0].is_some()).map(|run| run.instance);
                known.collect::<BTreeSet<usize>>().len() >= MIN_LENGTHS
            },
            ..DEFAULT_CHART
        }],
    },
    ChartKind {
        name: "scatter",
        about: "the cost --x of two groups, instance by instance",
        data: DataSource::Columns(ColumnChart {
            x: Some("generated"),
            y: None,
            group: SOLVER,
            is_pair: true,
            has_baseline: false,
            draw: scatter::draw,
        }),
        in_report: &[ReportChart {
            name: "scatter",
            title: "Two configurations, instance by instance",
            absence_reason: "it requires two configurations that searched five instances in common",
            place: 8,
            is_live: true,
            ..DEFAULT_CHART
        }],
    },
    ChartKind {
        name: "ratio",
        about: "the ratio of --y, second group to first, against --x of the first",
        data: DataSource::Columns(ColumnChart {
            x: Some("generated"),
            y: Some("generated"),
            group: SOLVER,
            is_pair: true,
            has_baseline: false,
            draw: ratio::draw,
        }),
        in_report: &[],
    },
    ChartKind {
        name: "tradeoff",
        about: "mean --y against mean --x over commonly solved instances, one mark per group, with the Pareto front",
        data: by_solver([Some("generated"), Some("length")], tradeoff::draw),
        in_report: &[
            ReportChart {
                name: "tradeoff",
                title: "Length against nodes",
                absence_reason: "it requires three configurations that each solved 95 % of the instances, and ten instances that \
                         all of them solved",
                place: 6,
                is_live: true,
                ..DEFAULT_CHART
            },
            ReportChart {
                name: "time-nodes",
                title: "Time against nodes",
                place: 14,
                y: Some("wall_s"),
                // If all solutions are optimal, their lengths are equal.
                applies: |data| {
                    data.groups.iter().all(|group| group.guarantee.is_none_or(|guarantee| guarantee.place == 0))
                },
                ..DEFAULT_CHART
            },
        ],
    },
    ChartKind {
        name: "critical-difference",
        about: "average ranks by a cost --x, with bars that join groups without a significant difference (Nemenyi)",
        data: by_solver([Some("generated"), None], critical_difference::draw),
        in_report: &[
            ReportChart { name: "ranks-nodes", title: "Average ranks by nodes", place: 11, ..DEFAULT_CHART },
            ReportChart {
                name: "ranks-time",
                title: "Average ranks by time",
                place: 12,
                x: Some("wall_s"),
                ..DEFAULT_CHART
            },
        ],
    },
    ChartKind {
        name: "forest",
        about: "the geometric mean of the ratio of --x to a baseline with its interval, one row per group",
        data: DataSource::Columns(ColumnChart {
            x: Some("generated"),
            y: None,
            group: SOLVER,
            is_pair: false,
            has_baseline: true,
            draw: forest::draw,
        }),
        in_report: &[
            ReportChart {
                name: "forest-nodes",
                title: "Nodes relative to the baseline",
                place: 15,
                applies: has_three_groups,
                ..DEFAULT_CHART
            },
            ReportChart {
                name: "forest-time",
                title: "Time relative to the baseline",
                place: 15,
                x: Some("wall_s"),
                applies: has_three_groups,
                ..DEFAULT_CHART
            },
        ],
    },
    ChartKind {
        name: "wins",
        about: "the number of instances on which each group needs less --x than each other group",
        data: by_solver([Some("generated"), None], wins::draw),
        in_report: &[ReportChart {
            name: "wins",
            title: "Wins by nodes",
            place: 16,
            applies: has_three_groups,
            ..DEFAULT_CHART
        }],
    },
    ChartKind {
        name: "run-order",
        about: "twenty counted runs of at least a millisecond, and a folder of at most 200,000 runs",
        data: DataSource::Set(run_order::draw),
        in_report: &[ReportChart {
            name: "run-order",
            title: "Order of the runs and time",
            place: 19,
            ..DEFAULT_CHART
        }],
    },
    ChartKind {
        name: "points",
        about: "--y against --x, one point per run",
        data: by_solver([Some("h0"), Some("generated")], points::draw),
        in_report: &[],
    },
    ChartKind {
        name: "line",
        about: "the mean --y of solved runs against --x, one line per group",
        data: DataSource::Columns(ColumnChart {
            x: Some("weight"),
            y: Some("suboptimality"),
            group: Some("algorithm"),
            is_pair: false,
            has_baseline: false,
            draw: mean_lines::draw,
        }),
        in_report: &[],
    },
    ChartKind {
        name: "weights",
        about: "three weights of one algorithm that each solved 95 % of the instances, and ten instances that all of them solved",
        data: DataSource::Set(weights::draw),
        in_report: &[ReportChart {
            name: "weights",
            title: "Length, nodes and time by weight",
            absence_reason: "it requires three weights of one algorithm that each solved 95 % of the instances, and ten instances \
                     that all of them solved",
            place: 7,
            ..DEFAULT_CHART
        }],
    },
    ChartKind {
        name: "iterations",
        about: "runs of iterative deepening",
        data: DataSource::Set(iterations::draw),
        in_report: &[ReportChart { name: "iterations", title: "Growth of iterations", place: 10, ..DEFAULT_CHART }],
    },
    ChartKind {
        name: "quality",
        about: "runs with several incumbents, on instances of known optimal cost",
        data: DataSource::Set(quality::time),
        in_report: &[ReportChart {
            name: "quality",
            title: "Solution quality over time",
            section: ChartSection::Special,
            place: 6,
            ..DEFAULT_CHART
        }],
    },
    ChartKind {
        name: "targets-time",
        about: "runs with several incumbents, on instances of known optimal cost",
        data: DataSource::Set(quality::targets_by_time),
        in_report: &[ReportChart {
            name: "targets-time",
            title: "Targets reached by time",
            section: ChartSection::Special,
            place: 7,
            ..DEFAULT_CHART
        }],
    },
    ChartKind {
        name: "targets-nodes",
        about: "runs with several incumbents and their counts, on instances of known optimal cost",
        data: DataSource::Set(quality::targets_by_nodes),
        in_report: &[ReportChart {
            name: "targets-nodes",
            title: "Targets reached by nodes",
            section: ChartSection::Special,
            place: 8,
            ..DEFAULT_CHART
        }],
    },
    ChartKind {
        name: "worth",
        about: "three to 24 configurations that differ only in their options",
        data: DataSource::Set(option_effects::draw),
        in_report: &[ReportChart {
            name: "worth",
            title: "Effect of each option",
            section: ChartSection::Special,
            place: 2,
            ..DEFAULT_CHART
        }],
    },
    ChartKind {
        name: "seeds-nodes",
        about: "ten seeds of one configuration",
        data: DataSource::Set(seeds::nodes),
        in_report: &[ReportChart {
            name: "seeds-nodes",
            title: "Variation of nodes over seeds",
            section: ChartSection::Special,
            place: 3,
            ..DEFAULT_CHART
        }],
    },
    ChartKind {
        name: "seeds-time",
        about: "ten seeds of one configuration",
        data: DataSource::Set(seeds::time),
        in_report: &[ReportChart {
            name: "seeds-time",
            title: "Variation of time over seeds",
            section: ChartSection::Special,
            place: 4,
            ..DEFAULT_CHART
        }],
    },
    ChartKind {
        name: "h0-length",
        about: "two heuristics with h0 for ten instances of known optimal length",
        data: DataSource::Set(heuristics::length),
        in_report: &[ReportChart {
            name: "h0-length",
            title: "h0 against optimal length",
            absence_reason: "it requires two heuristics with h0 for ten instances of known optimal length",
            section: ChartSection::Heuristics,
            place: 1,
            ..DEFAULT_CHART
        }],
    },
    ChartKind {
        name: "h0-error",
        about: "two heuristics with h0 for ten instances of known optimal length",
        data: DataSource::Set(heuristics::error),
        in_report: &[ReportChart {
            name: "h0-error",
            title: "Error of h0 against optimal length",
            section: ChartSection::Heuristics,
            place: 2,
            ..DEFAULT_CHART
        }],
    },
    ChartKind {
        name: "h0-distribution",
        about: "two heuristics with h0 for ten instances",
        data: DataSource::Set(heuristics::distribution),
        in_report: &[ReportChart {
            name: "h0-distribution",
            title: "Distribution of h0",
            absence_reason: "it requires two heuristics with h0 for ten instances",
            section: ChartSection::Heuristics,
            place: 3,
            ..DEFAULT_CHART
        }],
    },
    ChartKind {
        name: "h0-nodes",
        about: "two heuristics, and configurations of both that solved ten instances in common",
        data: DataSource::Set(heuristics::nodes),
        in_report: &[ReportChart {
            name: "h0-nodes",
            title: "Nodes against mean h0",
            absence_reason: "it requires two heuristics with h0 for ten instances, and configurations of both that solved ten \
                     instances in common",
            section: ChartSection::Heuristics,
            place: 4,
            ..DEFAULT_CHART
        }],
    },
    ChartKind {
        name: "accuracy",
        about: "an algorithm with three heuristics that each solved 95 % of the instances, and ten instances that all of them solved",
        data: DataSource::Set(accuracy::draw),
        in_report: &[ReportChart {
            name: "accuracy",
            title: "Nodes by accuracy of the heuristic",
            section: ChartSection::Heuristics,
            place: 5,
            ..DEFAULT_CHART
        }],
    },
    ChartKind {
        name: "bounds",
        about: "configurations that proved optimal solutions of instances with bounds (tilebench bounds)",
        data: DataSource::AllSets(expansion_bounds::draw),
        in_report: &[ReportChart {
            name: "bounds",
            title: "Distance from the bounds",
            section: ChartSection::Special,
            place: 5,
            ..DEFAULT_CHART
        }],
    },
    ChartKind {
        name: "growth",
        about: "square boards of four sizes, all solved",
        data: DataSource::AllSets(growth::draw),
        in_report: &[ReportChart {
            name: "growth",
            title: "Solution length by board size",
            section: ChartSection::Special,
            place: 1,
            ..DEFAULT_CHART
        }],
    },
];

/// The charts of a report with their kinds, in the order of the page.
pub(crate) fn in_report() -> Vec<(&'static ChartKind, &'static ReportChart)> {
    let mut charts: Vec<_> =
        ALL.iter().flat_map(|kind| kind.in_report.iter().map(move |chart| (kind, chart))).collect();
    charts.sort_by_key(|(_, chart)| (chart.section, chart.place));
    charts
}
