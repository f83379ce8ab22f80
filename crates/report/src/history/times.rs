//! The times of a configuration in two folders: the ratio over the instances that both solved.

use std::collections::BTreeMap;

use super::folder::{Place, Run};
use crate::estimates::{SEED, resamples};
use crate::stats::{self, Bootstrap, GeometricMean, Interval, Statistic as _};

/// A ratio of times, after over before.
#[derive(Debug, Default)]
pub(super) struct Times {
    /// The instances it is over.
    pub(super) n: usize,
    /// The instances that both have and are left out: not solved in both, or with a time of 0.
    pub(super) left_out: usize,
    /// The geometric mean of the ratios.
    pub(super) ratio: Option<f64>,
    /// Its 95 % interval, where there are two instances or more.
    pub(super) interval: Option<Interval>,
}

impl Times {
    /// Of the runs that are in both.
    pub(super) fn of(before: &BTreeMap<Place, Run>, after: &BTreeMap<Place, Run>) -> Self {
        let mut instances: BTreeMap<&str, [Vec<f64>; 2]> = BTreeMap::new();
        for (place, old) in before {
            let Some(new) = after.get(place) else { continue };
            let times = instances.entry(&place.instance).or_default();
            if old.is_solved() && new.is_solved() {
                times[0].push(old.wall_s);
                times[1].push(new.wall_s);
            }
        }
        let ratio = |times: &[Vec<f64>; 2]| {
            let [old, new] = [stats::median(&times[0])?, stats::median(&times[1])?];
            (old > 0.0 && new > 0.0).then(|| new / old)
        };
        let ratios: Vec<f64> = instances.values().filter_map(ratio).collect();
        let (n, left_out) = (ratios.len(), instances.len() - ratios.len());
        let Some(mean) = GeometricMean::of(&ratios) else { return Self { left_out, ..Self::default() } };
        let draw = Bootstrap { resamples: resamples(n), seed: SEED, ..Bootstrap::default() };
        let interval = (n > 1).then(|| draw.interval(&mean)).flatten();
        Self { n, left_out, ratio: Some(mean.value()), interval }
    }
}
