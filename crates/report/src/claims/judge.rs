//! Judges claims by the records of result folders.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, Result};

use crate::claims::claim::{ClaimFile, ClaimPart, PublishedClaim};
use crate::claims::experiment_runs::ExperimentRuns;
use crate::claims::finding::ClaimFinding;
use crate::claims::judgement::{JudgedClaim, Judgement};
use crate::claims::selection::{Plans, RunDescription};
use crate::claims::verdict::{ClaimRelation, ClaimVerdict, JudgingRule};
use crate::claims::{automaton, eta, per_instance, statistical};
use crate::number;

/// Published numbers of single instances: the id and the number.
pub type InstanceNumbers = Vec<(String, u64)>;

/// The evidence by which claims are judged.
#[derive(Clone, Copy)]
#[expect(missing_debug_implementations, reason = "it borrows a function")]
pub struct Evidence<'a> {
    /// The runs of each experiment that count.
    pub plans: &'a Plans,
    /// The published numbers of the instances of a set, by the names of the set and of the column.
    pub columns: &'a dyn Fn(&str, &str) -> Result<InstanceNumbers>,
    /// The folder with the result folders, each named after its experiment.
    pub results: &'a Path,
}

/// Judges `claims`. Only the planned runs of each experiment count, matched by their ids.
///
/// # Errors
///
/// If a record or a column cannot be read. If a folder does not exist, its claims are [`ClaimVerdict::NotRun`].
pub fn judge(claims: ClaimFile, evidence: &Evidence<'_>) -> Result<Judgement> {
    let mut read: BTreeMap<&str, ExperimentRuns<'_>> = BTreeMap::new();
    for (experiment, planned) in evidence.plans {
        read.insert(experiment, ExperimentRuns::read(&evidence.results.join(experiment), planned)?);
    }
    let no_runs = ExperimentRuns::default();
    let mut judged = Vec::new();
    for part in &claims.parts {
        let judge_one = |claim: &PublishedClaim| {
            judge_claim(claim, read.get(claim.experiment.as_str()).unwrap_or(&no_runs), evidence)
        };
        judged.push(part.claims.iter().map(judge_one).collect::<Result<Vec<_>>>()?);
    }
    let made = read.iter().map(|(name, ran)| ((*name).to_owned(), ran.made())).collect();
    let how =
        |(name, ran): (&&str, &ExperimentRuns<'_>)| Some(((*name).to_owned(), ran.counted.as_ref()?.how.clone()?));
    let counted = read.iter().filter_map(how).collect();
    let etas = read.iter().filter_map(|(name, ran)| Some(((*name).to_owned(), ran.eta.clone()?))).collect();
    let automata = read.iter().filter_map(|(name, ran)| Some(((*name).to_owned(), ran.automaton.clone()?))).collect();
    let manifests = read.into_iter().filter_map(|(name, ran)| Some((name.to_owned(), ran.manifest?))).collect();
    Ok(Judgement { claims, judged, made, manifests, counted, etas, automata })
}

/// Judges `claims`, all of one experiment, by the runs `planned` in the result folder `dir`.
pub(super) fn judge_folder(claims: ClaimFile, planned: &[RunDescription], dir: &Path) -> Result<Judgement> {
    let no_columns = |_: &str, _: &str| Ok(InstanceNumbers::new());
    let plans = Plans::new();
    let evidence = Evidence { plans: &plans, columns: &no_columns, results: dir };
    let ran = ExperimentRuns::read(dir, planned)?;
    let judge_part =
        |part: &ClaimPart| part.claims.iter().map(|claim| judge_claim(claim, &ran, &evidence)).collect::<Result<_>>();
    let judged = claims.parts.iter().map(judge_part).collect::<Result<_>>()?;
    let made = BTreeMap::from([(claims.name.clone(), ran.made())]);
    let manifests = ran.manifest.into_iter().map(|manifest| (claims.name.clone(), manifest)).collect();
    let (counted, etas, automata) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    Ok(Judgement { claims, judged, made, manifests, counted, etas, automata })
}

/// Judges a claim by the records of its experiment.
fn judge_claim(claim: &PublishedClaim, ran: &ExperimentRuns<'_>, evidence: &Evidence<'_>) -> Result<JudgedClaim> {
    let ClaimFinding { verdict, measured, runs, differing } = match &claim.column {
        Some(column) => {
            let set = claim.of.set.as_deref().unwrap_or_default();
            let numbers = |column: &str| {
                (evidence.columns)(set, column).with_context(|| format!("cannot read the column of '{}'", claim.claim))
            };
            let corrected = claim.correction.as_ref().and_then(|correction| correction.column.as_deref());
            per_instance::judge(claim, ran, &numbers(column)?, corrected.map(numbers).transpose()?.as_deref())
        }
        None if claim.quantity.is_of_automaton() => automaton::judge(claim, ran.automaton.as_ref()),
        None if claim.quantity.is_eta() => eta::judge(claim, ran.eta.as_ref()),
        None if claim.kind == JudgingRule::Statistical => statistical::judge(claim, ran),
        None => judge_total(claim, ran),
    };
    let fails = claim.kind == JudgingRule::Exact && verdict == ClaimVerdict::Differs;
    Ok(JudgedClaim {
        claimed: claimed(claim),
        measured,
        runs,
        verdict,
        kind: claim.kind,
        as_expected: claim.expected.map_or(!fails, |expected| expected == verdict),
        differing,
    })
}

/// Judges a quantity over runs that must all be recorded.
fn judge_total(claim: &PublishedClaim, ran: &ExperimentRuns<'_>) -> ClaimFinding {
    let selects = || std::iter::once(&claim.of).chain(&claim.over);
    let chosen = ran.chosen(&claim.of);
    let runs = chosen.iter().filter(|(_, run)| run.is_some()).count();
    if runs == 0 {
        return ClaimFinding::new(ClaimVerdict::NotRun, "no such runs", 0);
    }
    let is_whole = selects().all(|select| ran.chosen(select).iter().all(|(_, run)| run.is_some()));
    let value = measure(claim, ran);
    if !is_whole {
        let part = format!("{runs} of {} runs", number::grouped(chosen.len() as u64));
        let shown = value.map_or(part.clone(), |value| format!("{} over {part}", claim.shown(value)));
        return ClaimFinding::new(ClaimVerdict::NotRun, shown, runs);
    }
    let value = match value {
        Ok(value) => value,
        Err(reason) if claim.kind == JudgingRule::Context => {
            return ClaimFinding::new(ClaimVerdict::NotComparable, reason, runs);
        }
        // A missing value does not contradict a claim.
        Err(reason) => {
            let verdict = match claim.otherwise {
                ClaimVerdict::Refuted => ClaimVerdict::NotComparable,
                otherwise => otherwise,
            };
            return ClaimFinding::new(verdict, reason, runs);
        }
    };
    let verdict = match (claim.kind, claim.number()) {
        (JudgingRule::Context, _) | (_, None) => ClaimVerdict::NotComparable,
        (JudgingRule::Exact, Some(number)) => {
            let corrected = claim.correction.as_ref().and_then(|correction| correction.value);
            let same = |claimed: f64| ClaimRelation::Exactly.holds(rounded(value, claim.digits), claimed);
            match corrected {
                _ if same(number) => ClaimVerdict::Agrees,
                Some(corrected) if same(corrected) => ClaimVerdict::Refuted,
                _ => ClaimVerdict::Differs,
            }
        }
        (_, Some(number)) if claim.is.unwrap_or(ClaimRelation::Exactly).holds(value, number) => ClaimVerdict::Agrees,
        _ => claim.otherwise,
    };
    let shown = claim.shown(value);
    // Rounded, a number can equal the one that it contradicts.
    let looks_equal = claim
        .number()
        .is_some_and(|number| !ClaimRelation::Exactly.holds(value, number) && claim.shown(number) == shown);
    let is_contradiction = matches!(verdict, ClaimVerdict::Differs | ClaimVerdict::Refuted);
    let precisely = format!("{shown}, more precisely {}", number::plain(value));
    ClaimFinding::new(verdict, if looks_equal && is_contradiction { precisely } else { shown }, runs)
}

/// `value` rounded to this number of decimal places.
fn rounded(value: f64, digits: Option<u8>) -> f64 {
    let scale = digits.map(|digits| 10f64.powi(i32::from(digits)));
    scale.map_or(value, |scale| (value * scale).round() / scale)
}

fn claimed(claim: &PublishedClaim) -> String {
    let relation = claim.is.unwrap_or(ClaimRelation::Exactly);
    match (claim.number(), &claim.column) {
        // A ratio is stated with all its decimals.
        (Some(number), _)
            if claim.over.is_some() && !ClaimRelation::Exactly.holds(rounded(number, Some(2)), number) =>
        {
            format!("{relation}{} times", number::plain(number))
        }
        (Some(number), _) => format!("{relation}{}", claim.shown(number)),
        (None, Some(_)) => "one per instance".to_owned(),
        (None, None) => "–".to_owned(),
    }
}

fn measure(claim: &PublishedClaim, ran: &ExperimentRuns<'_>) -> Result<f64, String> {
    let measured = ran.measure(claim, &claim.of)?;
    let Some(over) = &claim.over else { return Ok(measured.value) };
    let base = ran.measure(claim, over)?;
    if claim.quantity.is_sum() && measured.runs != base.runs {
        // Such a ratio depends on the numbers of runs.
        return Err(format!(
            "a sum over {} divided by a sum over {}",
            number::counted(measured.runs, "run"),
            base.runs
        ));
    }
    if !ran.is_over_same_instances(claim, [&claim.of, over]) {
        // The hard instances can be among those that only one of them solved.
        return Err("the runs with a value are on different instances".to_owned());
    }
    if base.value > 0.0 { Ok(measured.value / base.value) } else { Err("the divisor is 0".to_owned()) }
}
