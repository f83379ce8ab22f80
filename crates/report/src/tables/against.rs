//! "Against ..." the baseline: nodes and time of every configuration over the baseline's, and who solved what.

use crate::compare::Ratio;
use crate::compare::family::{Family, Member};
use crate::compare::text::{estimate, factor, tested, tests, wilcoxon};
use crate::estimates::SEED;
use crate::number::{self, whole};
use crate::table::{Builder, Table};

/// The tables: the solved instances, then the ratios.
pub(super) fn tables(family: &Family, several: bool) -> [Table; 2] {
    [coverage(family, several), ratios(family, several)]
}

fn coverage(family: &Family, several: bool) -> Table {
    let mut notes = vec![
        "n: the instances that both were run on. McNemar: the exact test of the two counts of instances that one alone \
         solved; in brackets, adjusted by Holm for the family told in the next table. A dash: nobody alone solved any."
            .to_owned(),
    ];
    let unpaired: usize = family.members.iter().map(|member| member.compared.unpaired).sum();
    if unpaired > 0 {
        let runs = if unpaired == 1 { "run" } else { "runs" };
        notes.push(format!("Left out: {} {runs} on instances that the other was not run on.", whole(unpaired as u64)));
    }
    notes.extend(family.left_out.iter().map(|set| format!("Left out: {set}, which the baseline was not run on.")));
    named(Builder::new(&family.members), several, |member| (&member.compared.set, &member.solver))
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

fn ratios(family: &Family, several: bool) -> Table {
    let rows: Vec<(&Member, &Ratio)> = family
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
        "Common: the instances that both solved, which favour the weaker one. Penalised: every pair counts, and a run that \
         did not solve counts twice its limit; left out are pairs where it had none. Where both solved all, the two are one. Where \
         another limit than that of the measure stopped a run, its penalty says little of what it would have needed."
            .to_owned(),
        format!(
            "Wilcoxon: signed ranks of logarithms of ratios, two-sided, zeros by Pratt; ~ marks the normal approximation \
             with continuity correction. Sign: the exact test of wins against losses. In brackets, p adjusted by Holm for \
             the family of {} printed here and in the table before, all sets \
             together. Effect: matched-pairs rank-biserial correlation, -1 where the configuration always needed less. Where \
             no instance differs there is nothing to test.",
            tests(family.tests)
        ),
    ];
    let zeros: usize = rows.iter().map(|(_, ratio)| ratio.zeros).sum();
    if zeros > 0 {
        let pairs = if zeros == 1 { "pair" } else { "pairs" };
        notes.push(format!("Left out in sum: {} {pairs} with a value of 0, which has no ratio.", whole(zeros as u64)));
    }
    named(Builder::new(&rows), several, |(member, _)| (&member.compared.set, &member.solver))
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
            "Wilcoxon p",
            |(_, ratio)| {
                if ratio.n > 0 && ratio.ties == ratio.n as u64 { "no difference".to_owned() } else { wilcoxon(ratio) }
            },
            |(_, ratio)| ratio.wilcoxon.map(|test| test.p),
        )
        .text_by("sign p", |(_, ratio)| tested(ratio.sign), |(_, ratio)| ratio.sign.map(|test| test.p))
        .number("effect", |(_, ratio)| ratio.effect, |value| number::signed(value, 2))
        .finish("against", &format!("Against {}", family.baseline), notes)
}

/// Begins with the set, where there are `several`, and the configuration.
fn named<T>(table: Builder<'_, T>, several: bool, of: impl Fn(&T) -> (&String, &String)) -> Builder<'_, T> {
    table
        .text_if_any("set", |row| if several { of(row).0.clone() } else { String::new() })
        .text("solver", |row| of(row).1.clone())
}
