//! Statistics that can be computed on a resample of their instances, and with one instance left out.

/// The number of resamples computed together: an addition takes four cycles, which the sums of the other resamples fill.
pub(super) const BATCH: usize = 4;

/// A statistic of some instances.
pub trait Statistic {
    /// The number of instances, at least one.
    fn instances(&self) -> usize;

    /// The value on all instances.
    fn value(&self) -> f64;

    /// The value on the instances `sample`, which may be reordered.
    fn on_sample(&self, sample: &mut [u32]) -> f64;

    /// The value on each of `samples`, bit for bit that of [`on_sample`](Self::on_sample).
    fn on_samples(&self, samples: &mut [Vec<u32>; BATCH]) -> [f64; BATCH] {
        samples.each_mut().map(|sample| self.on_sample(sample))
    }

    /// The value on all instances except `index`; arbitrary if that is the only instance.
    fn leave_one_out(&self, index: usize) -> f64;
}

/// The mean of one value per instance.
#[derive(Clone, Debug)]
pub struct Mean {
    values: Vec<f64>,
    sum: f64,
}

impl Mean {
    /// The mean of `values`; none if there are none.
    #[must_use]
    pub fn new(values: &[f64]) -> Option<Self> {
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

    fn on_sample(&self, sample: &mut [u32]) -> f64 {
        sample.iter().map(|&place| self.values[place as usize]).sum::<f64>() / sample.len() as f64
    }

    fn on_samples(&self, samples: &mut [Vec<u32>; BATCH]) -> [f64; BATCH] {
        let [a, b, c, d] = samples.each_ref().map(Vec::as_slice);
        // The initial value of a sum of floats.
        let mut sums = [-0.0; BATCH];
        for (((&a, &b), &c), &d) in a.iter().zip(b).zip(c).zip(d) {
            for (sum, place) in sums.iter_mut().zip([a, b, c, d]) {
                *sum += self.values[place as usize];
            }
        }
        sums.map(|sum| sum / a.len() as f64)
    }

    fn leave_one_out(&self, index: usize) -> f64 {
        (self.sum - self.values[index]) / (self.values.len() as f64 - 1.0)
    }
}

/// The geometric mean of one value per instance; of ratios of paired values, the geometric mean ratio.
#[derive(Clone, Debug)]
pub struct GeometricMean(Mean);

impl GeometricMean {
    /// The geometric mean of `values`; none if there are none, or one is not above 0.
    #[must_use]
    pub fn new(values: &[f64]) -> Option<Self> {
        if values.iter().any(|&value| value.is_nan() || value <= 0.0) {
            return None;
        }
        Mean::new(&values.iter().map(|value| value.ln()).collect::<Vec<_>>()).map(Self)
    }
}

impl Statistic for GeometricMean {
    fn instances(&self) -> usize {
        self.0.instances()
    }

    fn value(&self) -> f64 {
        self.0.value().exp()
    }

    fn on_sample(&self, sample: &mut [u32]) -> f64 {
        self.0.on_sample(sample).exp()
    }

    fn on_samples(&self, samples: &mut [Vec<u32>; BATCH]) -> [f64; BATCH] {
        self.0.on_samples(samples).map(f64::exp)
    }

    fn leave_one_out(&self, index: usize) -> f64 {
        self.0.leave_one_out(index).exp()
    }
}

/// The mean of one value per instance over the mean of another value of the same instances.
#[derive(Clone, Debug)]
pub struct RatioOfMeans {
    numerator: Mean,
    denominator: Mean,
}

impl RatioOfMeans {
    /// The mean of the first values of `pairs` over the mean of the second values; none unless all second values are above 0.
    #[must_use]
    pub fn new(pairs: &[(f64, f64)]) -> Option<Self> {
        let (numerators, denominators): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
        if denominators.iter().any(|&value| value.is_nan() || value <= 0.0) {
            return None;
        }
        Some(Self { numerator: Mean::new(&numerators)?, denominator: Mean::new(&denominators)? })
    }
}

impl Statistic for RatioOfMeans {
    fn instances(&self) -> usize {
        self.numerator.instances()
    }

    fn value(&self) -> f64 {
        self.numerator.value() / self.denominator.value()
    }

    fn on_sample(&self, sample: &mut [u32]) -> f64 {
        self.numerator.on_sample(sample) / self.denominator.on_sample(sample)
    }

    fn on_samples(&self, samples: &mut [Vec<u32>; BATCH]) -> [f64; BATCH] {
        let (numerators, denominators) = (self.numerator.on_samples(samples), self.denominator.on_samples(samples));
        std::array::from_fn(|index| numerators[index] / denominators[index])
    }

    fn leave_one_out(&self, index: usize) -> f64 {
        self.numerator.leave_one_out(index) / self.denominator.leave_one_out(index)
    }
}

/// The median of one value per instance.
///
/// It is not smooth, so the acceleration carries little information; the interval is near the percentile one.
#[derive(Clone, Debug)]
pub struct Median {
    /// In ascending order: the median of a sample is the value at its median index.
    sorted: Vec<f64>,
    /// The rank of each instance.
    ranks: Vec<usize>,
}

impl Median {
    /// The median of `values`; none if there are none.
    #[must_use]
    pub fn new(values: &[f64]) -> Option<Self> {
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
        let mut ranks = vec![0; values.len()];
        for (rank, &place) in order.iter().enumerate() {
            ranks[place] = rank;
        }
        let sorted = order.iter().map(|&place| values[place]).collect::<Vec<_>>();
        (!sorted.is_empty()).then_some(Self { sorted, ranks })
    }

    /// The median of `count` values; `value` returns the one of a rank.
    fn at_middle(count: usize, value: impl Fn(usize) -> f64) -> f64 {
        if count == 0 { f64::NAN } else { f64::midpoint(value((count - 1) / 2), value(count / 2)) }
    }
}

impl Statistic for Median {
    fn instances(&self) -> usize {
        self.sorted.len()
    }

    fn value(&self) -> f64 {
        Self::at_middle(self.sorted.len(), |rank| self.sorted[rank])
    }

    fn on_sample(&self, sample: &mut [u32]) -> f64 {
        // A draw is as likely to be any rank as any instance.
        let upper = sample.len() / 2;
        let (before, &mut middle, _) = sample.select_nth_unstable(upper);
        let lower = before.iter().copied().max().filter(|_| self.sorted.len().is_multiple_of(2)).unwrap_or(middle);
        f64::midpoint(self.sorted[lower as usize], self.sorted[middle as usize])
    }

    fn leave_one_out(&self, index: usize) -> f64 {
        let gone = self.ranks[index];
        Self::at_middle(self.sorted.len() - 1, |rank| self.sorted[rank + usize::from(rank >= gone)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VALUES: [f64; 6] = [5.0, 1.0, 4.0, 1.0, 8.0, 2.0];

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-12, "{found} is not {expected}");
    }

    /// `values` without the one at `index`.
    fn others<T: Copy>(values: &[T], index: usize) -> Vec<T> {
        values[..index].iter().chain(&values[index + 1..]).copied().collect()
    }

    #[test]
    fn leaving_out_an_instance_gives_the_statistic_of_the_others() {
        let pairs: Vec<(f64, f64)> = VALUES.iter().map(|&value| (value, value * value + 1.0)).collect();
        for place in 0..VALUES.len() {
            let rest = others(&VALUES, place);
            close(Mean::new(&VALUES).unwrap().leave_one_out(place), Mean::new(&rest).unwrap().value());
            close(
                GeometricMean::new(&VALUES).unwrap().leave_one_out(place),
                GeometricMean::new(&rest).unwrap().value(),
            );
            close(Median::new(&VALUES).unwrap().leave_one_out(place), Median::new(&rest).unwrap().value());
            let rest = RatioOfMeans::new(&others(&pairs, place)).unwrap().value();
            close(RatioOfMeans::new(&pairs).unwrap().leave_one_out(place), rest);
        }
    }

    #[test]
    fn a_sample_of_every_instance_once_has_the_value_of_all() {
        for count in [5, 6] {
            let values = &VALUES[..count];
            let statistics: [&dyn Statistic; 3] =
                [&Mean::new(values).unwrap(), &GeometricMean::new(values).unwrap(), &Median::new(values).unwrap()];
            for statistic in statistics {
                let mut sample: Vec<u32> = (0..).take(count).collect();
                close(statistic.on_sample(&mut sample), statistic.value());
            }
        }
        close(Median::new(&VALUES).unwrap().value(), 3.0);
        close(Median::new(&VALUES[..5]).unwrap().value(), 4.0);
    }

    #[test]
    fn samples_computed_together_have_bit_for_bit_the_values_of_each_alone() {
        let pairs: Vec<(f64, f64)> = VALUES.iter().map(|&value| (value / 3.0, value.sqrt())).collect();
        let statistics: [&dyn Statistic; 4] = [
            &Mean::new(&VALUES).unwrap(),
            &GeometricMean::new(&VALUES).unwrap(),
            &RatioOfMeans::new(&pairs).unwrap(),
            &Median::new(&VALUES).unwrap(),
        ];
        let samples = [0_u32, 1, 2, 3].map(|seed| (0..6).map(|place| (place * place + seed) % 6).collect::<Vec<_>>());
        for statistic in statistics {
            let alone = samples.clone().map(|mut sample| statistic.on_sample(&mut sample).to_bits());
            assert_eq!(statistic.on_samples(&mut samples.clone()).map(f64::to_bits), alone);
        }
    }

    #[test]
    fn values_without_a_ratio_or_a_logarithm_are_refused() {
        assert!(GeometricMean::new(&[1.0, 0.0]).is_none() && GeometricMean::new(&[f64::NAN]).is_none());
        assert!(RatioOfMeans::new(&[(1.0, 0.0)]).is_none() && RatioOfMeans::new(&[]).is_none());
        assert!(Median::new(&[]).is_none());
    }
}
