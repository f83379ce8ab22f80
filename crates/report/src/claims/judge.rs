//! From claims and result folders to verdicts.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use tilebench_record::{Folder, Proof, RecordError, Run, Status, Table};

use crate::claims::claim::{Claim, Claims, Program, Verdict};
use crate::claims::page;
use crate::claims::select::Select;
use crate::number;

/// Every claim with its verdict.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// The claims.
    pub claims: Claims,
    /// For each program, what became of each of its claims.
    pub judged: Vec<Vec<Judged>>,
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
    /// Whether that is the verdict that was expected.
    pub as_expected: bool,
}

/// Judges `claims` by the result folders below `results`, one an experiment, named like it. Of each
/// experiment the runs in `plans` count, by their ids; what else a folder holds does not.
///
/// # Errors
///
/// Where a record cannot be read. A folder that is not there makes its claims [`Verdict::NotRun`].
pub fn judge(claims: Claims, plans: &BTreeMap<String, BTreeSet<String>>, results: &Path) -> Result<Judgement> {
    let mut read: BTreeMap<String, Ran> = BTreeMap::new();
    for (experiment, ids) in plans {
        let dir = results.join(experiment);
        if dir.is_dir() {
            let ran = Ran::read(&dir, ids).with_context(|| format!("cannot read {}", dir.display()))?;
            read.insert(experiment.clone(), ran);
        }
    }
    let nothing = Ran::default();
    let judged = |claim: &Claim| one(claim, read.get(&claim.experiment).unwrap_or(&nothing));
    let judged = claims.programs.iter().map(|program| program.claims.iter().map(judged).collect()).collect();
    Ok(Judgement { claims, judged })
}

/// What an experiment left.
#[derive(Debug, Default)]
struct Ran {
    runs: Vec<Run>,
    tables: Vec<Table>,
}

impl Ran {
    fn read(dir: &Path, ids: &BTreeSet<String>) -> Result<Self, RecordError> {
        let folder = Folder::open(dir)?;
        let tables = folder.manifest()?.map_or(Vec::new(), |manifest| manifest.tables);
        let mut runs = folder.runs()?;
        runs.retain(|run| ids.contains(&run.run_id));
        let mut ran = Self { runs, tables };
        ran.learn_optimal();
        Ok(ran)
    }

    /// Where the shortest length of an instance is not given, a run that proves it tells the others.
    fn learn_optimal(&mut self) {
        let place = |run: &Run| (run.set.clone(), run.instance.clone());
        let proved = self.runs.iter().filter(|run| run.status == Status::Solved && run.proof == Proof::Optimal);
        let lengths: BTreeMap<_, _> = proved.map(|run| (place(run), run.length)).collect();
        for run in self.runs.iter_mut().filter(|run| run.optimal.is_none()) {
            run.optimal = lengths.get(&place(run)).copied().flatten();
        }
    }

    /// The claim's figure of the runs that `select` takes.
    fn measure(&self, claim: &Claim, select: &Select) -> Result<f64, String> {
        let runs: Vec<&Run> = self.runs.iter().filter(|run| select.takes(run)).collect();
        claim.quantity.measure(&runs, &self.tables)
    }
}

/// Judges one claim by what its experiment left.
fn one(claim: &Claim, ran: &Ran) -> Judged {
    let chosen = ran.runs.iter().filter(|run| claim.of.takes(run)).count();
    let shown = |value: f64| {
        if claim.over.is_some() { format!("{} times", number::fixed(value, 2)) } else { claim.quantity.show(value) }
    };
    let (verdict, measured) = if chosen == 0 {
        (Verdict::NotRun, "no such runs".to_owned())
    } else {
        match measure(claim, ran) {
            Ok(value) if claim.is.holds(value, claim.value, claim.within) => (Verdict::Agrees, shown(value)),
            Ok(value) => (claim.otherwise, shown(value)),
            Err(reason) => (claim.otherwise, reason),
        }
    };
    Judged {
        claimed: format!("{}{}", claim.is, shown(claim.value)),
        measured,
        runs: chosen,
        verdict,
        as_expected: claim.expected.is_none_or(|expected| expected == verdict),
    }
}

fn measure(claim: &Claim, ran: &Ran) -> Result<f64, String> {
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

    /// Every program with its claims and what became of them.
    pub(crate) fn programs(&self) -> impl Iterator<Item = (&Program, impl Iterator<Item = (&Claim, &Judged)>)> {
        self.claims
            .programs
            .iter()
            .zip(&self.judged)
            .map(|(program, judged)| (program, program.claims.iter().zip(judged)))
    }

    /// Whether no run was there to judge by.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.judged.iter().flatten().all(|judged| judged.verdict == Verdict::NotRun)
    }

    /// How many claims there are of each verdict, in words.
    #[must_use]
    pub fn counts(&self) -> String {
        let mut counts: BTreeMap<Verdict, usize> = BTreeMap::new();
        for judged in self.judged.iter().flatten() {
            *counts.entry(judged.verdict).or_default() += 1;
        }
        counts.iter().map(|(verdict, count)| format!("{count} {verdict}")).collect::<Vec<_>>().join(", ")
    }

    /// The table as lines for a terminal.
    #[must_use]
    pub fn lines(&self) -> String {
        page::lines(self)
    }

    /// Writes the page `NAME.md` and its charts, taken from the reports of the experiments, into
    /// `results`.
    ///
    /// # Errors
    ///
    /// Where a file cannot be written, or a chart that the claims name is not there.
    pub fn write(&self, results: &Path) -> Result<PathBuf> {
        page::write(self, results)
    }
}
