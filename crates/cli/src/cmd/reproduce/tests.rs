//! Every target judged by synthetic records, some of which agree with the published numbers and some of which do not.

use std::path::Path;

use tilebench_report::claims::{
    ClaimFile, ClaimVerdict, Evidence, Judgement, JudgingRule, Plans, RunDescription, judge,
};
use tilebench_runner::Plan;
use tilebench_runner::catalog::published_column;
use tilebench_runner::record::{Folder, Proof, Run, Status};

use crate::targets::{TARGETS, Target};

/// The claims of a target on a column, which synthetic records can satisfy.
fn of_columns(target: &Target) -> ClaimFile {
    let mut claims = target.claims().unwrap();
    for part in &mut claims.parts {
        part.claims.retain(|claim| claim.column.is_some() && claim.kind == JudgingRule::Exact);
    }
    claims
}

/// Records of `plan` as they would be if every board had its shortest length and the nodes that were published of it;
/// `change` may spoil one.
fn write(dir: &Path, target: &Target, plan: &Plan, change: &dyn Fn(&mut Run)) {
    let costs = target.claims().unwrap().costs;
    let folder = Folder::open_or_create(&dir.join(&plan.experiment().name)).unwrap();
    let mut appender = folder.appender().unwrap();
    for planned in plan.planned_runs() {
        // Korf counted the start in 1985, and in 2002 he did not.
        let figure = |name: &str| {
            let (_, nodes) =
                published_column(planned.set, name).ok()?.into_iter().find(|(id, _)| *id == planned.instance.id)?;
            Some(nodes)
        };
        let counted = [("ida_md_nodes", 0), ("generated_6666", 1)].map(|(name, start)| Some(figure(name)? + start));
        let cost = costs.iter().find(|cost| cost.solver == planned.solver.name);
        let expanded = cost
            .and_then(|cost| cost.column.as_deref())
            .filter(|column| column.ends_with("_expanded") || column.starts_with("expanded_"));
        let mut run = Run {
            run_id: planned.id.into(),
            solver: planned.solver.name.clone(),
            set: planned.set.into(),
            instance: planned.instance.id.clone(),
            status: Status::Solved,
            proof: Proof::Optimal,
            length: planned.instance.optimal,
            optimal: planned.instance.optimal,
            generated: counted.into_iter().flatten().next().or(Some(1)),
            expanded: figure(expanded.unwrap_or("expanded_6666")).or(Some(1)),
            ..Run::default()
        };
        change(&mut run);
        appender.append(&run, &[]).unwrap();
    }
}

fn judged(target: &Target, claims: ClaimFile, change: &dyn Fn(&mut Run)) -> Judgement {
    let dir = tempfile::tempdir().unwrap();
    let mut plans = Plans::new();
    for plan in target.plans(&[]).unwrap() {
        write(dir.path(), target, &plan, change);
        let planned = plan.planned_runs().map(|planned| RunDescription {
            id: planned.id.into(),
            solver: planned.solver.name.clone(),
            set: planned.set.into(),
            instance: planned.instance.id.clone(),
            optimal: planned.optimal(),
        });
        plans.insert(plan.experiment().name.clone(), planned.collect());
    }
    let columns = |set: &str, name: &str| Ok(published_column(set, name)?);
    judge(claims, &Evidence { plans: &plans, columns: &columns, results: dir.path() }).unwrap()
}

/// The targets with published numbers for single boards.
fn with_columns() -> impl Iterator<Item = &'static Target> {
    let has_some = |target: &&Target| of_columns(target).parts.iter().any(|part| !part.claims.is_empty());
    TARGETS.iter().filter(|target| target.enumerations.is_empty()).filter(has_some)
}

#[test]
fn records_equal_to_the_published_figures_are_exact_except_for_misprints() {
    let names: Vec<&str> = with_columns().map(|target| target.name).collect();
    assert_eq!(
        names,
        [
            "korf-1985",
            "hardest-15",
            "korf-felner-2002-15",
            "sewell-jacobson-2021",
            "korf-taylor-1996",
            "clausecker-reinefeld-2019",
            "korf-felner-2002-24"
        ]
    );
    for target in with_columns() {
        let judgement = judged(target, of_columns(target), &|_| ());
        for (claim, judged) in
            judgement.claims.parts.iter().flat_map(|part| &part.claims).zip(judgement.judged.concat())
        {
            let expected = if claim.correction.is_some() { ClaimVerdict::Refuted } else { ClaimVerdict::Agrees };
            assert_eq!(judged.verdict, expected, "{}: {}", target.name, judged.measured);
            if claim.correction.is_some() {
                let boards: Vec<&str> = judged.differing.iter().map(|one| one.instance.as_str()).collect();
                assert_eq!(boards, ["22", "88", "89"]);
            }
        }
        assert!(judgement.is_as_expected());
    }
}

#[test]
fn a_solver_with_other_counts_or_lengths_differs() {
    for target in with_columns() {
        let spoil = |run: &mut Run| {
            if ["3", "38"].contains(&run.instance.as_str()) {
                run.generated = run.generated.map(|generated| generated + 1);
                run.expanded = run.expanded.map(|expanded| expanded + 1);
                run.length = run.length.map(|length| length + 2);
            }
        };
        let judgement = judged(target, of_columns(target), &spoil);
        assert!(
            judgement.judged.concat().iter().all(|judged| judged.verdict == ClaimVerdict::Differs),
            "{}",
            target.name
        );
        assert!(!judgement.is_as_expected());
    }
}

#[test]
fn a_wrong_figure_in_the_data_differs() {
    let target = TARGETS.iter().find(|target| target.name == "korf-1985").unwrap();
    let sums = |text: &str| {
        let claims = ClaimFile::parse(text, target.claims.0).unwrap();
        let judgement = judged(target, claims, &|_| ());
        let all = judgement.claims.parts.iter().flat_map(|part| &part.claims).zip(judgement.judged.concat());
        all.filter(|(claim, _)| claim.claim == "the nodes of all instances")
            .map(|(_, judged)| judged.verdict)
            .collect::<Vec<_>>()
    };
    assert_eq!(sums(target.claims.1), [ClaimVerdict::Agrees]);
    assert_eq!(
        sums(&target.claims.1.replace("value = 36302808031\nwhy", "value = 36302808030\nwhy")),
        [ClaimVerdict::Differs]
    );
}
