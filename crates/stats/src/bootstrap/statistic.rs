//! Statistics that can be computed on a sample of instances, and without one.

/// How many samples are computed side by side: a sum waits four cycles for each of its additions, and the sums of
/// other samples fill them.
pub(super) const SAMPLES: usize = 4;

/// A statistic of some instances.
pub trait Statistic {
    /// How many instances there are, at least one.
    fn instances(&self) -> usize;

    /// Its value.
    fn value(&self) -> f64;

    /// Its value on the instances `sample`, which may be put into another order.
    fn of_sample(&self, sample: &mut [u32]) -> f64;

    /// Its value on each of `samples`, to the last digit that of [`of_sample`](Self::of_sample).
    fn of_samples(&self, samples: &mut [Vec<u32>; SAMPLES]) -> [f64; SAMPLES] {
        samples.each_mut().map(|sample| self.of_sample(sample))
    }

    /// Its value on all instances except the one at `place`; arbitrary if that is the only instance.
    fn without(&self, place: usize) -> f64;
}

/// The mean of one value per instance.
#[derive(Clone, Debug)]
pub struct Mean {
    values: Vec<f64>,
    sum: f64,
}

impl Mean {
    /// The mean of `values`, if there is one.
    #[must_use]
    pub fn of(values: &[f64]) -> Option<Self> {
        (!values.is_empty()).then(|| Self { values: values.to_vec(), sum: values.iter().sum() })
    }
}

impl Statistic for Mean {
    fn instances(&self) -> usize {
        self.values.len()
    }

    fn value(&self) -> f64 {
        self.sum / self.values.len() as f64
    }

    fn of_sample(&self, sample: &mut [u32]) -> f64 {
        sample.iter().map(|&place| self.values[place as usize]).sum::<f64>() / sample.len() as f64
    }

    fn of_samples(&self, samples: &mut [Vec<u32>; SAMPLES]) -> [f64; SAMPLES] {
        let [a, b, c, d] = samples.each_ref().map(Vec::as_slice);
        // The initial value of a sum of floats.
        let mut sums = [-0.0; SAMPLES];
        for (((&a, &b), &c), &d) in a.iter().zip(b).zip(c).zip(d) {
            for (sum, place) in sums.iter_mut().zip([a, b, c, d]) {
                *sum += self.values[place as usize];
            }
        }
        sums.map(|sum| sum / a.len() as f64)
    }

    fn without(&self, place: usize) -> f64 {
        (self.sum - self.values[place]) / (self.values.len() as f64 - 1.0)
    }
}

/// The geometric mean of one value per instance, and with ratios of paired values the geometric mean of ratios.
#[derive(Clone, Debug)]
pub struct GeometricMean(Mean);

impl GeometricMean {
    /// The geometric mean of `values`, if there is one and all are above 0.
    #[must_use]
    pub fn of(values: &[f64]) -> Option<Self> {
        if values.iter().any(|&value| value.is_nan() || value <= 0.0) {
            return None;
        }
        Mean::of(&values.iter().map(|value| value.ln()).collect::<Vec<_>>()).map(Self)
    }
}

impl Statistic for GeometricMean {
    fn instances(&self) -> usize {
        self.0.instances()
    }

    fn value(&self) -> f64 {
        self.0.value().exp()
    }

    fn of_sample(&self, sample: &mut [u32]) -> f64 {
        self.0.of_sample(sample).exp()
    }

    fn of_samples(&self, samples: &mut [Vec<u32>; SAMPLES]) -> [f64; SAMPLES] {
        self.0.of_samples(samples).map(f64::exp)
    }

    fn without(&self, place: usize) -> f64 {
        self.0.without(place).exp()
    }
}

/// The mean of one value an instance over the mean of another of the same instance.
#[derive(Clone, Debug)]
pub struct RatioOfMeans {
    above: Mean,
    below: Mean,
}

impl RatioOfMeans {
    /// The mean of the first of each of `pairs` over that of the second, if the seconds are above 0.
    #[must_use]
    pub fn of(pairs: &[(f64, f64)]) -> Option<Self> {
        let (above, below): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
        if below.iter().any(|&value| value.is_nan() || value <= 0.0) {
            return None;
        }
        Some(Self { above: Mean::of(&above)?, below: Mean::of(&below)? })
    }
}

impl Statistic for RatioOfMeans {
    fn instances(&self) -> usize {
        self.above.instances()
    }

    fn value(&self) -> f64 {
        self.above.value() / self.below.value()
    }

    fn of_sample(&self, sample: &mut [u32]) -> f64 {
        self.above.of_sample(sample) / self.below.of_sample(sample)
    }

    fn of_samples(&self, samples: &mut [Vec<u32>; SAMPLES]) -> [f64; SAMPLES] {
        let (above, below) = (self.above.of_samples(samples), self.below.of_samples(samples));
        std::array::from_fn(|place| above[place] / below[place])
    }

    fn without(&self, place: usize) -> f64 {
        self.above.without(place) / self.below.without(place)
    }
}

/// The median of one value per instance.
///
/// It is not smooth, so the acceleration carries little information; the interval is near the percentile one.
#[derive(Clone, Debug)]
pub struct Median {
    /// In the order of their size, so that a sample's median is the value at the median place.
    sorted: Vec<f64>,
    /// The rank of each instance.
    ranks: Vec<usize>,
}

impl Median {
    /// The median of `values`, if there is one.
    #[must_use]
    pub fn of(values: &[f64]) -> Option<Self> {
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
        let mut ranks = vec![0; values.len()];
        for (rank, &place) in order.iter().enumerate() {
            ranks[place] = rank;
        }
        let sorted = order.iter().map(|&place| values[place]).collect::<Vec<_>>();
        (!sorted.is_empty()).then_some(Self { sorted, ranks })
    }

    /// The median of `count` values of which the one of each rank is `value`.
    fn middle(count: usize, value: impl Fn(usize) -> f64) -> f64 {
        if count == 0 { f64::NAN } else { f64::midpoint(value((count - 1) / 2), value(count / 2)) }
    }
}

impl Statistic for Median {
    fn instances(&self) -> usize {
        self.sorted.len()
    }

    fn value(&self) -> f64 {
        Self::middle(self.sorted.len(), |rank| self.sorted[rank])
    }

    fn of_sample(&self, sample: &mut [u32]) -> f64 {
        // A draw is as likely to be any rank as any instance.
        let upper = sample.len() / 2;
        let (before, &mut middle, _) = sample.select_nth_unstable(upper);
        let lower = before.iter().copied().max().filter(|_| self.sorted.len().is_multiple_of(2)).unwrap_or(middle);
        f64::midpoint(self.sorted[lower as usize], self.sorted[middle as usize])
    }

    fn without(&self, place: usize) -> f64 {
        let gone = self.ranks[place];
        Self::middle(self.sorted.len() - 1, |rank| self.sorted[rank + usize::from(rank >= gone)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VALUES: [f64; 6] = [5.0, 1.0, 4.0, 1.0, 8.0, 2.0];

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-12, "{found} is not {expected}");
    }

    /// `values` without the one at `place`.
    fn others<T: Copy>(values: &[T], place: usize) -> Vec<T> {
        values[..place].iter().chain(&values[place + 1..]).copied().collect()
    }

    #[test]
    fn leaving_out_an_instance_is_the_statistic_of_the_others() {
        let pairs: Vec<(f64, f64)> = VALUES.iter().map(|&value| (value, value * value + 1.0)).collect();
        for place in 0..VALUES.len() {
            let rest = others(&VALUES, place);
            close(Mean::of(&VALUES).unwrap().without(place), Mean::of(&rest).unwrap().value());
            close(GeometricMean::of(&VALUES).unwrap().without(place), GeometricMean::of(&rest).unwrap().value());
            close(Median::of(&VALUES).unwrap().without(place), Median::of(&rest).unwrap().value());
            let rest = RatioOfMeans::of(&others(&pairs, place)).unwrap().value();
            close(RatioOfMeans::of(&pairs).unwrap().without(place), rest);
        }
    }

    #[test]
    fn a_sample_of_every_instance_once_has_the_value_of_all() {
        for count in [5, 6] {
            let values = &VALUES[..count];
            let statistics: [&dyn Statistic; 3] =
                [&Mean::of(values).unwrap(), &GeometricMean::of(values).unwrap(), &Median::of(values).unwrap()];
            for statistic in statistics {
                let mut sample: Vec<u32> = (0..).take(count).collect();
                close(statistic.of_sample(&mut sample), statistic.value());
            }
        }
        close(Median::of(&VALUES).unwrap().value(), 3.0);
        close(Median::of(&VALUES[..5]).unwrap().value(), 4.0);
    }

    #[test]
    fn several_samples_at_once_have_the_very_values_of_each_alone() {
        let pairs: Vec<(f64, f64)> = VALUES.iter().map(|&value| (value / 3.0, value.sqrt())).collect();
        let statistics: [&dyn Statistic; 4] = [
            &Mean::of(&VALUES).unwrap(),
            &GeometricMean::of(&VALUES).unwrap(),
            &RatioOfMeans::of(&pairs).unwrap(),
            &Median::of(&VALUES).unwrap(),
        ];
        let samples = [0_u32, 1, 2, 3].map(|seed| (0..6).map(|place| (place * place + seed) % 6).collect::<Vec<_>>());
        for statistic in statistics {
            let alone = samples.clone().map(|mut sample| statistic.of_sample(&mut sample).to_bits());
            assert_eq!(statistic.of_samples(&mut samples.clone()).map(f64::to_bits), alone);
        }
    }

    #[test]
    fn what_has_no_ratio_or_no_logarithm_is_refused() {
        assert!(GeometricMean::of(&[1.0, 0.0]).is_none() && GeometricMean::of(&[f64::NAN]).is_none());
        assert!(RatioOfMeans::of(&[(1.0, 0.0)]).is_none() && RatioOfMeans::of(&[]).is_none());
        assert!(Median::of(&[]).is_none());
    }
}
