#!/usr/bin/env python3
"""Writes crates/stats/tests/fixtures/statistics.json: results of SciPy, statsmodels and lifelines.

    python3 -m venv /tmp/fixtures
    /tmp/fixtures/bin/pip install scipy==1.17.1 numpy==2.4.6 statsmodels==0.15.0 lifelines==0.30.3
    /tmp/fixtures/bin/python scripts/statistics-fixtures.py

The same versions give the same file: every random number has a seed. Other versions may change last
digits, far below the tolerances of crates/stats/tests/statistics.rs.
"""

import json
import pathlib

import lifelines
import lifelines.statistics
import lifelines.utils
import numpy as np
import scipy
import statsmodels
from scipy import special, stats
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests

OUT = pathlib.Path(__file__).parent.parent / "crates/stats/tests/fixtures/statistics.json"


def floats(values):
    return [float(value) for value in values]


def distributions():
    z = [-37.0, -12.5, -6.0, -3.1, -1.0, -0.2, 0.0, 0.5, 1.96, 2.7, 5.5, 8.0]
    p = [1e-300, 1e-40, 1e-12, 1e-4, 0.024, 0.075, 0.3, 0.5, 0.61, 0.925, 0.975, 1 - 1e-9]
    # The function that special.ndtri inverts, stats.chi2 and stats.f use Boost and Cephes.
    chi = [(x, df) for df in (1, 2, 3, 7, 20, 150, 1000) for x in (1e-6, 0.3, 1, 3.84, df * 0.7, df, df * 1.3, 60)]
    f = [(x, a, b) for a, b in ((1, 1), (2, 9), (3, 297), (19, 38), (7, 7000), (200, 150))
         for x in (1e-5, 0.4, 1, 1.3, 4, 25)]
    t = [(x, df) for df in (1, 2, 3, 9, 40, 1000) for x in (1e-6, 0.3, 1, 2.3, 12)]
    t_p = [(p, df) for df in (1, 2, 3, 9, 40, 1000) for p in (1e-9, 0.01, 0.3, 0.5, 0.61, 0.975, 0.9975)]
    splits = [(0, 0), (3, 9), (12, 12), (40, 75), (480, 520), (49_000, 51_000), (500_500, 499_500)]
    range_p = [(p, count) for p in (0.5, 0.95, 0.99) for count in (2, 3, 10, 21, 40, 100)]
    return {
        "normal_cdf": [[x, float(stats.norm.cdf(x))] for x in z],
        "normal_quantile": [[x, float(special.ndtri(x))] for x in p],
        "chi_square_survival": [[x, df, float(stats.chi2.sf(x, df))] for x, df in chi],
        "f_survival": [[x, a, b, float(stats.f.sf(x, a, b))] for x, a, b in f],
        "student_t_two_sided": [[x, df, float(2 * stats.t.sf(x, df))] for x, df in t],
        "student_t_quantile": [[p, df, float(stats.t.ppf(p, df))] for p, df in t_p],
        "binomial_two_sided": [[a, b, float(stats.binomtest(a, a + b).pvalue) if a + b else 1.0] for a, b in splits],
        "studentised_range_quantile": [
            [p, count, float(stats.studentized_range.ppf(p, count, np.inf))] for p, count in range_p],
    }


def wilcoxon(rng):
    # Whole numbers give ties and zeros; the first two samples have none.
    untied = rng.permutation(np.arange(1, 26)) * np.where(rng.random(25) < 0.35, -1, 1)
    samples = [
        ("exact", untied[:12]),
        ("exact", untied),
        ("permutation", [2, 0, -1, 3, 3, 0, 1, -2, 4, 5]),
        ("permutation", [0, 0, 0, 1, 1, 1, -1, 2, -2, 6, 6]),
        ("permutation", [1.5, 1.5, -1.5, 0.25, 0.25, -4, 9, 9, 9]),
        ("permutation", rng.integers(-3, 7, 14)),
        ("asymptotic", rng.normal(0.3, 1, 80)),
        ("asymptotic", rng.integers(-4, 6, 90)),
        ("asymptotic", rng.integers(-2, 3, 300)),
        ("asymptotic", np.concatenate([np.zeros(70), rng.integers(1, 5, 60), -rng.integers(1, 4, 35)])),
    ]
    cases = []
    for method, sample in samples:
        sample = np.asarray(sample, dtype=float)
        chosen = stats.PermutationMethod(n_resamples=np.inf) if method == "permutation" else method
        test = lambda side, chosen: stats.wilcoxon(
            sample, zero_method="pratt", correction=True, method=chosen, alternative=side)
        # The one-sided statistic is the sum of the ranks above 0.
        above = float(test("greater", "asymptotic").statistic)
        cases.append({"sample": floats(sample), "method": method, "above": above,
                      "p": float(test("two-sided", chosen).pvalue)})
    return cases


def bootstrap(rng):
    skewed = np.exp(rng.normal(8, 1.8, 100)).round() + 1
    other = (skewed * np.exp(rng.normal(-0.5, 0.6, 100))).round() + 1
    small = np.array([3.0, 1.0, 4.0, 1.5, 9.0, 2.6, 5.0, 35.0])
    geometric = lambda x, axis=-1: np.exp(np.mean(np.log(x), axis=axis))
    statistics = [
        ("mean", (skewed,), lambda x, axis=-1: np.mean(x, axis=axis)),
        ("mean", (small,), lambda x, axis=-1: np.mean(x, axis=axis)),
        ("median", (skewed[:41],), lambda x, axis=-1: np.median(x, axis=axis)),
        ("geometric mean", (skewed,), geometric),
        ("ratio of means", (skewed, other), lambda x, y, axis=-1: np.mean(x, axis=axis) / np.mean(y, axis=axis)),
        ("geometric mean", (skewed / other,), geometric),
    ]
    cases = []
    for name, data, statistic in statistics:
        draw = lambda count, seed: stats.bootstrap(
            data, statistic, n_resamples=count, paired=len(data) > 1, method="BCa", vectorized=True,
            confidence_level=0.95, rng=np.random.default_rng(seed))
        # 499 draws, stored completely: values computed from them must agree exactly. Many draws: up to their noise.
        few, many = draw(499, 5), draw(200_000, 6)
        without = [float(statistic(*(np.delete(x, i) for x in data))) for i in range(len(data[0]))]
        # Efron and Tibshirani 1993, equations 14.14 and 14.15.
        deviations = np.mean(without) - np.array(without)
        acceleration = np.sum(deviations**3) / (6 * np.sum(deviations**2) ** 1.5)
        value = float(statistic(*data))
        drawn = few.bootstrap_distribution
        bias = special.ndtri((np.sum(drawn < value) + np.sum(drawn <= value)) / (2 * len(drawn)))
        cases.append({
            "statistic": name, "data": [floats(x) for x in data], "value": value,
            "drawn": floats(drawn), "bias": float(bias), "acceleration": float(acceleration),
            "low": float(few.confidence_interval.low), "high": float(few.confidence_interval.high),
            "low_of_many": float(many.confidence_interval.low), "high_of_many": float(many.confidence_interval.high),
        })
    return cases


def log_t(rng):
    """Student's t on logarithms, and its quantiles."""
    samples = [np.exp(rng.normal(9, 1.9, n)).round(2) for n in (2, 20, 100)]
    interval = lambda x: np.exp(stats.t.interval(0.95, len(x) - 1, loc=np.log(x).mean(), scale=stats.sem(np.log(x))))
    return {
        "quantiles": [[p, df, float(stats.t.isf(p / 2, df))] for p in (0.5, 0.05, 0.001) for df in (1, 2, 7, 19, 99, 5000)],
        "intervals": [{"sample": floats(x), "geometric_mean": float(stats.gmean(x)), "ends": floats(interval(x))}
                      for x in samples],
    }


def survival(rng):
    limit = 60.0
    first, second = rng.exponential(40, 50).round(1), rng.exponential(25, 45).round(0)
    mixed = rng.uniform(5, 80, 45).round(0)
    samples = [
        (np.minimum(first, limit), first <= limit),
        (np.minimum(second, mixed), second <= mixed),
        (np.array([5.0, 5, 6, 8, 9, 12]), np.array([True, False, True, True, True, True])),
    ]
    curves = []
    for times, solved in samples:
        curve = lifelines.KaplanMeierFitter(alpha=0.05).fit(times, solved)
        horizon = float(times.max())
        steps = curve.event_table[curve.event_table.observed > 0]
        interval = curve.confidence_interval_survival_function_
        curves.append({
            "times": floats(times), "solved": [bool(x) for x in solved],
            "steps": [[float(t), int(row.at_risk), int(row.observed), float(curve.survival_function_.KM_estimate[t]),
                       *floats(interval.loc[t])] for t, row in steps.iterrows()],
            "median": None if np.isinf(curve.median_survival_time_) else float(curve.median_survival_time_),
            "horizon": horizon,
            "restricted_mean": float(lifelines.utils.restricted_mean_survival_time(curve, t=horizon)),
        })
    pairs = []
    for a, b in ((0, 1), (0, 2), (1, 2)):
        (ta, sa), (tb, sb) = samples[a], samples[b]
        test = lifelines.statistics.logrank_test(ta, tb, sa, sb)
        pairs.append({"first": a, "second": b, "chi_square": float(test.test_statistic), "p": float(test.p_value)})
    return {"curves": curves, "log_rank": pairs}


def incidence(rng):
    """Runs that solve (1), that another limit ends (2) or that reach the node limit (0): the Aalen-Johansen estimate."""
    cases, subdistribution = [], []
    for count, rate, limit in ((40, 0.02, None), (60, 0.01, 80.0), (30, 0.05, 25.0)):
        costs, ends = rng.exponential(40, count).round(3), rng.exponential(1 / rate, count).round(3)
        bound = np.inf if limit is None else limit
        times = np.minimum(np.minimum(costs, ends), bound)
        kinds = np.where(times == bound, 0, np.where(costs < ends, 1, 2))
        fitter = lifelines.AalenJohansenFitter(calculate_variance=False)
        fitter.fit(times, kinds, event_of_interest=1)
        curve = fitter.cumulative_density_.iloc[:, 0]
        cases.append({"limit": limit, "costs": floats(times), "kinds": [int(kind) for kind in kinds],
                      "steps": [[float(t), float(curve.loc[t])] for t in sorted(times[kinds == 1])]})
        # A run that did not solve is at risk until its limit; lifelines accepts no infinite time.
        subdistribution.append((np.where(kinds == 1, times, 1e9 if limit is None else limit), kinds == 1))
    (first, solved), (second, others) = subdistribution[1:]
    test = lifelines.statistics.logrank_test(first, second, solved, others)
    return {"cases": cases, "log_rank": {"first": 1, "second": 2, "chi_square": float(test.test_statistic),
                                         "p": float(test.p_value)}}


def friedman(rng):
    cases = []
    for values in (rng.normal(0, 1, (12, 4)) + np.arange(4) * 0.4, rng.integers(0, 5, (30, 5)) + np.arange(5) // 2,
                   rng.integers(0, 2, (20, 3))):
        n, k = values.shape
        chi = float(stats.friedmanchisquare(*values.T).statistic)
        # Iman and Davenport 1980.
        f = (n - 1) * chi / (n * (k - 1) - chi)
        cases.append({
            "instances": [floats(row) for row in values],
            "average_ranks": floats(stats.rankdata(values, axis=1).mean(axis=0)),
            "chi_square": chi, "p_chi_square": float(stats.chi2.sf(chi, k - 1)),
            "f": float(f), "p_f": float(stats.f.sf(f, k - 1, (k - 1) * (n - 1))),
        })
    q = [float(stats.studentized_range.ppf(0.95, k, np.inf) / np.sqrt(2)) for k in range(2, 21)]
    return {"cases": cases, "nemenyi": q}


def mean_intervals():
    cases = [([0.1, -0.2], 0.95), ([3.0, 1.0, 4.0, 1.5, 9.0, 2.6, 5.0, 35.0], 0.95),
             ([0.02, 0.05, -0.01, 0.03, 0.0, 0.04, 0.02, -0.03, 0.01, 0.06], 0.99)]
    return [{"values": v, "level": level,
             "ends": floats(stats.t.interval(level, len(v) - 1, loc=np.mean(v), scale=stats.sem(v)))}
            for v, level in cases]


def main():
    rng = np.random.default_rng(20260801)
    ps = floats(np.concatenate([rng.uniform(0, 0.05, 6), rng.uniform(0, 1, 5), [0.01, 0.01]]))
    tables = [[40, 3, 12, 5], [10, 0, 8, 0], [25, 7, 7, 1], [90, 0, 0, 10], [300, 41, 70, 9]]
    signs = [floats(rng.integers(-2, 4, 30)), floats(rng.normal(0.2, 1, 101)), [0.0, 0.0]]
    fixtures = {
        "versions": {"numpy": np.__version__, "scipy": scipy.__version__, "statsmodels": statsmodels.__version__,
                     "lifelines": lifelines.__version__},
        "distributions": distributions(),
        "wilcoxon": wilcoxon(rng),
        "bootstrap": bootstrap(rng),
        "log_t": log_t(np.random.default_rng(20261022)),
        "survival": survival(rng),
        "incidence": incidence(np.random.default_rng(20261021)),
        "friedman": friedman(rng),
        "holm": {"ps": ps, "adjusted": floats(multipletests(ps, method="holm")[1])},
        "mcnemar": [{"table": t, "p": float(mcnemar([t[:2], t[2:]], exact=True).pvalue)} for t in tables],
        "mean_intervals": mean_intervals(),
        "sign": [{"sample": s, "above": sum(x > 0 for x in s), "below": sum(x < 0 for x in s),
                  "p": float(stats.binomtest(sum(x > 0 for x in s), sum(x != 0 for x in s)).pvalue) if any(s) else 1.0}
                 for s in signs],
    }
    OUT.parent.mkdir(parents=True, exist_ok=True)
    # One line per case, so that differences are readable.
    lines = []
    for key, value in fixtures.items():
        inner = value if isinstance(value, list) else None
        if inner is None:
            lines.append(f"{json.dumps(key)}: {json.dumps(value)}")
        else:
            lines.append(f"{json.dumps(key)}: [\n" + ",\n".join(json.dumps(case) for case in inner) + "\n]")
    OUT.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
