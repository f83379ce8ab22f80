//! The comparison with the baseline: ratios of nodes and time, and the instances that each configuration solved.

use crate::compare::baseline::{BaselineComparison, BaselineMember};
use crate::compare::text::{factor, tested, wilcoxon};
use crate::compare::{ALL_PAIRS_RULE, MIN_TESTED_PAIRS, MeasureRatio};
use crate::estimates::SEED;
use crate::export::value::ExportValue;
use crate::number::{self, counted, grouped};
use crate::table::{NO_COUNT, ReportTable, TableBuilder};

/// The tables: the solved instances, then the ratios.
pub(super) fn tables(family: &BaselineComparison, several: bool) -> [ReportTable; 2] {
    [coverage(family, several), ratios(family, several)]
}

fn coverage(family: &BaselineComparison, several: bool) -> ReportTable {
    let mut notes = vec![format!(
        "n: the instances that both were run on. McNemar: the exact test of the two counts of instances that only one of both \
         solved. In brackets: p adjusted by Holm for the {} of this table. A dash: both solved the same instances.",
        counted(family.coverage_tests, "test")
    )];
    let unpaired: usize = family.members.iter().map(|member| member.compared.unpaired).sum();
    if unpaired > 0 {
        notes.push(format!("Left out (the other was not run on the instance): {}.", counted(unpaired, "run")));
    }
    notes.extend(family.left_out.iter().map(|set| format!("Left out (the baseline was not run on it): {set}.")));
    named(TableBuilder::new(&family.members), several, |member| (&member.compared.set, &member.solver))
        .count("n", |member| member.compared.instances as u64)
        .count("both solved", |member| member.compared.both)
        .count("configuration alone", |member| member.compared.first_alone)
        .count("baseline alone", |member| member.compared.second_alone)
        .count("neither", |member| member.compared.none)
        .test(
            "McNemar p",
            |member| tested(member.compared.coverage),
            |member| member.compared.coverage,
            |_| "exact McNemar",
        )
        .finish("coverage", &format!("Solved instances compared with {}", family.baseline), notes)
}

fn ratios(family: &BaselineComparison, several: bool) -> ReportTable {
    let rows: Vec<(&BaselineMember, &MeasureRatio)> = family
        .members
        .iter()
        .flat_map(|member| member.compared.ratios.iter().map(move |ratio| (member, ratio)))
        .collect();
    let mut notes = vec![
        format!(
            "Ratios are configuration / {}, geometric means over the n pairs: a ratio below 1 is in favour of the configuration. In \
             brackets: 95 % BCa bootstrap intervals over instances ({} resamples, seed {SEED}); a star marks plain \
             percentiles.",
            family.baseline,
            grouped(family.resamples as u64)
        ),
        ALL_PAIRS_RULE.to_owned(),
        format!(
            "One measure is tested: nodes generated over all pairs. The test is Wilcoxon's signed-rank test on logarithms of \
             ratios (two-sided, zeros by Pratt; ~ marks the normal approximation with continuity correction) if every pair \
             has a ratio, otherwise the exact sign test of wins and losses. In brackets: p adjusted by Holm for the {} of \
             this table, over all sets. Fewer than {MIN_TESTED_PAIRS} pairs are not tested. Effect: the share of lost pairs \
             minus the share of won pairs, -1 if the configuration won all.",
            counted(family.tests, "test")
        ),
    ];
    let zeros: usize = rows.iter().map(|(_, ratio)| ratio.zeros).sum();
    if zeros > 0 {
        notes.push(format!("Left out (a value of 0 has no ratio): {} in total.", counted(zeros, "pair")));
    }
    named(TableBuilder::new(&rows), several, |(member, _)| (&member.compared.set, &member.solver))
        .text("measure", |(_, ratio)| ratio.measure.to_owned())
        .text("over", |(_, ratio)| ratio.over.replace("commonly solved", "common"))
        .count("n", |(_, ratio)| ratio.n as u64)
        .count_if_any("left out", |(_, ratio)| (ratio.left_out + ratio.zeros) as u64)
        .estimate("ratio", |(_, ratio)| ratio.estimate(), factor)
        .data("wins", NO_COUNT, &|(_, ratio)| ExportValue::Whole(Some(ratio.wins)))
        .data("ties", NO_COUNT, &|(_, ratio)| ExportValue::Whole(Some(ratio.ties)))
        .data("losses", NO_COUNT, &|(_, ratio)| ExportValue::Whole(Some(ratio.losses)))
        .shown_by(
            "wins/ties/losses",
            |(_, ratio)| [ratio.wins, ratio.ties, ratio.losses].map(grouped).join("/"),
            |(_, ratio)| Some(ratio.wins as f64),
        )
        .test(
            "p",
            |(_, ratio)| if ratio.wilcoxon.is_some() { wilcoxon(ratio) } else { tested(ratio.sign) },
            |(_, ratio)| ratio.wilcoxon.or(ratio.sign),
            |(_, ratio)| match ratio.wilcoxon {
                None => "exact sign",
                Some(_) if ratio.is_exact => "exact Wilcoxon",
                Some(_) => "normal Wilcoxon",
            },
        )
        .number("effect", |(_, ratio)| ratio.effect, |value| number::signed(value, 2))
        .finish("against", &format!("Compared with {}", family.baseline), notes)
}

/// Adds the first columns: the set, if there are `several`, and the configuration.
fn named<T>(table: TableBuilder<'_, T>, several: bool, of: impl Fn(&T) -> (&String, &String)) -> TableBuilder<'_, T> {
    table.text_when(several, "set", |row| of(row).0.clone()).text("solver", |row| of(row).1.clone())
}
