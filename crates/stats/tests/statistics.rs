//! The statistics compared with SciPy, statsmodels and lifelines.
//!
//! `scripts/statistics-fixtures.py` computed the reference values, and states the versions.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use serde::Deserialize;
use tilebench_stats::{
    BcaCorrection, Bootstrap, GeometricMean, Interval, IntervalMethod, KaplanMeier, Mean, Median, Observation,
    RatioOfMeans, Statistic, distributions, friedman, geometric_mean, geometric_mean_interval, holm, log_rank, mcnemar,
    mean_interval, sign_test, signed_rank,
};

#[derive(Deserialize)]
struct Fixtures {
    distributions: DistributionValues,
    wilcoxon: Vec<WilcoxonCase>,
    bootstrap: Vec<BootstrapCase>,
    log_t: LogTCases,
    survival: SurvivalCases,
    incidence: IncidenceCases,
    friedman: FriedmanCases,
    holm: HolmCase,
    mcnemar: Vec<McNemarCase>,
    mean_intervals: Vec<MeanIntervalCase>,
    sign: Vec<SignTestCase>,
}

#[derive(Deserialize)]
struct DistributionValues {
    normal_cdf: Vec<(f64, f64)>,
    normal_quantile: Vec<(f64, f64)>,
    chi_square_survival: Vec<(f64, f64, f64)>,
    f_survival: Vec<(f64, f64, f64, f64)>,
    student_t_two_sided: Vec<(f64, f64, f64)>,
    student_t_quantile: Vec<(f64, f64, f64)>,
    binomial_two_sided: Vec<(u64, u64, f64)>,
    studentised_range_quantile: Vec<(f64, usize, f64)>,
}

#[derive(Deserialize)]
struct WilcoxonCase {
    sample: Vec<f64>,
    method: String,
    above: f64,
    p: f64,
}

#[derive(Deserialize)]
struct BootstrapCase {
    statistic: String,
    data: Vec<Vec<f64>>,
    value: f64,
    drawn: Vec<f64>,
    bias: f64,
    acceleration: f64,
    low: f64,
    high: f64,
    low_of_many: f64,
    high_of_many: f64,
}

#[derive(Deserialize)]
struct LogTCases {
    quantiles: Vec<(f64, f64, f64)>,
    intervals: Vec<LogTInterval>,
}

#[derive(Deserialize)]
struct LogTInterval {
    sample: Vec<f64>,
    geometric_mean: f64,
    ends: [f64; 2],
}

#[derive(Deserialize)]
struct SurvivalCases {
    curves: Vec<SurvivalCase>,
    log_rank: Vec<LogRankCase>,
}

#[derive(Deserialize)]
struct SurvivalCase {
    times: Vec<f64>,
    solved: Vec<bool>,
    steps: Vec<(f64, usize, usize, f64, f64, f64)>,
    median: Option<f64>,
    horizon: f64,
    restricted_mean: f64,
}

#[derive(Deserialize)]
struct LogRankCase {
    first: usize,
    second: usize,
    chi_square: f64,
    p: f64,
}

#[derive(Deserialize)]
struct IncidenceCases {
    cases: Vec<IncidenceCase>,
    log_rank: LogRankCase,
}

/// For each run, its end, and whether it solved its instance there (1), another limit ended it (2), or its own limit did
/// (0).
#[derive(Deserialize)]
struct IncidenceCase {
    limit: Option<f64>,
    costs: Vec<f64>,
    kinds: Vec<u32>,
    steps: Vec<(f64, f64)>,
}

#[derive(Deserialize)]
struct FriedmanCases {
    cases: Vec<FriedmanCase>,
    nemenyi: Vec<f64>,
}

#[derive(Deserialize)]
struct FriedmanCase {
    instances: Vec<Vec<f64>>,
    average_ranks: Vec<f64>,
    chi_square: f64,
    p_chi_square: f64,
    f: f64,
    p_f: f64,
}

#[derive(Deserialize)]
struct HolmCase {
    ps: Vec<f64>,
    adjusted: Vec<f64>,
}

#[derive(Deserialize)]
struct McNemarCase {
    table: [u64; 4],
    p: f64,
}

#[derive(Deserialize)]
struct MeanIntervalCase {
    values: Vec<f64>,
    level: f64,
    ends: [f64; 2],
}

#[derive(Deserialize)]
struct SignTestCase {
    sample: Vec<f64>,
    above: u64,
    below: u64,
    p: f64,
}

fn fixtures() -> Fixtures {
    serde_json::from_str(include_str!("fixtures/statistics.json")).unwrap()
}

/// Holds if `found` is `expected` to a relative error of `within`.
fn close(found: f64, expected: f64, within: f64, what: &str) {
    let error = (found - expected).abs() / expected.abs().max(f64::MIN_POSITIVE);
    assert!(found.to_bits() == expected.to_bits() || error < within, "{what}: {found} is not {expected} by {error:e}");
}

#[test]
fn distribution_functions_agree_far_into_their_tails() {
    let all = fixtures().distributions;
    for (z, p) in all.normal_cdf {
        close(distributions::normal_cdf(z), p, 1e-11, &format!("normal {z}"));
    }
    for (p, z) in all.normal_quantile {
        // One half has the quantile 0, for which a relative error is undefined.
        assert!((distributions::normal_quantile(p) - z).abs() < 1e-11 * z.abs().max(1.0), "normal quantile of {p}");
    }
    for (value, freedom, p) in all.chi_square_survival {
        close(distributions::chi_square_survival(value, freedom), p, 1e-9, &format!("chi-square {value} {freedom}"));
    }
    for (value, above, below, p) in all.f_survival {
        close(distributions::f_survival(value, above, below), p, 1e-9, &format!("F {value} {above} {below}"));
    }
    for (t, freedom, p) in all.student_t_two_sided {
        close(distributions::student_t_two_sided(t, freedom), p, 1e-9, &format!("t {t} {freedom}"));
    }
    for (p, freedom, t) in all.student_t_quantile {
        let found = distributions::student_t_quantile(p, freedom);
        assert!((found - t).abs() < 1e-9 * t.abs().max(1.0), "t quantile of {p} {freedom}: {found} is not {t}");
    }
    for (one, other, p) in all.binomial_two_sided {
        close(distributions::binomial_two_sided(one, other), p, 1e-8, &format!("binomial {one} {other}"));
    }
    for (p, count, range) in all.studentised_range_quantile {
        let found = distributions::studentised_range_quantile(p, count);
        close(found, range, 1e-9, &format!("quantile of {p} of the range of {count}"));
    }
}

#[test]
fn signed_ranks_agree_with_and_without_ties_and_zeros() {
    for WilcoxonCase { sample, method, above, p } in fixtures().wilcoxon {
        let test = signed_rank(&sample).unwrap();
        assert_eq!(test.is_exact, method != "asymptotic", "{method} of {}", sample.len());
        close(test.above, above, 1e-12, "sum of ranks");
        close(test.p, p, 1e-9, &format!("{method} p of {}", sample.len()));
        assert!((test.effect - (2.0 * above / (test.above + test.below) - 1.0)).abs() < 1e-12);
    }
}

fn statistic(case: &BootstrapCase) -> Box<dyn Statistic> {
    match (case.statistic.as_str(), case.data.as_slice()) {
        ("mean", [values]) => Box::new(Mean::new(values).unwrap()),
        ("median", [values]) => Box::new(Median::new(values).unwrap()),
        ("geometric mean", [values]) => Box::new(GeometricMean::new(values).unwrap()),
        ("ratio of means", [above, below]) => {
            let pairs: Vec<(f64, f64)> = above.iter().copied().zip(below.iter().copied()).collect();
            Box::new(RatioOfMeans::new(&pairs).unwrap())
        }
        (other, _) => panic!("{other} is not known"),
    }
}

#[test]
fn bias_acceleration_and_interval_agree_for_given_draws() {
    for case in fixtures().bootstrap {
        let statistic = statistic(&case);
        close(statistic.value(), case.value, 1e-12, &case.statistic);
        let without: Vec<f64> = (0..statistic.instances()).map(|index| statistic.leave_one_out(index)).collect();
        let correction = BcaCorrection::estimate(&case.drawn, case.value, &without).unwrap();
        close(correction.bias, case.bias, 1e-11, &format!("bias of the {}", case.statistic));
        close(correction.acceleration, case.acceleration, 1e-9, &format!("acceleration of the {}", case.statistic));
        let interval = Interval::from_resamples(case.drawn, case.value, &without, 0.95).unwrap();
        assert_eq!(interval.method, IntervalMethod::Bca);
        close(interval.low, case.low, 1e-10, &format!("lower end of the {}", case.statistic));
        close(interval.high, case.high, 1e-10, &format!("upper end of the {}", case.statistic));
    }
}

#[test]
fn intervals_of_other_draws_agree_up_to_monte_carlo_error() {
    for case in fixtures().bootstrap {
        let interval = Bootstrap::default().interval(&*statistic(&case)).unwrap();
        let width = case.high_of_many - case.low_of_many;
        for (found, expected) in [(interval.low, case.low_of_many), (interval.high, case.high_of_many)] {
            // With ten thousand draws an end varies by a few hundredths of the width.
            let error = (found - expected).abs() / width;
            assert!(error < 0.05, "{}: {interval:?}, an end is not {expected} by {error}", case.statistic);
        }
    }
}

#[test]
fn intervals_of_geometric_means_and_quantiles_of_students_t_agree() {
    let LogTCases { quantiles, intervals } = fixtures().log_t;
    for (p, freedom, t) in quantiles {
        let found = distributions::student_t_quantile(1.0 - p / 2.0, freedom);
        close(found, t, 1e-9, &format!("t of {p} with {freedom} degrees of freedom"));
    }
    for LogTInterval { sample, geometric_mean: mean, ends: [low, high] } in intervals {
        close(geometric_mean(&sample).unwrap(), mean, 1e-12, "geometric mean");
        let interval = geometric_mean_interval(&sample, 0.95).unwrap();
        close(interval.low, low, 1e-9, "lower end");
        close(interval.high, high, 1e-9, "upper end");
    }
}

fn runs(curve: &SurvivalCase) -> Vec<Observation> {
    curve.times.iter().zip(&curve.solved).map(|(&time, &solved)| Observation { time, solved }).collect()
}

#[test]
fn kaplan_meier_curves_intervals_and_restricted_means_agree() {
    for expected in fixtures().survival.curves {
        let curve = KaplanMeier::from_observations(&runs(&expected)).unwrap();
        assert_eq!(curve.steps.len(), expected.steps.len());
        for (step, &(time, at_risk, solved, unsolved, low, high)) in curve.steps.iter().zip(&expected.steps) {
            assert_eq!((step.at_risk, step.solved), (at_risk, solved), "at {time}");
            close(step.time, time, 1e-12, "time");
            // If all are solved the share is 0, by lifelines apart from rounding.
            for (found, expected) in [(step.unsolved, unsolved), (step.low, low), (step.high, high)] {
                assert!((found - expected).abs() < 1e-10, "{found} is not {expected} at {time}");
            }
        }
        assert_eq!(curve.median(), expected.median);
        let restricted = curve.restricted_mean(expected.horizon).unwrap();
        close(restricted.mean, expected.restricted_mean, 1e-10, "restricted mean");
    }
}

fn observations_under_limit(IncidenceCase { limit, costs, kinds, .. }: &IncidenceCase) -> Vec<Observation> {
    let solved = |(&cost, &kind)| Observation::under_limit((kind == 1).then_some(cost), *limit);
    costs.iter().zip(kinds).map(solved).collect()
}

#[test]
fn the_share_solved_under_limits_is_the_cumulative_incidence_of_aalen_and_johansen() {
    let IncidenceCases { cases, log_rank: pair } = fixtures().incidence;
    for case in &cases {
        let curve = KaplanMeier::from_observations(&observations_under_limit(case)).unwrap();
        assert_eq!(curve.steps.len(), case.steps.len());
        for (step, &(cost, share)) in curve.steps.iter().zip(&case.steps) {
            close(step.time, cost, 1e-12, "cost");
            close(1.0 - step.unsolved, share, 1e-10, "share solved");
        }
        let solved = case.kinds.iter().filter(|&&kind| kind == 1).count();
        let end = curve.steps.last().unwrap();
        close(1.0 - end.unsolved, solved as f64 / case.kinds.len() as f64, 1e-12, "share solved at the end");
    }
    let test = log_rank(&observations_under_limit(&cases[pair.first]), &observations_under_limit(&cases[pair.second]))
        .unwrap();
    close(test.chi_square, pair.chi_square, 1e-9, "statistic");
    close(test.p, pair.p, 1e-9, "p");
}

#[test]
fn log_rank_tests_agree() {
    let survival = fixtures().survival;
    for LogRankCase { first, second, chi_square, p } in survival.log_rank {
        let test = log_rank(&runs(&survival.curves[first]), &runs(&survival.curves[second])).unwrap();
        close(test.chi_square, chi_square, 1e-9, "statistic");
        close(test.p, p, 1e-9, "p");
    }
    assert!(log_rank(&[], &runs(&survival.curves[0])).is_none());
}

#[test]
fn friedman_tests_and_critical_differences_agree() {
    let fixtures = fixtures().friedman;
    for case in fixtures.cases {
        let test = friedman(&case.instances).unwrap();
        for (found, &expected) in test.average_ranks.iter().zip(&case.average_ranks) {
            close(*found, expected, 1e-12, "average rank");
        }
        close(test.chi_square, case.chi_square, 1e-10, "chi-square");
        close(test.p_chi_square, case.p_chi_square, 1e-9, "its p");
        close(test.f, case.f, 1e-9, "F");
        close(test.p_f, case.p_f, 1e-9, "its p");
    }
    for (k, q) in (2..).zip(fixtures.nemenyi) {
        let instances = vec![(1..=k).map(f64::from).collect::<Vec<_>>(); 6];
        let found = friedman(&instances).unwrap().critical_difference;
        let k = f64::from(k);
        close(found, q * (k * (k + 1.0) / 36.0).sqrt(), 1e-9, "critical difference");
    }
}

#[test]
fn holm_mcnemar_and_sign_tests_agree() {
    let Fixtures { holm: family, mcnemar: tables, sign, .. } = fixtures();
    for (found, expected) in holm(&family.ps).into_iter().zip(family.adjusted) {
        close(found, expected, 1e-12, "adjusted p");
    }
    for McNemarCase { table: [both, first, second, none], p } in tables {
        let counts = [(both, (true, true)), (first, (true, false)), (second, (false, true)), (none, (false, false))];
        let test = mcnemar(counts.iter().flat_map(|&(count, pair)| (0..count).map(move |_| pair)));
        assert_eq!([test.both, test.first, test.second, test.none], [both, first, second, none]);
        close(test.p, p, 1e-10, "McNemar");
    }
    for SignTestCase { sample, above, below, p } in sign {
        let test = sign_test(&sample);
        assert_eq!((test.above, test.below, test.ties), (above, below, sample.len() as u64 - above - below));
        close(test.p, p, 1e-10, "sign test");
    }
}

#[test]
fn intervals_of_means_by_students_t_agree() {
    for MeanIntervalCase { values, level, ends: [low, high] } in fixtures().mean_intervals {
        let found = mean_interval(&values, level).unwrap();
        close(found.low, low, 1e-9, "lower end");
        close(found.high, high, 1e-9, "upper end");
    }
}
