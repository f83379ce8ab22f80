// Several runs of one configuration on one instance become one, as `repeats.rs` folds them.

const settings = JSON.parse(byId("settings")?.textContent ?? "null");
const isSolved = (run) => run.status === "solved";
const isFault = (run) => settings.faults.includes(run.status);

// The run that speaks for several of other seeds and repeats: a fault before all others, so that none is hidden, else
// the one in the middle by how it ended and nodes, the lower of two middles; of one seed the first.
function speaker(several) {
  const rank = (run) => settings.statuses.indexOf(run.status);
  const order = [...several].sort((a, b) =>
    isFault(b) - isFault(a) || rank(a) - rank(b) || a.generated - b.generated || a.seed - b.seed || a.repeat - b.repeat);
  const oneSeed = several.every(({ seed }) => seed === several[0].seed);
  return isFault(order[0]) || oneSeed ? order[0] : order[Math.floor((order.length - 1) / 2)];
}

// The `share`-quantile of sorted values, linear between neighbours.
function quantile(sorted, share) {
  const place = share * (sorted.length - 1);
  const below = Math.floor(place);
  return sorted[below] + (sorted[Math.min(below + 1, sorted.length - 1)] - sorted[below]) * (place - below);
}

// One for several: `run` is the record that speaks, and the time is the median over those that ended as it did.
function folded(several) {
  const run = speaker(several);
  if (several.length === 1) return { run, wall_s: run.wall_s };
  const times = several.filter(({ status }) => status === run.status).map(({ wall_s }) => wall_s).sort((a, b) => a - b);
  return { run, wall_s: quantile(times, 0.5) };
}

// The configurations of a set with their runs, one an instance: [{ name, index, all, runs }], where `all` are the runs that
// count and `runs` those of them that `isShown`.
function configurationsOf(some, set, isShown = () => true) {
  const bySolver = new Map();
  for (const run of some) {
    if (run.set !== set) continue;
    if (!bySolver.has(run.solver)) bySolver.set(run.solver, new Map());
    const byInstance = bySolver.get(run.solver);
    if (byInstance.has(run.instance)) byInstance.get(run.instance).push(run);
    else byInstance.set(run.instance, [run]);
  }
  return island.solvers.filter((name) => bySolver.has(name)).map((name) => {
    const all = [...bySolver.get(name).values()].map(folded);
    return { name, index: placeOf(name), all, runs: all.filter(({ run }) => isShown(run)) };
  });
}

// A sentence if configurations of a set are shown with different instances, else nothing.
function unequalRemark(set, configurations) {
  const instances = configurations.map(({ runs: own }) => own.map(({ run }) => run.instance).sort());
  if (instances.every((own) => own.length === instances[0].length && own.every((name, at) => name === instances[0][at]))) return "";
  const counts = instances.map((own) => own.length);
  const [fewest, most] = [Math.min(...counts), Math.max(...counts)];
  const many = fewest === most ? `${whole(most)} each` : `${whole(fewest)} to ${whole(most)}`;
  return `The configurations are shown with different instances of ${set} (${many}): compare shares of n, not means, medians or boxes.`;
}

// The place of a configuration in the whole experiment, by which it looks the same in every chart.
const places = new Map(settings?.places ?? []);
const placeOf = (name) => places.get(name) ?? island.solvers.indexOf(name);
