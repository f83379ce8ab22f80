// The table of instances: one row per instance, one column per configuration, with a measure in the cells.

const FIGURES = {
  generated: ["nodes generated", (run) => run.generated, "generated"],
  expanded: ["nodes expanded", (run) => run.expanded, "expanded"],
  time: ["time", (run) => run.wall_s, "wall_s"],
  length: ["length", (run) => run.length, "length"],
  suboptimality: ["suboptimality", (run) => run.suboptimality, "suboptimality"],
  memory: ["memory", (run) => run.peak_bytes, "peak_bytes"],
  status: ["status", (run) => run.status, "status"],
};

// An instance, with the runs of each configuration.
class Task {
  constructor({ set, instance, optimal }) {
    Object.assign(this, { set, instance, optimal, all: new Map() });
  }

  // The run that represents a configuration, if it has any.
  of(solver) {
    const runs = this.all.get(solver);
    return runs && folded(runs).run;
  }
}

function taskTable(open, sort) {
  const several = island.sets.length > 1;
  const keys = ["instance", ...(several ? ["set"] : []), "optimal"];
  const columns = [
    ...keys.map((name) => [name, name, name === "optimal"]),
    ...island.solvers.map((name) => [`solver:${name}`, name, true]),
  ];
  const table = sortingTable(columns, sort, "tasks-title");
  byId("tasks").append(table);
  const body = table.tBodies[0];
  let [sorted, page, figure, solvers] = [[], 0, FIGURES.generated, island.solvers];

  const shown = (run) => (run && (run.status === "solved" || figure === FIGURES.status) ? figure[1](run) : null);
  function turn(to) {
    page = to;
    body.replaceChildren(...sorted.slice(page * PAGE_ROWS, (page + 1) * PAGE_ROWS).map(row));
    reachFirst(body);
    pager(byId("tasks-pager"), page, sorted.length, turn);
  }
  function row(task) {
    const values = [...task.all.keys()].map((solver) => shown(task.of(solver))).filter((value) => typeof value === "number");
    const best = values.length > 1 ? Math.min(...values) : null;
    const cells = solvers.map((solver) => {
      const run = task.of(solver);
      if (!run) return make("td", { class: "n" });
      const count = task.all.get(solver).length;
      const value = shown(run);
      const text = value === null ? run.status : written(figure[2], value);
      const name = `${text}: ${task.instance}, ${solver}`;
      const button = make("button", { type: "button", class: "open", "data-run": idOf(run), "aria-label": name }, text);
      button.addEventListener("click", () => open(run));
      const cell = make("td", { class: run.status !== "solved" ? "n unsolved" : value === best ? "n best" : "n" }, button);
      if (count > 1) cell.append(make("small", { title: `the median of ${count} runs` }, ` \u00d7${count}`));
      return cell;
    });
    const heads = keys.map((key) =>
      key === "optimal"
        ? make("td", { class: "n" }, written(key, task[key]))
        : make(key === "instance" ? "th" : "td", key === "instance" ? { scope: "row" } : {}, task[key]));
    return make("tr", {}, ...heads, ...cells);
  }

  return (matched, chosen, order) => {
    figure = FIGURES[chosen] ?? FIGURES.generated;
    const sets = new Map();
    const found = (map, key, made) => map.get(key) ?? map.set(key, made()).get(key);
    for (const run of matched) {
      const task = found(found(sets, run.set, () => new Map()), run.instance, () => new Task(run));
      found(task.all, run.solver, () => []).push(run);
    }
    sorted = [...sets.values()].flatMap((tasks) => [...tasks.values()]);
    const solver = order.by.startsWith("solver:") ? order.by.slice(7) : null;
    const value = solver === null ? (task) => task[order.by] : (task) => shown(task.of(solver));
    if (order.by) sorted.sort((a, b) => inOrder(value(a), value(b), order.down));
    // Configurations without matching runs have no column.
    solvers = island.solvers.filter((name) => sorted.some((task) => task.all.has(name)));
    for (const head of table.tHead.rows[0].cells) {
      const { column } = head.dataset;
      head.hidden = column.startsWith("solver:") && !solvers.includes(column.slice(7));
    }
    showSorting(table, order);
    const best = figure === FIGURES.status ? "" : " Bold: the minimum of the row.";
    byId("tasks-note").textContent = `Unsolved runs show their status.${best}`;
    turn(0);
  };
}
