// Box plots with points: the distribution of a measure over the instances, one row per configuration.

const BOX = "Box: quartiles and median. Whiskers: the outermost points within 1.5 box lengths.";
const SPREADS = {
  length: {
    title: "Solution length", column: "length", none: "none solved", unit: (value) => `${whole(value)} moves`,
    remark: `Solved runs only. ${BOX}`,
    value: ({ run }) => (isSolved(run) ? run.length : null),
    axis: (values, labels) => fittingAxis("moves", values, labels, short, 10),
  },
  nodes: {
    title: "Nodes generated", column: "generated", none: "none searched", unit: (value) => `${whole(value)} nodes`,
    remark: `${BOX} Crosses: stopped runs, at their nodes when they were stopped; boxes include them.`,
    value: ({ run }) => run.generated || null,
    axis: (values, labels) => logAxis("nodes generated", values, labels, short),
  },
  time: {
    title: "Time", column: "wall_s", none: "none searched", unit: seconds,
    remark: `${BOX} Crosses: stopped runs, at their times when they were stopped; boxes include them.`,
    value: (one) => (one.wall_s > 0 ? Math.max(one.wall_s, 1e-6) : null),
    axis: (values, labels) => logAxis("wall time of the search", values, labels, shortSeconds),
  },
};
const [SPREAD_WIDTH, SOLVED_WIDTH, BOX_FROM, MAX_POINTS, PALER_FROM] = [560, 96, 5, 400, 100];

// A position between -1 and 1 that spreads consecutive points evenly.
const jitter = (place) => ((place * 0.618033988749895) % 1) * 2 - 1;

function spreadChart(kind, set, configurations, frame) {
  const { title, column, none, unit, remark, value, axis } = SPREADS[kind];
  const rows = configurations.map((one) => {
    const own = one.runs.map((folded) => ({ run: folded.run, value: value(folded) })).filter((shown) => shown.value !== null);
    return { ...one, own: own.sort((a, b) => a.value - b.value) };
  });
  const names = widest(rows.map(({ name }) => name));
  // If the width is too small, the names are above the rows instead of next to them.
  const above = MARGIN + names + 12 + 300 + SOLVED_WIDTH > frame.room;
  const row = above ? 56 : 34;
  const left = above ? MARGIN : MARGIN + names + 12;
  const right = Math.min(left + SPREAD_WIDTH, frame.room - MARGIN - (above ? 0 : SOLVED_WIDTH));
  const width = right + (above ? 0 : SOLVED_WIDTH) + MARGIN;
  const thinned = rows.some(({ own }) => own.length > MAX_POINTS) ? ` At most ${MAX_POINTS} points per row are drawn.` : "";
  const heading = headingOf(`${title}: ${set}`, `${overRuns(configurations, frame)} ${remark}${thinned}`, width);
  const top = heading.height + ABOVE;
  const bottom = top + Math.max(1, rows.length) * row;
  const drawing = drawingOf(width, bottom + BELOW + MARGIN / 2);
  const values = rows.flatMap(({ own }) => own.map((one) => one.value));
  const x = axis(values, Math.max(2, Math.round((right - left) / 62)));
  const plot = plotOf(left, top, right, bottom, x, axisOf("", 0, Math.max(1, rows.length), false, [], []));
  heading.draw(drawing);
  plot.drawX(drawing);
  if (!above) drawing.text([width - MARGIN, top - 12], "end", "solved", PALE);
  const points = [];
  rows.forEach(({ name, index, own, runs: shown, all }, place) => {
    const middle = top + (place + 0.5) * row + (above ? 10 : 0);
    const solved = `${whole(shown.filter(({ run }) => isSolved(run)).length)}/${whole(all.length)}`;
    if (above) drawing.text([left + 4, middle - 27], "start", `${name} (${solved} solved)`);
    else {
      drawing.text([left - 10, middle], "end", name);
      drawing.text([width - MARGIN, middle], "end", solved, PALE);
    }
    if (!own.length) {
      drawing.text([left + 10, middle], "start", shown.length || !all.length ? none : "none matches the filter", PALE);
      return;
    }
    const { color } = look(index);
    const every = everyOf(own.length, MAX_POINTS);
    const strength = Math.min(1, Math.sqrt(PALER_FROM / Math.ceil(own.length / every)));
    own.forEach(({ run, value: figure }, at) => {
      const done = isSolved(run);
      const [across, up] = [plot.across(figure), middle + jitter(Math.floor(at / every)) * 34 * 0.3];
      if (at % every) return;
      drawing.mark([across, up], done ? "disc" : "cross", done ? 2.5 : 3, color, tenth(strength * (done ? 0.45 : 0.8) * 10) / 10);
      points.push({ x: across, y: up, run, row: place, text: () => `${run.instance}, ${name}: ${unit(figure)}${done ? "" : ` (${run.status})`}` });
    });
    if (own.length >= BOX_FROM) drawBox(drawing, plot, own.map((one) => one.value), middle, color);
  });
  if (!rows.some(({ runs: shown }) => shown.length)) sayNothing(drawing, plot, "No run matches the filter.");
  plot.drawEdges(drawing);
  const data = {
    heads: ["instance", "solver", column, "status"],
    get rows() {
      return rows.flatMap(({ name, own }) => own.map(({ run, value: figure }) => [run.instance, name, figure, run.status]));
    },
  };
  return { drawing, points, data };
}

// The box of sorted values at the height `middle`, computed from their positions on the axis, and therefore from logarithms on
// a logarithmic axis.
function drawBox(drawing, plot, sorted, middle, color) {
  const places = sorted.map(plot.across);
  const [a, b, c] = [0.25, 0.5, 0.75].map((share) => quantile(places, share));
  const reach = 1.5 * (c - a);
  const inside = places.filter((at) => at >= a - reach && at <= c + reach);
  const [first, last] = [inside[0], inside.at(-1)];
  const [top, bottom] = [middle - 9, middle + 9];
  drawing.rectangle([a, top], [c, bottom], color, 0.16);
  const edge = { color, width: 1.5 };
  drawing.line([[a, top], [c, top], [c, bottom], [a, bottom], [a, top]], edge);
  for (const [from, to] of [[first, a], [last, c]]) {
    drawing.line([[from, middle], [to, middle]], edge);
    drawing.line([[from, middle - 5], [from, middle + 5]], edge);
  }
  // Longer than the box, so that it differs from a column of points.
  drawing.line([[b, top - 4], [b, bottom + 4]], { color, width: 4 });
}
