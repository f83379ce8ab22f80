// Any two columns, by groups.

const [MAX_FREE, MAX_GROUPS, MAX_NAMES] = [2000, 28, 24];
const valueOf = (run, name) => {
  const value = run[name];
  return typeof value === "number" ? value : typeof value === "string" && value !== "" ? numberOf(value) : NaN;
};
const isNumeric = (name) => island.columns[name].numeric;

// The columns that can be an axis, and those that can group the runs.
function freeColumns() {
  const named = columns.filter((name) => !["run_id", "moves", "board", "message"].includes(name)).sort();
  const different = (name) => island.columns[name].different;
  const differing = named.filter((name) => different(name) > 1);
  return {
    axes: differing.filter(isNumeric),
    across: differing.filter((name) => isNumeric(name) || different(name) <= MAX_NAMES),
    groups: differing.filter((name) => different(name) <= MAX_GROUPS),
  };
}

function freeChart({ x, y, group }, frame) {
  const { matched } = frame;
  // Texts are positions on the axis.
  const names = isNumeric(x) ? null : [...new Set(matched.map((run) => run[x]))].sort((a, b) => inOrder(a, b));
  const placed = names ? new Map(names.map((name, place) => [name, place])) : null;
  const acrossOf = (run) => (placed ? placed.get(run[x]) : valueOf(run, x));
  const all = matched.map((run) => ({ run, a: acrossOf(run), b: valueOf(run, y) }));
  const there = all.filter(({ a, b }) => Number.isFinite(a) && Number.isFinite(b));
  const groups = group ? [...new Set(there.map(({ run }) => run[group]))] : [null];
  if (group === "solver") groups.sort((a, b) => placeOf(a) - placeOf(b));
  else groups.sort((a, b) => inOrder(a, b));
  const lookOf = new Map(groups.map((name, place) => [name, look(group === "solver" ? placeOf(name) : place)]));
  const members = new Map(groups.map((name) => [name, 0]));
  for (const { run } of there) members.set(group ? run[group] : null, members.get(group ? run[group] : null) + 1);
  const every = everyOf(there.length, MAX_FREE);
  const stopped = there.some(({ run }) => !isSolved(run));
  const remark = [
    `${whole(there.length)} runs of all sets, repeats included.${filterRemark(frame)}`,
    all.length - there.length ? `Not drawn (no ${x} or no ${y}): ${whole(all.length - there.length)} runs.` : "",
    stopped ? "Crosses: runs that did not solve their instance." : "",
    every > 1 ? `One point in ${every} is drawn.` : "",
  ].filter(Boolean).join(" ");
  const { drawing, plot } = framed({
    room: frame.room, title: `${y} against ${x}${group ? ` by ${group}` : ""}`, remark,
    entries: group ? groups.map((name) => ({ ...lookOf.get(name), dash: undefined, pick: group === "solver" ? name : undefined, text: `${written(group, name) || "none"} (${whole(members.get(name))})` })) : [],
    x: (labels) => (names ? namesAxis(x, names.map(String)) : fittingAxis(x, there.map(({ a }) => a), labels, tickOf(x))),
    y: (labels) => fittingAxis(y, there.map(({ b }) => b), labels, tickOf(y)),
  });
  const points = [];
  there.forEach(({ run, a, b }, place) => {
    if (place % every) return;
    const [px, py] = plot.at(a, b);
    const shift = names ? (jitter(place) * 0.3 * (plot.right - plot.left)) / names.length : 0;
    const name = group ? run[group] : null;
    const { color, marker } = lookOf.get(name);
    drawing.mark([px + shift, py], isSolved(run) ? marker : "cross", 3, color, 0.6);
    points.push({
      x: px + shift, y: py, run, row: groups.indexOf(name),
      text: () => `${run.instance}, ${run.solver}: ${x} ${written(x, run[x])}, ${y} ${written(y, run[y])}${isSolved(run) ? "" : ` (${run.status})`}`,
    });
  });
  points.sort((one, other) => one.row - other.row || one.x - other.x);
  if (!points.length) sayNothing(drawing, plot, "No run has both values.");
  const heads = [...new Set(["instance", "solver", "status", x, y, ...(group ? [group] : [])])];
  const data = {
    heads,
    get rows() {
      return there.map(({ run }) => heads.map((name) => run[name]));
    },
  };
  return { drawing, points, data };
}
