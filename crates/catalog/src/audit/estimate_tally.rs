//! Estimates compared with true distances: exact sums and the nearest counter-example.

use std::collections::BTreeMap;

use tilebench_core::Cost;
use tilebench_puzzle::Board;

/// The counts over states whose distance is known.
///
/// Sums are integers, so they do not depend on the order of the states. Examples do: the first is kept, so
/// states must be counted in a fixed order and parts joined in this order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EstimateTally {
    /// The number of states.
    pub states: u64,
    /// The number of states whose estimate is above their distance.
    pub overestimates: u64,
    /// The maximum excess of an estimate over the distance.
    pub max_overestimate: Cost,
    /// The first overestimated state in order of distance and then of key.
    pub nearest_overestimate: Option<Overestimate>,
    /// The number of states whose estimate equals their distance.
    pub exact: u64,
    /// The number of states whose estimate and distance differ in parity.
    pub parity_mismatches: u64,
    /// The sum of the estimates.
    pub h_sum: u128,
    /// The sum of the squares of the estimates.
    pub h_squares: u128,
    /// The sum of the distances.
    pub distance_sum: u128,
    /// The sum of the squares of the distances.
    pub distance_squares: u128,
    /// The sum of the products of estimate and distance.
    pub products: u128,
    /// The maximum distance.
    pub max_distance: Cost,
    /// The number of states with each estimate.
    pub histogram: BTreeMap<Cost, u64>,
}

/// A state whose estimate is above its distance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overestimate {
    /// The state.
    pub board: Board,
    /// Its estimate.
    pub h: Cost,
    /// Its true distance.
    pub distance: Cost,
}

impl EstimateTally {
    /// The mean estimate. This and the other means are 0 if there are no states.
    #[must_use]
    pub fn mean_h(&self) -> f64 {
        ratio(self.h_sum, self.states)
    }

    /// The mean distance.
    #[must_use]
    pub fn mean_distance(&self) -> f64 {
        ratio(self.distance_sum, self.states)
    }

    /// The mean of distance minus estimate.
    #[must_use]
    pub fn mean_error(&self) -> f64 {
        let error = self.distance_sum.cast_signed() - self.h_sum.cast_signed();
        error as f64 / self.states.max(1) as f64
    }

    /// The maximum estimate.
    #[must_use]
    pub fn max_h(&self) -> Cost {
        self.histogram.last_key_value().map_or(0, |(&h, _)| h)
    }

    /// Pearson's correlation of estimate and distance; `None` if one of them is constant.
    #[must_use]
    pub fn correlation(&self) -> Option<f64> {
        let n = i128::from(self.states);
        let [h, d] = [self.h_sum, self.distance_sum].map(u128::cast_signed);
        let covariance = n * self.products.cast_signed() - h * d;
        let h_variance = n * self.h_squares.cast_signed() - h * h;
        let d_variance = n * self.distance_squares.cast_signed() - d * d;
        let scale = (h_variance as f64).sqrt() * (d_variance as f64).sqrt();
        (h_variance > 0 && d_variance > 0).then(|| covariance as f64 / scale)
    }

    /// Counts a state; `board` returns its board if it is needed as an example.
    #[inline]
    pub(crate) fn add(&mut self, h: Cost, distance: Cost, board: impl FnOnce() -> Board) {
        self.states += 1;
        self.exact += u64::from(h == distance);
        self.parity_mismatches += u64::from((h ^ distance) & 1);
        if h > distance {
            self.overestimates += 1;
            self.max_overestimate = self.max_overestimate.max(h - distance);
            if self.nearest_overestimate.is_none() {
                self.nearest_overestimate = Some(Overestimate { board: board(), h, distance });
            }
        }
        self.max_distance = self.max_distance.max(distance);
        *self.histogram.entry(h).or_default() += 1;
        let (h, distance) = (u128::from(h), u128::from(distance));
        self.h_sum += h;
        self.h_squares += h * h;
        self.distance_sum += distance;
        self.distance_squares += distance * distance;
        self.products += h * distance;
    }

    /// Adds the counts over the states that follow these.
    #[must_use]
    pub(crate) fn then(mut self, later: &Self) -> Self {
        for (&h, states) in &later.histogram {
            *self.histogram.entry(h).or_default() += states;
        }
        Self {
            states: self.states + later.states,
            overestimates: self.overestimates + later.overestimates,
            max_overestimate: self.max_overestimate.max(later.max_overestimate),
            nearest_overestimate: self.nearest_overestimate.or_else(|| later.nearest_overestimate.clone()),
            exact: self.exact + later.exact,
            parity_mismatches: self.parity_mismatches + later.parity_mismatches,
            h_sum: self.h_sum + later.h_sum,
            h_squares: self.h_squares + later.h_squares,
            distance_sum: self.distance_sum + later.distance_sum,
            distance_squares: self.distance_squares + later.distance_squares,
            products: self.products + later.products,
            max_distance: self.max_distance.max(later.max_distance),
            histogram: self.histogram,
        }
    }
}

fn ratio(sum: u128, count: u64) -> f64 {
    sum as f64 / count.max(1) as f64
}
