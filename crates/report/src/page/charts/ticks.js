// Tick labels without superfluous digits.

function short(value) {
  const size = Math.abs(value);
  if (size >= 1e15) return value.toExponential(0);
  const [scaled, unit] = size >= 1e12 ? [value / 1e12, "T"] : size >= 1e9 ? [value / 1e9, "G"]
    : size >= 1e6 ? [value / 1e6, "M"] : size >= 1e3 ? [value / 1e3, "k"] : [value, ""];
  // Three decimal places are enough, except for values below one.
  return `${size > 0 && size < 0.01 ? Number(scaled.toPrecision(3)) : Number(scaled.toFixed(3))}${unit}`;
}

function shortSeconds(value) {
  if (value <= 0) return "0 s";
  if (value < 0.999e-6) return `${short(value * 1e9)} ns`;
  if (value < 0.999e-3) return `${short(value * 1e6)} µs`;
  return value < 0.999 ? `${short(value * 1e3)} ms` : `${value < 1e6 ? whole(Number(value.toFixed(3))) : short(value)} s`;
}

const shortBytes = (value) => bytes(value).replace(".0 ", " ");

// The format of the tick labels of a column.
function tickOf(name) {
  const writer = writers[name];
  return writer === seconds ? shortSeconds : writer === bytes ? shortBytes : short;
}
