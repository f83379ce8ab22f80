// Folds several runs of one configuration on one instance into one, as `repeats.rs` does.

const settings = JSON.parse(byId("settings")?.textContent ?? "null");
const isSolved = (run) => run.status === "solved";
const isFault = (run) => settings.faults.includes(run.status);

const rankOf = (run) => settings.statuses.indexOf(run.status);

// The `share`-quantile of sorted values, linear between neighbours.
function quantile(sorted, share) {
  const place = share * (sorted.length - 1);
  const below = Math.floor(place);
  return sorted[below] + (sorted[Math.min(below + 1, sorted.length - 1)] - sorted[below]) * (place - below);
}

// The time of a run, or its limit if the limit stopped it.
const timeAtLimit = (run) => (run.status === "time-limit" && run.time_limit_s !== null ? run.time_limit_s : run.wall_s);

// Folds the repeats of a seed: a fault represents them, otherwise an unsolved run, so that neither is hidden. The time is
// the median over all of them.
function foldedSeed(repeats) {
  const run = repeats.find(isFault) ?? repeats.find((other) => !isSolved(other)) ?? repeats[0];
  if (repeats.length === 1) return { run, wall_s: run.wall_s };
  return { run, wall_s: quantile(repeats.map(timeAtLimit).sort((a, b) => a - b), 0.5) };
}

// Folds several runs: the median of the seeds, ordered by status and nodes, the lower of two medians.
function folded(several) {
  // Most pages have no repeats and one seed.
  if (several.length === 1) return { run: several[0], wall_s: several[0].wall_s };
  const bySeed = new Map();
  for (const run of [...several].sort((a, b) => a.repeat - b.repeat)) {
    if (bySeed.has(run.seed)) bySeed.get(run.seed).push(run);
    else bySeed.set(run.seed, [run]);
  }
  const seeds = [...bySeed.values()].map(foldedSeed).sort(({ run: a }, { run: b }) =>
    isFault(b) - isFault(a) || rankOf(a) - rankOf(b) || a.generated - b.generated || a.seed - b.seed);
  return isFault(seeds[0].run) ? seeds[0] : seeds[Math.floor((seeds.length - 1) / 2)];
}

// The configurations of a set with their runs, one per solvable instance: [{ name, index, all, runs }]. `all` are the runs that count,
// `runs` those that are also shown.
function configurationsOf(some, set, isShown = () => true) {
  const bySolver = new Map();
  for (const run of some) {
    if (run.set !== set || run.status === "unsolvable") continue;
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

// A warning if the configurations of a set are shown with different instances, otherwise an empty text.
function unequalRemark(set, configurations) {
  const instances = configurations.map(({ runs: own }) => own.map(({ run }) => run.instance).sort());
  if (instances.every((own) => own.length === instances[0].length && own.every((name, at) => name === instances[0][at]))) return "";
  const counts = instances.map((own) => own.length);
  const [min, max] = [Math.min(...counts), Math.max(...counts)];
  const count = min === max ? `${whole(max)} each` : `${whole(min)} to ${whole(max)}`;
  return `The configurations are shown with different instances of ${set} (${count}): compare shares of n, but not means, medians or boxes.`;
}

// The index of a configuration in the experiment, which determines its style in every chart.
const places = new Map(settings?.places ?? []);
const placeOf = (name) => places.get(name) ?? island.solvers.indexOf(name);
