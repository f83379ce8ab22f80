//! From claims and result folders to verdicts.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use tilebench_record::Manifest;

use crate::claims::claim::{Claim, Claims, Part};
use crate::claims::counted::How;
use crate::claims::ran::{Plans, Ran};
use crate::claims::verdict::{Kind, Relation, Verdict};
use crate::claims::{each, page, sampled};
use crate::number;

/// Published figures of single instances: id and figure.
pub type Figures = Vec<(String, u64)>;

/// What claims are judged by.
#[derive(Clone, Copy)]
#[expect(missing_debug_implementations, reason = "it borrows a function")]
pub struct Evidence<'a> {
    /// The runs that count, of each experiment.
    pub plans: &'a Plans,
    /// The published figures of a set's instances, by the set's name and the column's: id and figure, where
    /// there is one.
    pub columns: &'a dyn Fn(&str, &str) -> Result<Figures>,
    /// The folder with a result folder below it for each experiment, named like it.
    pub results: &'a Path,
}

/// Every claim with its verdict.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// The claims.
    pub claims: Claims,
    /// For each part, what became of each of its claims.
    pub judged: Vec<Vec<Judged>>,
    /// How many runs were made of how many, in each experiment that was planned.
    pub made: BTreeMap<String, (usize, usize)>,
    /// Where the runs of each experiment come from, where that is known.
    pub manifests: BTreeMap<String, Manifest>,
    /// How each enumeration was made, where that is known.
    pub counted: BTreeMap<String, How>,
}

/// What became of a claim.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The claimed figure, with its relation.
    pub claimed: String,
    /// The measured figure, or why there is none.
    pub measured: String,
    /// Over how many runs.
    pub runs: usize,
    /// What the runs say.
    pub verdict: Verdict,
    /// By which rule.
    pub kind: Kind,
    /// Whether that is the verdict that was expected; an exact figure of which nothing is expected must not differ.
    pub as_expected: bool,
    /// The instances whose figures differ.
    pub differing: Vec<Differing>,
}

/// An instance whose measured figure is not the claimed one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Differing {
    /// The instance.
    pub instance: String,
    /// The claimed figure.
    pub claimed: u64,
    /// The measured figure, or how the run ended.
    pub measured: String,
}

/// A verdict with the measured figure, or with the reason why there is none.
pub(super) struct Found {
    pub(super) verdict: Verdict,
    pub(super) measured: String,
    pub(super) runs: usize,
    pub(super) differing: Vec<Differing>,
}

impl Found {
    pub(super) fn new(verdict: Verdict, measured: impl Into<String>, runs: usize) -> Self {
        Self { verdict, measured: measured.into(), runs, differing: Vec::new() }
    }
}

/// Judges `claims`. Of each experiment the planned runs count, by their ids; what else a folder holds does not.
///
/// # Errors
///
/// Where a record or a column cannot be read. A folder that is not there makes its claims [`Verdict::NotRun`].
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

/// Judges one claim by what its experiment left.
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
        let shown = value.map_or(part.clone(), |value| format!("{} over {part}", shown(claim, value)));
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
    Found::new(verdict, shown(claim, value), runs)
}

/// `value` to as many digits behind the point.
fn rounded(value: f64, digits: Option<u8>) -> f64 {
    let scale = digits.map(|digits| 10f64.powi(i32::from(digits)));
    scale.map_or(value, |scale| (value * scale).round() / scale)
}

/// A figure of the claim's quantity, as people read it.
pub(super) fn shown(claim: &Claim, value: f64) -> String {
    if claim.over.is_some() {
        format!("{} times", number::fixed(value, 2))
    } else if let Some(digits) = claim.digits {
        number::signed(value, usize::from(digits))
    } else {
        claim.quantity.show(value)
    }
}

fn claimed(claim: &Claim) -> String {
    let relation = claim.is.unwrap_or(Relation::Exactly);
    match (claim.figure(), &claim.column) {
        (Some(figure), _) => format!("{relation}{}", shown(claim, figure)),
        (None, Some(_)) => "one an instance".to_owned(),
        (None, None) => "–".to_owned(),
    }
}

fn measure(claim: &Claim, ran: &Ran<'_>) -> Result<f64, String> {
    let value = ran.measure(claim, &claim.of)?;
    let Some(over) = &claim.over else { return Ok(value) };
    let base = ran.measure(claim, over)?;
    if base > 0.0 { Ok(value / base) } else { Err("the figure to divide by is 0".to_owned()) }
}

impl Judgement {
    /// Whether every verdict is the expected one.
    #[must_use]
    pub fn is_as_expected(&self) -> bool {
        self.judged.iter().flatten().all(|judged| judged.as_expected)
    }

    /// Every part with its claims and what became of them.
    pub(crate) fn parts(&self) -> impl Iterator<Item = (&Part, Vec<(&Claim, &Judged)>)> {
        let parts = self.claims.parts.iter().zip(&self.judged);
        parts.map(|(part, judged)| (part, part.claims.iter().zip(judged).collect()))
    }

    /// Whether no run was there to judge by.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.judged.iter().flatten().all(|judged| judged.verdict == Verdict::NotRun && judged.runs == 0)
    }

    /// How many claims there are of each verdict, in words.
    #[must_use]
    pub fn counts(&self) -> String {
        let mut counts: BTreeMap<(Verdict, Kind), usize> = BTreeMap::new();
        for judged in self.judged.iter().flatten() {
            // What does not agree is the same under every rule.
            let kind = if judged.verdict == Verdict::Agrees { judged.kind } else { Kind::Context };
            *counts.entry((judged.verdict, kind)).or_default() += 1;
        }
        let counts = counts.iter().map(|((verdict, kind), count)| format!("{count} {}", verdict.of(*kind)));
        counts.collect::<Vec<_>>().join(", ")
    }

    /// The table as lines for a terminal.
    #[must_use]
    pub fn lines(&self) -> String {
        page::lines(self)
    }

    /// The parts with their tables in Markdown, the headings of parts at this level.
    #[must_use]
    pub fn sections(&self, level: usize) -> String {
        page::sections(self, level)
    }

    /// Writes `report.md` with its charts, taken from the reports of the experiments, `report.tex` and
    /// `index.html` into `results`, and says which is to be opened first.
    ///
    /// # Errors
    ///
    /// Where a file cannot be written, or a chart that the claims name is not there.
    pub fn write(&self, results: &Path) -> Result<PathBuf> {
        page::write(self, results)
    }
}
