//! From claims and result folders to verdicts.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, Result};

use crate::claims::claim::{Claim, Claims};
use crate::claims::judgement::{Found, Judged, Judgement};
use crate::claims::ran::Ran;
use crate::claims::select::Plans;
use crate::claims::verdict::{Kind, Relation, Verdict};
use crate::claims::{each, sampled};
use crate::number;

/// Published figures of single instances: id and figure.
pub type Figures = Vec<(String, u64)>;

/// The evidence by which claims are judged.
#[derive(Clone, Copy)]
#[expect(missing_debug_implementations, reason = "it borrows a function")]
pub struct Evidence<'a> {
    /// The runs that count, of each experiment.
    pub plans: &'a Plans,
    /// The published figures of a set's instances, by the name of the set and that of the column: the id, and the figure if
    /// there is one.
    pub columns: &'a dyn Fn(&str, &str) -> Result<Figures>,
    /// The folder with a result folder below it for each experiment, named like it.
    pub results: &'a Path,
}

/// Judges `claims`. Of each experiment only the planned runs count, matched by their ids.
///
/// # Errors
///
/// If a record or a column cannot be read. If a folder does not exist, its claims are [`Verdict::NotRun`].
pub fn judge(claims: Claims, evidence: &Evidence<'_>) -> Result<Judgement> {
    let mut read: BTreeMap<&str, Ran<'_>> = BTreeMap::new();
    for (experiment, planned) in evidence.plans {
        read.insert(experiment, Ran::read(&evidence.results.join(experiment), planned)?);
    }
    let nothing = Ran::default();
    let mut judged = Vec::new();
    for part in &claims.parts {
        let one = |claim: &Claim| one(claim, read.get(claim.experiment.as_str()).unwrap_or(&nothing), evidence);
        judged.push(part.claims.iter().map(one).collect::<Result<Vec<_>>>()?);
    }
    let made = read.iter().map(|(name, ran)| ((*name).to_owned(), ran.made())).collect();
    let how = |(name, ran): (&&str, &Ran<'_>)| Some(((*name).to_owned(), ran.counted.as_ref()?.how.clone()?));
    let counted = read.iter().filter_map(how).collect();
    let manifests = read.into_iter().filter_map(|(name, ran)| Some((name.to_owned(), ran.manifest?))).collect();
    Ok(Judgement { claims, judged, made, manifests, counted })
}

/// Judges one claim by the records of its experiment.
fn one(claim: &Claim, ran: &Ran<'_>, evidence: &Evidence<'_>) -> Result<Judged> {
    let Found { verdict, measured, runs, differing } = match &claim.column {
        Some(column) => {
            let set = claim.of.set.as_deref().unwrap_or_default();
            let figures = |column: &str| {
                (evidence.columns)(set, column).with_context(|| format!("'{}' is of a column", claim.claim))
            };
            let corrected = claim.correction.as_ref().and_then(|correction| correction.column.as_deref());
            each::judge(claim, ran, &figures(column)?, corrected.map(figures).transpose()?.as_deref())
        }
        None if claim.kind == Kind::Statistical => sampled::judge(claim, ran),
        None => whole(claim, ran),
    };
    let fails = claim.kind == Kind::Exact && verdict == Verdict::Differs;
    Ok(Judged {
        claimed: claimed(claim),
        measured,
        runs,
        verdict,
        kind: claim.kind,
        as_expected: claim.expected.map_or(!fails, |expected| expected == verdict),
        differing,
    })
}

/// Judges a figure of runs that must all be there.
fn whole(claim: &Claim, ran: &Ran<'_>) -> Found {
    let selects = || std::iter::once(&claim.of).chain(&claim.over);
    let chosen = ran.chosen(&claim.of);
    let runs = chosen.iter().filter(|(_, run)| run.is_some()).count();
    if runs == 0 {
        return Found::new(Verdict::NotRun, "no such runs", 0);
    }
    let is_whole = selects().all(|select| ran.chosen(select).iter().all(|(_, run)| run.is_some()));
    let value = measure(claim, ran);
    if !is_whole {
        let part = format!("{runs} of {} runs", number::whole(chosen.len() as u64));
        let shown = value.map_or(part.clone(), |value| format!("{} over {part}", claim.shown(value)));
        return Found::new(Verdict::NotRun, shown, runs);
    }
    let value = match value {
        Ok(value) => value,
        Err(reason) if claim.kind == Kind::Context => return Found::new(Verdict::NotComparable, reason, runs),
        Err(reason) => return Found::new(claim.otherwise, reason, runs),
    };
    let verdict = match (claim.kind, claim.figure()) {
        (Kind::Context, _) | (_, None) => Verdict::NotComparable,
        (Kind::Exact, Some(figure)) => {
            let corrected = claim.correction.as_ref().and_then(|correction| correction.value);
            let same = |figure: f64| Relation::Exactly.holds(rounded(value, claim.digits), figure);
            match corrected {
                _ if same(figure) => Verdict::Agrees,
                Some(corrected) if same(corrected) => Verdict::Refuted,
                _ => Verdict::Differs,
            }
        }
        (_, Some(figure)) if claim.is.unwrap_or(Relation::Exactly).holds(value, figure) => Verdict::Agrees,
        _ => claim.otherwise,
    };
    Found::new(verdict, claim.shown(value), runs)
}

/// `value` to as many digits behind the point.
fn rounded(value: f64, digits: Option<u8>) -> f64 {
    let scale = digits.map(|digits| 10f64.powi(i32::from(digits)));
    scale.map_or(value, |scale| (value * scale).round() / scale)
}

fn claimed(claim: &Claim) -> String {
    let relation = claim.is.unwrap_or(Relation::Exactly);
    match (claim.figure(), &claim.column) {
        (Some(figure), _) => format!("{relation}{}", claim.shown(figure)),
        (None, Some(_)) => "one per instance".to_owned(),
        (None, None) => "–".to_owned(),
    }
}

fn measure(claim: &Claim, ran: &Ran<'_>) -> Result<f64, String> {
    let value = ran.measure(claim, &claim.of)?;
    let Some(over) = &claim.over else { return Ok(value) };
    let base = ran.measure(claim, over)?;
    if base > 0.0 { Ok(value / base) } else { Err("the divisor is 0".to_owned()) }
}
