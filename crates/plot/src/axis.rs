//! Axes: the positions of values, and the values that are labelled.

/// An axis from `low` to `high`.
#[derive(Debug)]
pub(crate) struct Axis {
    /// The axis title.
    pub(crate) title: String,
    low: f64,
    high: f64,
    log: bool,
    /// The labelled values with their labels.
    pub(crate) ticks: Vec<(f64, String)>,
    /// The values with a minor grid line only.
    pub(crate) minor: Vec<f64>,
}

/// A digit of a decade, at which a logarithmic axis may have a grid line.
#[derive(Debug)]
struct DecadeMark {
    decade: f64,
    digit: f64,
}

impl DecadeMark {
    fn value(&self) -> f64 {
        self.digit * 10f64.powf(self.decade)
    }
}

/// The digits of a decade that are labelled if there is room.
const LABELLED_DIGITS: [f64; 3] = [1.0, 2.0, 5.0];

impl Axis {
    /// A linear axis over `values`, with room for about `labels` labels.
    pub(crate) fn linear(title: &str, values: &[f64], labels: usize, format: impl Fn(f64) -> String) -> Self {
        let (low, high) = extent(values).unwrap_or((0.0, 1.0));
        let step = nice_step((high - low).max(1.0) / labels.max(1) as f64);
        Self::stepped(title, (low, high), step, format)
    }

    /// A linear axis over `values` that need not be whole, with room for about `labels` labels.
    pub(crate) fn fractional(title: &str, values: &[f64], labels: usize, format: impl Fn(f64) -> String) -> Self {
        let (low, high) = extent(values).unwrap_or((0.0, 1.0));
        let span = if high > low { high - low } else { high.abs().max(1e-3) * 0.1 };
        let raw = span / labels.max(1) as f64;
        // One to ten of a decade that may lie below 1.
        let decade = 10f64.powf(raw.log10().floor());
        Self::stepped(title, (low, high), nice_step(raw / decade) * decade, format)
    }

    fn stepped(title: &str, (low, high): (f64, f64), step: f64, format: impl Fn(f64) -> String) -> Self {
        let (first, last) = ((low / step).floor(), (high / step).ceil());
        let (first, last) = if first < last { (first, last) } else { (first - 1.0, last + 1.0) };
        let ticks = count_up(first, last).map(|n| n * step).map(|value| (value, format(value))).collect();
        Self { title: title.to_owned(), low: first * step, high: last * step, log: false, ticks, minor: Vec::new() }
    }

    /// A logarithmic axis over `values`, all above 0, with room for about `labels` labels. If the labels fit, they are at 1, 2
    /// and 5 of each decade and the axis ends at the next label; otherwise they are at decades.
    pub(crate) fn log(title: &str, values: &[f64], labels: usize, format: impl Fn(f64) -> String) -> Self {
        let (min, max) = extent(values).unwrap_or((1.0, 10.0));
        // Slightly inside, so that a value on a power of ten does not open the next decade.
        let (first, last) = ((min.log10() + 1e-9).floor(), (max.log10() - 1e-9).ceil());
        let last = last.max(first + 1.0);
        let decades = last - first;
        // Every digit of every decade, and the power of ten that closes the last.
        let mut marks: Vec<DecadeMark> = count_up(first, last - 1.0)
            .flat_map(|decade| count_up(1.0, 9.0).map(move |digit| DecadeMark { decade, digit }))
            .collect();
        marks.push(DecadeMark { decade: last, digit: 1.0 });
        let shown = |digits: &[f64]| {
            let named = || marks.iter().filter(|mark| digits.contains(&mark.digit)).map(DecadeMark::value);
            let low = named().filter(|value| *value <= min * 1.001).fold(10f64.powf(first), f64::max);
            let high =
                named().filter(|value| *value >= max * 0.999 && *value > low * 1.001).fold(10f64.powf(last), f64::min);
            let between = |mark: &&DecadeMark| (low * 0.999..=high * 1.001).contains(&mark.value());
            (low, high, marks.iter().filter(between).collect::<Vec<_>>())
        };
        let tight = shown(&LABELLED_DIGITS);
        let labelled = tight.2.iter().filter(|mark| LABELLED_DIGITS.contains(&mark.digit)).count();
        let is_tight = (2..=labels + 1).contains(&labelled);
        let (low, high, marks) = if is_tight { tight } else { shown(&[1.0]) };
        let every = if is_tight { 1.0 } else { (decades / labels.max(1) as f64).ceil().max(1.0) };
        let has_label = |mark: &&DecadeMark| {
            let digit = if is_tight { LABELLED_DIGITS.contains(&mark.digit) } else { mark.digit < 1.5 };
            digit && (mark.decade - first) % every < 0.5
        };
        let (labelled, others): (Vec<&DecadeMark>, Vec<&DecadeMark>) = marks.into_iter().partition(has_label);
        let ticks = labelled.into_iter().map(|mark| (mark.value(), format(mark.value()))).collect();
        let minor =
            others.into_iter().filter(|mark| mark.digit < 1.5 || decades < 5.5).map(DecadeMark::value).collect();
        Self { title: title.to_owned(), low, high, log: true, ticks, minor }
    }

    /// A linear or logarithmic axis labelled at `marks` only, omitting labels closer than `apart`, a share of the axis.
    pub(crate) fn with_labels_at(
        title: &str,
        marks: &[f64],
        log: bool,
        apart: f64,
        format: impl Fn(f64) -> String,
    ) -> Self {
        let (low, high) = extent(marks).unwrap_or((1.0, 2.0));
        let log = log && low > 0.0;
        let (low, high) = if low < high { (low, high) } else { (low * 0.5, high * 1.5 + 1.0) };
        let mut axis = Self { title: title.to_owned(), low, high, log, ticks: Vec::new(), minor: Vec::new() };
        for &mark in marks {
            let free = axis.ticks.iter().all(|(other, _)| (axis.position(*other) - axis.position(mark)).abs() >= apart);
            if free {
                axis.ticks.push((mark, format(mark)));
            } else {
                axis.minor.push(mark);
            }
        }
        axis
    }

    /// The axis from and to `ends`; labels outside are dropped.
    pub(crate) fn widened(mut self, [low, high]: [f64; 2]) -> Self {
        self.ticks.retain(|(value, _)| (low..=high).contains(value));
        (self.low, self.high) = (low, high);
        self
    }

    /// The position of `value`, from 0 at the low end to 1 at the high end; values outside the axis are at its ends.
    pub(crate) fn position(&self, value: f64) -> f64 {
        let share = if self.log {
            (value.max(f64::MIN_POSITIVE) / self.low).ln() / (self.high / self.low).ln()
        } else {
            (value - self.low) / (self.high - self.low)
        };
        if share.is_nan() { 0.0 } else { share.clamp(0.0, 1.0) }
    }

    /// The value at a position from 0 to 1.
    pub(crate) fn value_at(&self, position: f64) -> f64 {
        if self.log {
            self.low * (self.high / self.low).powf(position)
        } else {
            self.low + position * (self.high - self.low)
        }
    }

    /// The value at the low end.
    pub(crate) fn low(&self) -> f64 {
        self.low
    }

    /// The value at the high end.
    pub(crate) fn high(&self) -> f64 {
        self.high
    }
}

/// The minimum and the maximum of the finite `values`.
fn extent(values: &[f64]) -> Option<(f64, f64)> {
    let finite = values.iter().copied().filter(|value| value.is_finite());
    finite.fold(None, |extent, value| match extent {
        None => Some((value, value)),
        Some((low, high)) => Some((value.min(low), value.max(high))),
    })
}

/// The smallest of 1, 2, 5, 10, 20 ... that is at least `step`.
pub(crate) fn nice_step(step: f64) -> f64 {
    let decade = 10f64.powf(step.max(1.0).log10().floor());
    [1.0, 2.0, 5.0].map(|digit| digit * decade).into_iter().find(|&nice| nice >= step * 0.999).unwrap_or(10.0 * decade)
}

/// The integers from `first` to `last` as floating-point numbers.
fn count_up(first: f64, last: f64) -> impl Iterator<Item = f64> {
    std::iter::successors(Some(first), |value| Some(value + 1.0)).take_while(move |value| *value < last + 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number;

    fn labels(axis: &Axis) -> Vec<&str> {
        axis.ticks.iter().map(|(_, label)| label.as_str()).collect()
    }

    #[test]
    fn a_linear_axis_has_round_labels_and_covers_its_values() {
        let axis = Axis::linear("moves", &[43.0, 71.0], 6, number::short);
        assert_eq!(labels(&axis), ["40", "45", "50", "55", "60", "65", "70", "75"]);
        assert!((axis.position(57.5) - 0.5).abs() < 1e-12);
        assert_eq!(labels(&Axis::linear("moves", &[50.0, 50.0], 6, number::short)), ["49", "50", "51"]);
    }

    #[test]
    fn an_axis_of_ratios_has_labels_between_whole_numbers() {
        let axis = Axis::fractional("ratio", &[1.02, 1.37], 4, number::short);
        assert_eq!(labels(&axis), ["1", "1.1", "1.2", "1.3", "1.4"]);
        assert_eq!(labels(&Axis::fractional("ratio", &[1.0, 1.0], 2, number::short)), ["0.95", "1", "1.05"]);
    }

    #[test]
    fn a_log_axis_labels_decades_and_finer_if_there_is_room() {
        assert_eq!(
            labels(&Axis::log("nodes", &[150.0, 2e6], 8, number::short)),
            ["100", "1k", "10k", "100k", "1M", "10M"]
        );
        assert_eq!(labels(&Axis::log("nodes", &[120.0, 900.0], 8, number::short)), ["100", "200", "500", "1k"]);
        assert_eq!(
            labels(&Axis::log("nodes", &[1.0, 1e12], 6, number::short)),
            ["1", "100", "10k", "1M", "100M", "10G", "1T"]
        );
        assert_eq!(
            labels(&Axis::log("moves", &[41.0, 1477.0], 8, number::short)),
            ["20", "50", "100", "200", "500", "1k", "2k"]
        );
        assert_eq!(labels(&Axis::log("nodes", &[1000.0, 1000.0], 1, number::short)), ["1k", "2k"]);
    }

    #[test]
    fn values_outside_and_nan_are_drawn_at_the_ends() {
        let axis = Axis::log("nodes", &[10.0, 1000.0], 4, number::short);
        let places = [0.0, -1.0, f64::NAN, 1e300, f64::INFINITY].map(|value| axis.position(value));
        assert_eq!(places.map(|place| place.to_string()), ["0", "0", "0", "1", "1"]);
    }

    #[test]
    fn an_axis_without_values_has_labels() {
        assert_eq!(labels(&Axis::linear("moves", &[], 1, number::short)), ["0", "1"]);
        assert_eq!(labels(&Axis::log("nodes", &[], 2, number::short)), ["1", "10"]);
    }
}
