// The runs, as `embedded_runs.rs` writes them into the page: an element per column, parsed when the column is first used.

const island = JSON.parse(byId("island")?.textContent ?? "null");
const columns = Object.keys(island?.columns ?? {});

// The function from the index of a run to its value in a column. A column is one value for all runs, an array of values, or an
// array of indices into a list of texts. Numbers are kept in typed arrays, with NaN for a missing one. A text that is null was
// omitted to limit the size of the page.
function readerOf(name) {
  const given = JSON.parse(document.querySelector(`script[data-column="${name}"]`).textContent);
  const { texts, of } = given?.texts ? given : { of: given };
  if (!Array.isArray(of)) return () => of;
  if (texts) {
    const places = Uint32Array.from(of);
    return (index) => texts[places[index]];
  }
  if (!of.every((value) => value === null || typeof value === "number")) return (index) => of[index];
  const numbers = Float64Array.from(of, (value) => value ?? NaN);
  return (index) => {
    const value = numbers[index];
    return Number.isNaN(value) ? null : value;
  };
}

// The rows of a run in a table whose columns are lists in the order of the runs; `counts` has the number of rows per run.
function rowsOf(table, { index }) {
  if (!table) return [];
  const { counts, ...lists } = table;
  const passed = counts.slice(0, index).reduce((sum, count) => sum + count, 0);
  return Array.from({ length: counts[index] }, (_, place) =>
    Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list[passed + place]])));
}

class Run {
  constructor(index) {
    this.index = index;
  }

  get steps() {
    return rowsOf(island.iterations, this);
  }

  // The solutions of a run that found several.
  get solutions() {
    return rowsOf(island.solutions, this);
  }
}

for (const name of columns) {
  let read = null;
  const get = function () {
    read ??= readerOf(name);
    return read(this.index);
  };
  Object.defineProperty(Run.prototype, name, { get });
}

// Columns derived from records.
const derived = {
  suboptimality: (run) => (run.length !== null && run.optimal ? (run.cost ?? run.length) / run.optimal : null),
  nodes_per_s: (run) => (run.wall_s > 0 && run.generated > 0 ? run.generated / run.wall_s : null),
};
for (const [name, of] of Object.entries(derived)) {
  if (!island?.runs) break;
  columns.push(name);
  Object.defineProperty(Run.prototype, name, { get() { return of(this); } });
  island.columns[name] = { different: Infinity, numeric: true, number: true };
}

const runs = Array.from({ length: island?.runs ?? 0 }, (_, index) => new Run(index));

// The id of a run in an address: its index if the ids were omitted to limit the size of the page.
const idOf = (run) => run.run_id ?? `#${run.index}`;
let byRunId = null;
function runOf(id) {
  if (!id) return undefined;
  byRunId ??= new Map(runs.map((run) => [idOf(run), run]));
  return byRunId.get(id);
}

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
