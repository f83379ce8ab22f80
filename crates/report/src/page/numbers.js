// Number formats, as in the tables of the report.

// Cached: creating a format takes longer than using it.
const formats = new Map();
function fixed(value, digits) {
  if (!formats.has(digits)) {
    formats.set(digits, new Intl.NumberFormat("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits }));
  }
  return formats.get(digits).format(value);
}
const plain = new Intl.NumberFormat("en-US");
const whole = (value) => plain.format(value);

function seconds(value) {
  if (value <= 0) return "0 s";
  const [scaled, unit] =
    value < 0.9995e-3 ? [value * 1e6, "µs"] : value < 0.9995 ? [value * 1e3, "ms"] : [value, "s"];
  return `${fixed(scaled, scaled < 9.995 ? 2 : scaled < 99.95 ? 1 : 0)} ${unit}`;
}

function bytes(value) {
  let unit = 0;
  while (value >= 1023.95 && unit < 4) [value, unit] = [value / 1024, unit + 1];
  return `${fixed(value, unit ? 1 : 0)} ${["B", "KiB", "MiB", "GiB", "TiB"][unit]}`;
}

// A value as a number: a number, or a text that can be parsed as one, including ratios such as 4/3; otherwise NaN.
function numberOf(value) {
  if (typeof value === "number") return value;
  const [, top, bottom] = /^\s*(-?[\d.]+(?:e[-+]?\d+)?)(?:\/(\d+))?\s*$/i.exec(value ?? "") ?? [];
  return top === undefined ? NaN : Number(top) / (bottom === undefined ? 1 : Number(bottom));
}

// Orders numbers by value, then texts, then missing values.
function inOrder(a, b, down) {
  const missing = (value) => value === null || value === undefined || value === "";
  if (missing(a) || missing(b)) return missing(a) - missing(b);
  const [x, y] = [numberOf(a), numberOf(b)];
  if (isNaN(x) !== isNaN(y)) return isNaN(x) - isNaN(y);
  const order = isNaN(x) ? (a < b ? -1 : a > b ? 1 : 0) : x - y;
  return down ? -order : order;
}
