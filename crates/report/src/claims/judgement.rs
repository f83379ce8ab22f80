//! Claims with their verdicts.

use std::collections::BTreeMap;

use tilebench_record::Manifest;

use crate::claims::automaton::AutomatonRecord;
use crate::claims::claim::{ClaimFile, ClaimPart, PublishedClaim};
use crate::claims::enumeration::EnumerationProvenance;
use crate::claims::eta::EtaRecord;
use crate::claims::finding::DifferingInstance;
use crate::claims::verdict::{ClaimVerdict, JudgingRule};

/// All claims with their verdicts.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// The claims.
    pub claims: ClaimFile,
    /// For each part, the verdict on each of its claims.
    pub judged: Vec<Vec<JudgedClaim>>,
    /// The number of executed runs and the number of planned runs of each experiment.
    pub made: BTreeMap<String, (usize, usize)>,
    /// The origin of the runs of each experiment, if it is known.
    pub manifests: BTreeMap<String, Manifest>,
    /// The provenance of each enumeration, if it is known.
    pub counted: BTreeMap<String, EnumerationProvenance>,
    /// The quality of each heuristic that was computed.
    pub etas: BTreeMap<String, EtaRecord>,
    /// The counts of each automaton that were computed.
    pub automata: BTreeMap<String, AutomatonRecord>,
}

/// The verdict on a claim.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedClaim {
    /// The claimed number, with its relation.
    pub claimed: String,
    /// The measured number, or the reason why there is none.
    pub measured: String,
    /// The number of runs.
    pub runs: usize,
    /// The verdict of the runs.
    pub verdict: ClaimVerdict,
    /// The rule by which it was judged.
    pub kind: JudgingRule,
    /// Whether the verdict is the expected one. An exact number without an expected verdict must not differ.
    pub as_expected: bool,
    /// The instances whose numbers differ.
    pub differing: Vec<DifferingInstance>,
}

impl Judgement {
    /// Whether every verdict is the expected one.
    #[must_use]
    pub fn is_as_expected(&self) -> bool {
        self.judged.iter().flatten().all(|judged| judged.as_expected)
    }

    /// The parts with their claims and verdicts.
    pub(crate) fn parts(&self) -> impl Iterator<Item = (&ClaimPart, Vec<(&PublishedClaim, &JudgedClaim)>)> {
        let parts = self.claims.parts.iter().zip(&self.judged);
        parts.map(|(part, judged)| (part, part.claims.iter().zip(judged).collect()))
    }

    /// Whether no claim has runs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.judged.iter().flatten().all(|judged| judged.verdict == ClaimVerdict::NotRun && judged.runs == 0)
    }

    /// The number of claims with each verdict, in words.
    #[must_use]
    pub fn counts(&self) -> String {
        let mut counts: BTreeMap<(ClaimVerdict, JudgingRule), usize> = BTreeMap::new();
        for judged in self.judged.iter().flatten() {
            // Claims that do not agree are counted together, for all rules.
            let kind = if judged.verdict == ClaimVerdict::Agrees { judged.kind } else { JudgingRule::Context };
            *counts.entry((judged.verdict, kind)).or_default() += 1;
        }
        let counts = counts.iter().map(|((verdict, kind), count)| format!("{count} {}", verdict.words(*kind)));
        counts.collect::<Vec<_>>().join(", ")
    }
}
