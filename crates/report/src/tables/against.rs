//! "Against ..." the baseline: nodes and time of every configuration over the baseline's, and the instances that each
//! solved.

use crate::compare::baseline::{BaselineComparison, BaselineMember};
use crate::compare::text::{estimate, factor, tested, tests, wilcoxon};
use crate::compare::{ALL_PAIRS_RULE, MIN_TESTED_PAIRS, MeasureRatio};
use crate::estimates::SEED;
use crate::number::{self, whole};
use crate::table::{ReportTable, TableBuilder};

/// The tables: the solved instances, then the ratios.
pub(super) fn tables(family: &BaselineComparison, several: bool) -> [ReportTable; 2] {
    [coverage(family, several), ratios(family, several)]
}

fn coverage(family: &BaselineComparison, several: bool) -> ReportTable {
    let mut notes = vec![format!(
        "n: the instances that both were run on. McNemar: the exact test of the two counts of instances that one alone \
         solved; in brackets, adjusted by Holm for the {} of this table. A dash: neither alone solved any.",
        tests(family.coverage_tests)
    )];
    let unpaired: usize = family.members.iter().map(|member| member.compared.unpaired).sum();
    if unpaired > 0 {
        let runs = if unpaired == 1 { "run" } else { "runs" };
        notes.push(format!("Left out: {} {runs} on instances that the other was not run on.", whole(unpaired as u64)));
    }
    notes.extend(family.left_out.iter().map(|set| format!("Left out: {set}, which the baseline was not run on.")));
    named(TableBuilder::new(&family.members), several, |member| (&member.compared.set, &member.solver))
        .count("n", |member| member.compared.instances as u64)
        .count("both solved", |member| member.compared.both)
        .count("it alone", |member| member.compared.first_alone)
        .count("baseline alone", |member| member.compared.second_alone)
        .count("none", |member| member.compared.none)
        .text_by(
            "McNemar p",
            |member| tested(member.compared.coverage),
            |member| member.compared.coverage.map(|test| test.p),
        )
        .finish("coverage", &format!("Instances solved, against {}", family.baseline), notes)
}

fn ratios(family: &BaselineComparison, several: bool) -> ReportTable {
    let rows: Vec<(&BaselineMember, &MeasureRatio)> = family
        .members
        .iter()
        .flat_map(|member| member.compared.ratios.iter().map(move |ratio| (member, ratio)))
        .collect();
    let mut notes = vec![
        format!(
            "Ratios are configuration / {}, geometric means over the n pairs: below 1, the configuration needed less. In \
             brackets: 95 % BCa bootstrap intervals over instances ({} resamples, seed {SEED}); a star marks plain \
             percentiles.",
            family.baseline,
            whole(family.resamples as u64)
        ),
        ALL_PAIRS_RULE.to_owned(),
        format!(
            "One measure is tested, nodes generated over all pairs: by Wilcoxon's signed ranks of logarithms of ratios \
             (two-sided, zeros by Pratt; ~ marks the normal approximation with continuity correction) if every pair has a \
             ratio, else by the exact sign test of wins against losses. In brackets, p adjusted by Holm for the {} of this \
             table, all sets together. Fewer than {MIN_TESTED_PAIRS} pairs are not tested. Effect: the share of pairs lost \
             less the share won, -1 if the configuration won all.",
            tests(family.tests)
        ),
    ];
    let zeros: usize = rows.iter().map(|(_, ratio)| ratio.zeros).sum();
    if zeros > 0 {
        let pairs = if zeros == 1 { "pair" } else { "pairs" };
        notes.push(format!("Left out in sum: {} {pairs} with a value of 0, which has no ratio.", whole(zeros as u64)));
    }
    named(TableBuilder::new(&rows), several, |(member, _)| (&member.compared.set, &member.solver))
        .text("measure", |(_, ratio)| ratio.measure.to_owned())
        .text("over", |(_, ratio)| ratio.over.replace("commonly solved", "common"))
        .count("n", |(_, ratio)| ratio.n as u64)
        .count_if_any("left out", |(_, ratio)| (ratio.left_out + ratio.zeros) as u64)
        .estimate("ratio", |(_, ratio)| estimate(ratio), factor)
        .text_by(
            "wins/ties/losses",
            |(_, ratio)| [ratio.wins, ratio.ties, ratio.losses].map(whole).join("/"),
            |(_, ratio)| Some(ratio.wins as f64),
        )
        .text_by(
            "p",
            |(_, ratio)| if ratio.wilcoxon.is_some() { wilcoxon(ratio) } else { tested(ratio.sign) },
            |(_, ratio)| ratio.wilcoxon.or(ratio.sign).map(|test| test.p),
        )
        .number("effect", |(_, ratio)| ratio.effect, |value| number::signed(value, 2))
        .finish("against", &format!("Against {}", family.baseline), notes)
}

/// Adds the first columns: the set, if there are `several`, and the configuration.
fn named<T>(table: TableBuilder<'_, T>, several: bool, of: impl Fn(&T) -> (&String, &String)) -> TableBuilder<'_, T> {
    table
        .text_if_any("set", |row| if several { of(row).0.clone() } else { String::new() })
        .text("solver", |row| of(row).1.clone())
}
