// Two configurations, instance by instance.

const SCATTERED = {
  generated: { title: "nodes generated", column: "generated", more: "generated more", tick: short, unit: (value) => `${whole(value)} nodes`, of: ({ run }) => run.generated, limit: (run) => run.node_limit, limitName: "node limit", stoppedBy: "node-limit" },
  expanded: { title: "nodes expanded", column: "expanded", more: "expanded more", tick: short, unit: (value) => `${whole(value)} expanded`, of: ({ run }) => run.expanded && Math.max(run.expanded, 1), limit: () => null },
  time: { title: "time", column: "wall_s", more: "took longer", tick: shortSeconds, unit: seconds, of: (one) => Math.max(one.wall_s, 1e-6), limit: (run) => run.time_limit_s, limitName: "time limit", stoppedBy: "time-limit" },
};
const [SCATTER_SIDE, MAX_SCATTERED] = [430, 2000];

// The pairs of runs of two configurations on the same instance that searched. A killed run has a time but no counts.
function sharedRuns(across, up) {
  const searched = ({ runs: own }) => own.filter((one) => one.wall_s > 0);
  const others = new Map(searched(up).map((one) => [one.run.instance, one]));
  return searched(across).filter(({ run }) => others.has(run.instance)).map((one) => [one, others.get(one.run.instance)]);
}

// The default pair: two configurations that prove optimality with a heuristic, if there are any; then the pair that solved most
// instances in common; then the pair with most instances in common.
function bestPair(configurations) {
  const proves = ({ runs: own }) => own.some(({ run }) => isSolved(run) && run.heuristic && run.proof === "optimal");
  let best = null;
  configurations.forEach((first, place) => {
    for (const second of configurations.slice(place + 1)) {
      const shared = sharedRuns(first, second);
      const solved = shared.filter(([a, b]) => isSolved(a.run) && isSolved(b.run)).length;
      const rank = [Number(proves(first) && proves(second)), solved, shared.length];
      const at = best ? rank.findIndex((value, index) => value !== best.rank[index]) : 0;
      if (at >= 0 && (!best || rank[at] > best.rank[at])) best = { rank, pair: [first, second] };
    }
  });
  return best?.pair ?? [configurations[0], configurations[1]];
}

function scatterChart(set, configurations, frame) {
  const measure = SCATTERED[view.measure] ?? SCATTERED.generated;
  const named = (name) => configurations.find((one) => one.name === name);
  let [across, up] = [named(view.across), named(view.up)];
  if (!across || !up) {
    const [first, second] = bestPair(configurations);
    across ??= first === up ? second : first;
    up ??= across === second ? first : second;
  }
  const names = [across?.name ?? view.across, up?.name ?? view.up];
  const isKnown = (one) => !isSolved(one.run) || measure.of(one) !== null;
  const shared = across && up ? sharedRuns(across, up).filter((pair) => pair.every(isKnown)) : [];
  const solved = shared.filter((pair) => pair.some(({ run }) => isSolved(run)));
  const figure = (one) => (isSolved(one.run) ? measure.of(one) : null);
  const values = solved.flatMap((pair) => pair.map(figure)).filter((value) => value !== null);
  const max = values.reduce((a, b) => Math.max(a, b), 1e-6);
  const limits = across && up ? [across, up].map((one) => limitOf(one, measure.limit)) : [null];
  // Different limits have no common edge, and a run that another limit stopped did not reach this one.
  const atLimit = solved.every((pair) => pair.every(({ run }) => isSolved(run) || run.status === measure.stoppedBy));
  const isLimit = limits[0] !== null && limits[0] === limits[1] && limits[0] >= max && atLimit;
  const edge = isLimit ? limits[0] : max * 2;
  const stopped = solved.some((pair) => !pair.every(({ run }) => isSolved(run)));
  if (stopped) values.push(edge);
  const sides = [[0, 0], [0, 0]];
  for (const [a, b] of solved) {
    const both = isSolved(a.run) && isSolved(b.run);
    if (!both) sides[1][isSolved(a.run) ? 0 : 1] += 1;
    else if (figure(a) !== figure(b)) sides[0][figure(b) > figure(a) ? 0 : 1] += 1;
  }
  const counts = `Above the diagonal, ${names[1]} ${measure.more}: ${whole(sides[0][0])} instances; below: ${whole(sides[0][1])}.`;
  const alone = stopped ? ` Crosses on the dashed edges: solved by only one, ${names[0]} (${whole(sides[1][0])}) or ${names[1]} (${whole(sides[1][1])}).` : "";
  const neither = shared.length - solved.length ? ` Not drawn: ${whole(shared.length - solved.length)} solved by neither.` : "";
  const every = everyOf(solved.length, MAX_SCATTERED);
  const thinned = every > 1 ? ` One point in ${every} is drawn.` : "";
  const remark = `${whole(shared.length)} instances that both searched.${filterRemark(frame)} Each point is an instance. ${counts} Dotted lines: a factor of 10.${alone}${neither}${thinned}`;

  const data = {
    heads: ["instance", ...names.flatMap((name) => [`${measure.column}: ${name}`, `status: ${name}`])],
    get rows() {
      return solved.map((pair) => [pair[0].run.instance, ...pair.flatMap((one) => [figure(one), one.run.status])]);
    },
  };
  const axis = (name, labels) => logAxis(`${measure.title}${measure.title === "time" ? " of" : " by"} ${name}`, values, labels, measure.tick);
  const left = MARGIN + labelWidth(axis(names[1], 8));
  const label = isLimit ? `${measure.limitName} ${measure.tick(edge)}` : "not solved";
  // The label of the edge is next to the plot area, or above it if the width is too small.
  const beside = stopped && frame.room > 560 ? textWidth(label) + 16 : 4;
  const room = frame.room - left - MARGIN - beside;
  const side = Math.max(180, Math.min(SCATTER_SIDE, room));
  const [x, y] = names.map((name) => axis(name, Math.max(2, Math.round(side / 54))));
  const width = Math.min(frame.room, Math.max(left + side + beside + MARGIN, 660));
  const heading = headingOf(`Two configurations, instance by instance: ${set}`, remark, width);
  const top = heading.height + ABOVE;
  const bottom = top + side;
  const drawing = drawingOf(width, bottom + BELOW + MARGIN / 2);
  const plot = plotOf(left, top, left + side, bottom, x, y);
  heading.draw(drawing);
  plot.draw(drawing);
  if (!solved.length) {
    sayNothing(drawing, plot, "No instance that both searched was solved.");
    return { drawing, points: [], data, names };
  }
  const { low, high } = x;
  drawing.line([plot.at(low, low), plot.at(high, high)], { color: PALE });
  if (high > 10 * low) {
    drawing.line([plot.at(low, 10 * low), plot.at(high / 10, high)], { color: PALE, dash: "2 4" });
    drawing.line([plot.at(10 * low, low), plot.at(high, high / 10)], { color: PALE, dash: "2 4" });
  }
  if (stopped) {
    const [ex, ey] = plot.at(edge, edge);
    drawing.line([[ex, bottom], [ex, ey]], { color: PALE, width: 1.5, dash: "6 4" });
    drawing.line([[left, ey], [ex, ey]], { color: PALE, width: 1.5, dash: "6 4" });
    if (beside > 4) drawing.text([left + side + 8, ey], "start", label, PALE);
    else drawing.text([ex, top - 6], "end", label, PALE);
  }
  const points = [];
  solved.forEach((pair, place) => {
    if (place % every) return;
    const [a, b] = pair.map(figure);
    const both = a !== null && b !== null;
    const [px, py] = plot.at(a ?? edge, b ?? edge);
    drawing.mark([px, py], both ? "disc" : "cross", 3.5, look(both ? 0 : 1).color, 0.7);
    const said = (one, at) => `${names[at]} ${isSolved(one.run) ? measure.unit(measure.of(one)) : one.run.status}`;
    // A click opens the solved run.
    points.push({ x: px, y: py, run: (b === null ? pair[0] : pair[1]).run, row: 0, text: () => `${pair[0].run.instance}: ${pair.map(said).join(", ")}` });
  });
  points.sort((one, other) => one.x - other.x);
  return { drawing, points, data, names };
}
