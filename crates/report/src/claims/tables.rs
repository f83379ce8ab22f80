//! A part of a claim file as sentences and tables.

use crate::claims::claim::{ClaimPart, PublishedClaim};
use crate::claims::judgement::JudgedClaim;
use crate::claims::verdict::JudgingRule;
use crate::number;
use crate::table::{ReportTable, TableBuilder};

/// The facts common to all claims of a part.
pub(super) fn facts(part: &ClaimPart) -> Vec<String> {
    let experiments: Vec<String> = part.experiments.iter().map(|name| format!("`{name}`")).collect();
    let mut facts = vec![format!("Experiments: {}.", experiments.join(", "))];
    facts.extend(part.goal.iter().map(|goal| format!("Goal: {goal}.")));
    facts.extend(part.counting.iter().map(|counting| format!("Counted: {counting}.")));
    facts.extend(part.seen.iter().map(|seen| format!("Numbers taken from: {seen}.")));
    facts
}

/// The evidence for each corrected number.
pub(super) fn evidence(judged: &[(&PublishedClaim, &JudgedClaim)]) -> Vec<String> {
    let corrected = judged.iter().filter_map(|(claim, _)| Some((claim, claim.correction.as_ref()?)));
    corrected.map(|(claim, correction)| format!("{}: {}", claim.claim, correction.evidence)).collect()
}

/// The claims as a table.
pub(super) fn table(judged: &[(&PublishedClaim, &JudgedClaim)]) -> ReportTable {
    let several = judged.iter().any(|(claim, _)| claim.kind != JudgingRule::Bound);
    TableBuilder::new(judged)
        .text("claim", |(claim, _)| claim.claim.clone())
        .text_if_any("kind", |(claim, _)| {
            let memory = if claim.from_memory { ", from memory" } else { "" };
            if several { format!("{}{memory}", claim.kind) } else { String::new() }
        })
        .text("claimed", |(_, judged)| judged.claimed.clone())
        .text("measured", |(_, judged)| judged.measured.clone())
        .count("runs", |(_, judged)| judged.runs as u64)
        .text("verdict", |(_, judged)| judged.verdict.words(judged.kind))
        .text_if_any("reason", |(claim, _)| claim.why.clone())
        .finish("claims", "", Vec::new())
}

/// The claims of a part as a table for the terminal, without the long texts.
pub(super) fn printed((part, judged): (&ClaimPart, Vec<(&PublishedClaim, &JudgedClaim)>)) -> ReportTable {
    TableBuilder::new(&judged)
        .text("claim", |(claim, _)| claim.claim.clone())
        .text("claimed", |(_, judged)| judged.claimed.clone())
        .text("measured", |(_, judged)| judged.measured.clone())
        .count("runs", |(_, judged)| judged.runs as u64)
        .text("verdict", |(_, judged)| judged.verdict.words(judged.kind))
        .finish("claims", &format!("{} ({})", part.name, part.source), Vec::new())
}

/// The instances whose numbers differ from the claimed ones although they should be equal.
pub(super) fn differing(judged: &[(&PublishedClaim, &JudgedClaim)]) -> Option<ReportTable> {
    let rows: Vec<_> =
        judged.iter().flat_map(|(claim, judged)| judged.differing.iter().map(move |one| (*claim, one))).collect();
    let table = TableBuilder::new(&rows)
        .text("claim", |(claim, _)| claim.claim.clone())
        .text("instance", |(_, one)| one.instance.clone())
        .text("claimed", |(_, one)| number::grouped(one.claimed))
        .text("measured", |(_, one)| one.measured.clone())
        .finish("differing", "Instances whose numbers differ", Vec::new());
    (!rows.is_empty()).then_some(table)
}
