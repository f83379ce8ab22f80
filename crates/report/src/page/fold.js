// Several runs of one configuration on one instance become one, as `repeats.rs` folds them.

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

// The time of a run, or its limit if that stopped it.
const timeAtLimit = (run) => (run.status === "time-limit" && run.time_limit_s !== null ? run.time_limit_s : run.wall_s);

// One for the repeats of a seed: a fault before all others, so that none is hidden, then one that did not solve; the time
// is the median over all of them.
function foldedSeed(repeats) {
  const run = repeats.find(isFault) ?? repeats.find((other) => !isSolved(other)) ?? repeats[0];
  if (repeats.length === 1) return { run, wall_s: run.wall_s };
  return { run, wall_s: quantile(repeats.map(timeAtLimit).sort((a, b) => a - b), 0.5) };
}

// One for several: of several seeds the one in the middle, by how it ended and by nodes, the lower of two middles.
function folded(several) {
  const bySeed = new Map();
  for (const run of [...several].sort((a, b) => a.repeat - b.repeat)) {
    if (bySeed.has(run.seed)) bySeed.get(run.seed).push(run);
    else bySeed.set(run.seed, [run]);
  }
  const seeds = [...bySeed.values()].map(foldedSeed).sort(({ run: a }, { run: b }) =>
    isFault(b) - isFault(a) || rankOf(a) - rankOf(b) || a.generated - b.generated || a.seed - b.seed);
  return isFault(seeds[0].run) ? seeds[0] : seeds[Math.floor((seeds.length - 1) / 2)];
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
