//! Made-up runs of many heuristics side by side, the weak ones stopped early.

use tilebench_record::{Proof, PublishedValue, Run, Status};

use crate::{chance, fail, whole};

/// A heuristic's name, the share of the optimal length that it sees, the constant by which it is too low besides, the
/// deviation of its error, and its maximum value.
type SimulatedHeuristic = (&'static str, f64, f64, f64, f64);

const HEURISTICS: [SimulatedHeuristic; 22] = [
    ("blind", 0.0, 0.0, 0.0, 0.0),
    ("hamming", 0.05, -11.5, 1.5, 15.0),
    ("gasching", 0.1, -13.0, 3.0, 24.0),
    ("row-column", 0.35, -4.0, 4.0, 99.0),
    ("relaxed-adjacency", 0.45, -3.0, 4.0, 99.0),
    ("inversion-distance", 0.7, 2.5, 7.0, 99.0),
    ("manhattan", 0.95, 13.5, 7.5, 99.0),
    ("manhattan corner-tiles", 0.95, 12.9, 7.5, 99.0),
    ("manhattan last-moves", 0.95, 12.2, 7.5, 99.0),
    ("linear-conflict", 0.95, 11.4, 7.0, 99.0),
    ("linear-conflict corner-tiles", 0.95, 10.8, 7.0, 99.0),
    ("linear-conflict last-moves corner-tiles", 0.95, 10.1, 7.0, 99.0),
    ("walking-distance", 0.95, 11.0, 6.0, 99.0),
    ("walking-distance linear-conflict", 0.95, 10.0, 6.0, 99.0),
    ("pdb-5-5-5", 0.96, 9.2, 6.0, 99.0),
    ("pdb-5-5-5 reflected", 0.96, 8.6, 6.0, 99.0),
    ("pdb-6-6-3", 0.96, 8.1, 5.5, 99.0),
    ("pdb-6-6-3 reflected", 0.96, 7.4, 5.5, 99.0),
    ("pdb-7-8", 0.97, 5.6, 5.0, 99.0),
    ("pdb-7-8 reflected", 0.97, 5.1, 4.5, 99.0),
    ("pdb-fringe", 0.6, -3.0, 4.0, 99.0),
    ("manhattan and a third", 1.2, 16.0, 11.0, 200.0),
];

/// The sets and their sizes. The optimal lengths are given only for the first.
pub(crate) const SETS: [(&str, u32); 2] = [("korf100", 100), ("random:4x4:1000:seed=1", 1000)];
const NODE_LIMIT: u64 = 100_000_000;

/// The runs of IDA* with every heuristic on every board.
pub(crate) fn runs() -> impl Iterator<Item = Run> {
    let boards = SETS.into_iter().flat_map(|(set, size)| (1..=size).map(move |instance| (set, instance)));
    boards.flat_map(|(set, instance)| (0..HEURISTICS.len()).map(move |place| run(set, instance, place)))
}

fn run(set: &str, instance: u32, place: usize) -> Run {
    let (heuristic, share, missed, varies, most) = HEURISTICS[place];
    // Three draws make a bell of a kind, of deviation 1 and never beyond 3.
    let bell = |salt: usize| 2.0 * (0..3).map(|n| chance(instance, set.len() + salt + n)).sum::<f64>() - 3.0;
    let optimal = (52.6 + 4.8 * bell(100)).round().min(66.0);
    // A board that is hard for one heuristic is hard for the others, too.
    let luck = 0.4 * bell(200) + 0.1 * bell(300 + 5 * place);
    let seen = share * optimal - missed + varies * luck;
    // Of the parity of the optimal length, as most heuristics' values are.
    let h0 = (2.0 * ((seen - optimal) / 2.0).round() + optimal).clamp(0.0, most);
    let h0 = if place < 4 { seen.round().clamp(0.0, most) } else { h0 };
    let is_admissible = heuristic != "manhattan and a third";
    let h0 = if is_admissible { h0.min(optimal) } else { h0 };
    let generated = (0.19 * optimal + 0.46 * (optimal - h0).max(2.0) + 0.3 * bell(400 + place)).exp().max(60.0);
    let mut run = Run {
        run_id: format!("{set}-{instance}-{place}"),
        experiment: "made-up".into(),
        set: set.into(),
        instance: instance.to_string(),
        rows: Some(4),
        cols: Some(4),
        solver: format!("idastar {heuristic}"),
        algorithm: "idastar".into(),
        heuristic: heuristic.into(),
        status: Status::Solved,
        proof: if is_admissible { Proof::Optimal } else { Proof::None },
        length: Some(whole(optimal)),
        optimal: (set == SETS[0].0).then_some(whole(optimal)),
        h0: Some(whole(h0)),
        generated: Some(u64::from(whole(generated))),
        expanded: Some(u64::from(whole(generated / 2.1))),
        peak_bytes: Some(4096),
        wall_s: generated / 2.5e7,
        node_limit: Some(NODE_LIMIT),
        ..Run::default()
    };
    if generated >= NODE_LIMIT as f64 {
        run.generated = Some(NODE_LIMIT);
        fail(&mut run, Status::NodeLimit);
    }
    run
}

/// Figures to compare with: one close by, one far off, and one of a heuristic that did not run.
pub(crate) fn published() -> Vec<PublishedValue> {
    let figure = |heuristic: &str, value: f64, source: &str| PublishedValue {
        set: SETS[1].0.into(),
        heuristic: heuristic.into(),
        quantity: PublishedValue::MEAN_H0.into(),
        value,
        sample: 1000,
        source: source.into(),
    };
    vec![
        figure("manhattan", 36.5, "Made up & sons, table 1"),
        figure("pdb-7-8", 43.0, "Made up & sons, table 2"),
        figure("pdb-9-6", 46.0, "Made up & sons, table 2"),
    ]
}
