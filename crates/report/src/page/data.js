// The runs, as `embedded_runs.rs` writes them into the page.

const island = JSON.parse(byId("island")?.textContent ?? "null");

// A column is one value for all runs, an array of values, or an array of indices into a list of texts. A text that is null
// was omitted to limit the size of the page.
const runs = Array.from({ length: island?.runs ?? 0 }, (_, index) => ({ index }));
const columns = Object.keys(island?.columns ?? {});
for (const name of columns) {
  const { texts, of } = island.columns[name]?.texts ? island.columns[name] : { of: island.columns[name] };
  runs.forEach((run) => {
    const value = Array.isArray(of) ? of[run.index] : of;
    run[name] = texts ? texts[value] : value;
  });
}

// Columns derived from records.
const derived = {
  suboptimality: (run) => (run.length !== null && run.optimal ? (run.cost ?? run.length) / run.optimal : null),
  nodes_per_s: (run) => (run.wall_s > 0 && run.generated > 0 ? run.generated / run.wall_s : null),
};
for (const [name, of] of Object.entries(derived)) {
  if (!runs.length) break;
  columns.push(name);
  runs.forEach((run) => (run[name] = of(run)));
}

// The iterations are in the order of the runs; `counts` has their number per run.
let passed = 0;
runs.forEach((run) => {
  const { counts, threshold, generated, expanded, wall_s } = island.iterations ?? { counts: [] };
  run.steps = Array.from({ length: counts[run.index] ?? 0 }, (_, place) => {
    const at = passed + place;
    return { threshold: threshold[at], generated: generated[at], expanded: expanded[at], wall_s: wall_s[at] };
  });
  passed += run.steps.length;
});

const runOf = new Map(runs.map((run) => [run.run_id, run]));

// The formats of the values of a column, by name or by unit.
const writers = {
  suboptimality: (value) => fixed(value, 3), nodes_per_s: (value) => whole(Math.round(value)), seed: String, s: seconds, bytes,
};
function written(name, value) {
  if (value === null || value === undefined) return "";
  const writer = writers[name] ?? writers[settings.units[name]];
  if (writer) return writer(value);
  return typeof value === "number" ? (Number.isInteger(value) ? whole(value) : String(value)) : value;
}
