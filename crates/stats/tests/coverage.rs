//! The coverage of 95 % intervals for samples like node counts: log-normal, with a deviation of 1.9 in the
//! logarithm, as the nodes of IDA* on random instances of the 15-puzzle have.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use tilebench_stats::{Bootstrap, GeometricMean, Interval, Mean, distributions, geometric_mean_interval};

const DEVIATION: f64 = 1.9;

/// Samples of `n` log-normal values whose logarithms have the mean 0.
fn samples(count: usize, n: usize) -> impl Iterator<Item = Vec<f64>> {
    let mut rng = ChaCha8Rng::seed_from_u64(n as u64);
    let mut value = move || {
        let share = (f64::from(rng.next_u32()) + 0.5) / 4_294_967_296.0;
        (DEVIATION * distributions::normal_quantile(share)).exp()
    };
    (0..count).map(move |_| (0..n).map(|_| value()).collect())
}

/// The share of `count` samples of `n` values whose interval contains `truth`.
fn coverage(count: usize, n: usize, truth: f64, interval: impl Fn(&[f64]) -> Interval) -> f64 {
    let holds = |values: &Vec<f64>| {
        let Interval { low, high, .. } = interval(values);
        low <= truth && truth <= high
    };
    samples(count, n).filter(holds).count() as f64 / count as f64
}

#[test]
fn intervals_of_geometric_means_have_their_nominal_coverage_at_20_and_at_100_instances() {
    for n in [20, 100] {
        let held = coverage(4000, n, 1.0, |values| geometric_mean_interval(values, 0.95).unwrap());
        // Four standard errors of the simulation are 0.014.
        assert!((0.936..=0.964).contains(&held), "{held} at n = {n}");
    }
}

#[test]
fn bootstrap_intervals_of_arithmetic_means_are_below_their_nominal_coverage() {
    let truth = (DEVIATION * DEVIATION / 2.0).exp();
    let bootstrap = Bootstrap { resamples: 1000, ..Bootstrap::default() };
    for (n, usual) in [(20, 0.73), (100, 0.83)] {
        let held = coverage(600, n, truth, |values| bootstrap.interval(&Mean::new(values).unwrap()).unwrap());
        assert!((held - usual).abs() < 0.06, "{held} at n = {n}, expected {usual}");
    }
}

#[test]
fn bootstrap_intervals_of_geometric_means_of_few_ratios_are_below_their_nominal_coverage() {
    let bootstrap = Bootstrap { resamples: 1000, ..Bootstrap::default() };
    for (n, usual) in [(5, 0.82), (10, 0.89), (20, 0.92)] {
        let held = coverage(1000, n, 1.0, |values| bootstrap.interval(&GeometricMean::new(values).unwrap()).unwrap());
        // Four standard errors of the simulation are at most 0.05.
        assert!((held - usual).abs() < 0.05, "{held} at n = {n}, expected {usual}");
    }
}
