// The trade-off of configurations: mean length against the geometric mean of nodes, on the instances that all configurations
// with a coverage of at least 95 % solved.

function tradeChart(set, configurations, frame) {
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const geometric = (values) => Math.exp(mean(values.map(Math.log)));
  const solvedBy = configurations.map(({ runs: own }) => new Map(own.filter(({ run }) => isSolved(run) && run.generated !== null).map((one) => [one.run.instance, one.run])));
  // A configuration that solved few instances would restrict the instances of all others.
  const instances = new Set(configurations.flatMap(({ runs: own }) => own.map(({ run }) => run.instance))).size;
  const covers = (place) => 100 * solvedBy[place].size >= settings.common.required * instances;
  const kept = configurations.filter((_, place) => covers(place));
  const maps = solvedBy.filter((_, place) => covers(place));
  const all = maps.length ? [...maps[0].keys()].filter((instance) => maps.every((map) => map.has(instance))) : [];
  const common = all.length >= settings.common.fewest ? all : [];
  const means = common.length ? kept.map((one, place) => {
    const own = common.map((instance) => maps[place].get(instance));
    return { one, nodes: geometric(own.map((run) => run.generated)), length: mean(own.map((run) => run.length)) };
  }) : [];
  const front = means.filter((a) => !means.some((b) => b.nodes <= a.nodes && b.length <= a.length && (b.nodes < a.nodes || b.length < a.length)))
    .sort((a, b) => a.nodes - b.nodes);
  const out = configurations.filter((one) => !kept.includes(one)).map(({ name }) => name);
  const left = out.length ? ` Left out (solved less than ${settings.common.coverage} % of the instances): ${out.join(", ")}.` : "";
  const { drawing, plot } = framed({
    room: frame.room, title: `Length against nodes: ${set}`,
    remark: `Means over the ${whole(common.length)} instances solved by every configuration shown.${filterRemark(frame)} Dashed line: the Pareto front.${left}`,
    entries: kept.map(({ name, index }) => ({ ...look(index), dash: undefined, pick: name, text: name })),
    x: (labels) => logAxis("geometric mean of nodes generated", means.map(({ nodes }) => nodes), labels, short),
    y: (labels) => linearAxis("mean length", means.map(({ length }) => length), labels, short),
  });
  const corner = front.map(({ nodes, length }) => plot.at(nodes, length));
  // In steps, since nothing is known between two points.
  const steps = corner.flatMap((at, place) => (place ? [[at[0], corner[place - 1][1]], at] : [at]));
  if (front.length > 1) drawing.line(steps, { color: PALE, width: 1.5, dash: "6 4" });
  const points = means.map(({ one, nodes, length }) => {
    const [x, y] = plot.at(nodes, length);
    const { color, marker } = look(one.index);
    drawing.mark([x, y], marker, 5.5, color);
    return { x, y, run: null, row: 0, text: () => `${one.name}: mean length ${fixed(length, 2)}, geometric mean of nodes ${whole(Math.round(nodes))}, over ${whole(common.length)} instances` };
  });
  if (!means.length) sayNothing(drawing, plot, `Fewer than ${settings.common.fewest} instances were solved by every configuration.`);
  const data = {
    heads: ["solver", "mean length", "geometric mean of generated"],
    rows: means.map(({ one, nodes, length }) => [one.name, length, nodes]),
  };
  return { drawing, points: points.sort((a, b) => a.x - b.x), data };
}
