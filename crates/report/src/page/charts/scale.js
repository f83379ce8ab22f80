// Axes: the position of a value, and the labelled values (as in `axis.rs` of the plot crate).

const DIGITS = [1, 2, 5];
const countUp = (first, last) => Array.from({ length: Math.max(0, Math.round(last - first) + 1) }, (_, step) => first + step);

function extentOf(values) {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low <= high ? [low, high] : null;
}

function axisOf(title, low, high, log, ticks, fine) {
  const place = log
    ? (value) => Math.log(Math.max(value, Number.MIN_VALUE) / low) / Math.log(high / low)
    : (value) => (value - low) / (high - low);
  // Values outside of the axis are at its end.
  return { title, low, high, log, ticks, fine, place: (value) => Math.min(1, Math.max(0, place(value) || 0)) };
}

// A linear axis over values with about `labels` labels.
function linearAxis(title, values, labels, format) {
  const [low, high] = extentOf(values) ?? [0, 1];
  const integers = values.every(Number.isInteger);
  const minStep = integers ? 1 : Math.max(high - low, Math.abs(high), 1e-9) * 1e-3;
  const wanted = Math.max((high - low) / Math.max(1, labels), minStep);
  const decade = 10 ** Math.floor(Math.log10(wanted) + 1e-9);
  const step = [1, 2, 5, 10].map((digit) => digit * decade).find((nice) => nice >= wanted * 0.999);
  let [first, last] = [Math.floor(low / step + 1e-9), Math.ceil(high / step - 1e-9)];
  if (first >= last) [first, last] = [first - 1, last + 1];
  const ticks = countUp(first, last).map((n) => Number((n * step).toPrecision(12))).map((value) => [value, format(value)]);
  return axisOf(title, first * step, last * step, false, ticks, []);
}

// A logarithmic axis over values above 0. Labels are at 1, 2 and 5 of each decade, and the axis is as short as possible, if
// these are few labels; otherwise labels are at decades.
function logAxis(title, values, labels, format) {
  const [min, max] = extentOf(values) ?? [1, 10];
  const first = Math.floor(Math.log10(min) + 1e-9);
  const last = Math.max(Math.ceil(Math.log10(max) - 1e-9), first + 1);
  const decades = last - first;
  const marks = countUp(first, last - 1).flatMap((decade) => countUp(1, 9).map((digit) => ({ decade, digit })));
  marks.push({ decade: last, digit: 1 });
  for (const mark of marks) mark.value = Number(`${mark.digit}e${mark.decade}`);
  const shown = (digits) => {
    const named = marks.filter(({ digit }) => digits.includes(digit)).map(({ value }) => value);
    const low = Math.max(10 ** first, ...named.filter((value) => value <= min * 1.001));
    const high = Math.min(10 ** last, ...named.filter((value) => value >= max * 0.999 && value > low * 1.001));
    return { low, high, marks: marks.filter(({ value }) => value >= low * 0.999 && value <= high * 1.001) };
  };
  const tight = shown(DIGITS);
  const labelled = tight.marks.filter(({ digit }) => DIGITS.includes(digit)).length;
  const isTight = labelled >= 2 && labelled <= labels + 1;
  const { low, high, marks: kept } = isTight ? tight : shown([1]);
  const every = isTight ? 1 : Math.max(1, Math.ceil(decades / Math.max(1, labels)));
  const hasLabel = ({ decade, digit }) => (isTight ? DIGITS.includes(digit) : digit === 1) && (decade - first) % every === 0;
  const ticks = kept.filter(hasLabel).map(({ value }) => [value, format(value)]);
  const fine = kept.filter((mark) => !hasLabel(mark) && (mark.digit === 1 || decades < 5.5)).map(({ value }) => value);
  return axisOf(title, low, high, true, ticks, fine);
}

// A logarithmic axis if a linear one would place most values into a corner.
function fittingAxis(title, values, labels, format, ratio = 30) {
  const [low, high] = extentOf(values) ?? [0, 1];
  return low > 0 && high > ratio * low ? logAxis(title, values, labels, format) : linearAxis(title, values, labels, format);
}

// A position for each of these texts, with a margin next to the first and the last.
function namesAxis(title, names) {
  return { ...axisOf(title, -0.5, names.length - 0.5, false, names.map((name, at) => [at, name]), []), names };
}
