// The share of instances solved within a time or a number of nodes.

const PROFILES = {
  "solved-time": {
    title: "Solved within a time", column: "wall_s", axis: "wall time of the search", tick: shortSeconds, unit: seconds,
    limit: (run) => run.time_limit_s, limitName: "time limit",
    // The resolution of the clock is about a microsecond; smaller values would not be meaningful on a log axis.
    cost: (one) => Math.max(one.wall_s, 1e-6),
  },
  "solved-nodes": {
    title: "Solved within a number of nodes", column: "generated", axis: "nodes generated", tick: short, unit: (value) => `${whole(value)} nodes`,
    limit: (run) => run.node_limit, limitName: "node limit",
    cost: ({ run }) => run.generated,
  },
};
const CURVE_MARKERS = 5;

// The maximum of a limit over the runs of a configuration, if every run has it.
function limitOf({ all }, limit) {
  const limits = all.map(({ run }) => limit(run));
  return limits.some((value) => value === null || value === undefined) ? null : limits.reduce((a, b) => Math.max(a, b), 0);
}

function profileChart(kind, set, configurations, frame) {
  const { title, column, axis, tick, unit, limit, limitName, cost } = PROFILES[kind];
  const solvedOf = ({ runs: own }) => own.filter(({ run }) => isSolved(run));
  // An external solver may not count its nodes.
  const costedOf = (one) => solvedOf(one).filter((solved) => cost(solved) !== null);
  const limits = [...new Set(configurations.map((one) => limitOf(one, limit)).filter((value) => value !== null))].sort((a, b) => a - b);
  const costs = [...configurations.flatMap(costedOf).map(cost), ...limits];
  const ends = limits.length ? " It ends at the limit, if there is one." : "";
  const entryOf = (one) => ({
    ...look(one.index), pick: one.name, text: `${one.name} (${whole(solvedOf(one).length)}/${whole(one.all.length)})`,
  });
  const content = {
    room: frame.room, title: `${title}: ${set}`,
    remark: `${overRuns(configurations, frame)} Each curve rises by one instance at the cost of each solved run of its configuration.${ends}`,
    x: (labels) => logAxis(axis, costs, labels, tick),
    y: () => axisOf("solved", 0, 100, false, [0, 20, 40, 60, 80, 100].map((share) => [share, `${share} %`]), []),
  };
  const divided = facetsOf(configurations);
  const framedOnce = () => {
    const { drawing, plot } = framed({ ...content, entries: configurations.map(entryOf) });
    return { drawing, panels: [{ plot, of: configurations }] };
  };
  const { drawing, panels } = divided ? facetFrame({ ...content, divided, entryOf }) : framedOnce();
  const limitLabel = (value) => `${limitName} ${tick(value)}`;
  const points = [];
  const curves = new Map(configurations.map((one) => [one, costedOf(one).sort((a, b) => cost(a) - cost(b))]));
  const shareOf = (one, solved) => (100 * solved) / one.all.length;

  const data = {
    heads: ["instance", "solver", column, "solved_percent"],
    get rows() {
      const rowsOf = (one) => curves.get(one).map((solved, at) => [solved.run.instance, one.name, cost(solved), shareOf(one, at + 1)]);
      return panels.flatMap(({ of }) => of.flatMap(rowsOf));
    },
  };

  // The curve of a configuration: its steps in a plot, those of many runs merged if they are closer than half a point. `visit` is
  // called with each step.
  function lineOf(one, plot, visit = () => {}) {
    const own = curves.get(one);
    const line = [];
    own.forEach((solved, place) => {
      const reached = plot.at(cost(solved), shareOf(one, place + 1));
      const before = line.at(-1);
      if (own.length > 2000 && before && reached[0] - before[0] < 0.5 && place + 1 < own.length) return;
      line.push([reached[0], before ? before[1] : plot.up(0)], reached);
      visit(reached, solved, place);
    });
    const end = Math.max(limitOf(one, limit) ?? plot.x.high, own.length ? cost(own.at(-1)) : 0);
    return [...line, plot.at(end, shareOf(one, own.length))];
  }
  // A configuration that its panel emphasises: the curve, its markers, and its points for the keyboard and the mouse.
  function emphasise(one, plot) {
    const { color, dash, marker } = look(one.index);
    const own = curves.get(one);
    const line = lineOf(one, plot, ([x, y], solved, place) => {
      const text = () => `${solved.run.instance}, ${one.name}: ${unit(cost(solved))}, ${fixed(shareOf(one, place + 1), 1)} % solved`;
      points.push({ x, y, run: solved.run, row: one.index, text });
    });
    drawing.line(line, { color, width: 2, dash });
    for (let step = 0; step < Math.min(CURVE_MARKERS, own.length); step += 1) {
      // Shifted for each configuration, so that overlapping curves remain distinguishable.
      const place = Math.min(Math.floor((own.length * (2 * step + 1)) / (2 * CURVE_MARKERS)) + (one.index % 3), own.length - 1);
      drawing.mark(plot.at(cost(own[place]), shareOf(one, place + 1)), marker, 4, color);
    }
  }
  for (const { plot, of } of panels) {
    drawLimits(drawing, plot, limits, limitLabel);
    for (const one of configurations) if (!of.includes(one)) drawing.line(lineOf(one, plot), { color: GREY, width: 1 });
    of.forEach((one) => emphasise(one, plot));
  }
  const nothing = configurations.some((one) => one.runs.length) ? "No run solved its instance." : "No run matches the filter.";
  if (!points.length) sayNothing(drawing, panels[0].plot, nothing);
  return { drawing, points, data };
}

// The limits as dashed lines, with those labels that do not overlap.
function drawLimits(drawing, plot, limits, labelOf) {
  let free = plot.left - 30;
  for (const value of limits) {
    const x = plot.across(value);
    drawing.line([[x, plot.top], [x, plot.bottom]], { color: PALE, width: 1.5, dash: "6 4" });
    const label = labelOf(value);
    const half = textWidth(label) / 2;
    const middle = Math.min(x, drawing.width - half - 4);
    if (middle - half > free) {
      drawing.text([middle, plot.top - 19], "middle", label, PALE);
      free = middle + half + 8;
    }
  }
}
