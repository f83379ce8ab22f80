// What was asked, to what is shown.

document.querySelectorAll("table").forEach(sortsByItself);

function browse() {
  // Moves are packed, so what would be found in them are not moves.
  const names = new Set(columns.filter((name) => name !== "moves"));
  const [condition, misread, matches] = ["condition", "misread", "matches"].map(byId);
  const change = (changes) => {
    Object.assign(view, changes);
    writeAddress();
  };
  const open = (run) => {
    change({ run: run.run_id, beside: "" });
    show(run, "");
  };
  const show = runDialog(() => change({ run: "", beside: "" }), (beside) => change({ beside }));
  const showList = runList(open, (by) => {
    change({ sort: sortedNext(view.sort, by) });
    list();
  });
  const showTasks = taskTable(open, (by) => {
    change({ tasks: sortedNext(view.tasks, by) });
    tasks();
  });

  const showCharts = liveCharts(open, change);

  const outcomes = new Set(settings.outcomes);
  // The runs that are shown, and those that count.
  let [matched, counted, onOutcomes] = [runs, runs, false];
  const list = () => showList(matched, sorting(view.sort));
  const tasks = () => showTasks(matched, view.figure, sorting(view.tasks));
  // A filter that cannot be read leaves the tables as they are.
  function filter() {
    let wrong = "";
    try {
      const test = readFilter(view.filter, names, outcomes);
      [matched, counted, onOutcomes] = [runs.filter(test), runs.filter(test.given), test.onOutcomes];
    } catch (error) {
      wrong = error instanceof ParseError ? `At character ${error.at + 1}: ${error.message}.` : "This is too deep in brackets.";
    }
    misread.textContent = wrong;
    condition.setAttribute("aria-invalid", String(wrong !== ""));
    matches.textContent = wrong ? "" : `${whole(matched.length)} of ${whole(runs.length)} runs`;
    if (!wrong) {
      byId("planned").textContent = onOutcomes
        ? `n stays ${whole(counted.length)} runs: a condition is on outcomes, and runs that it leaves out count as not solved.` : "";
      tasks();
      list();
      charts();
    }
  }
  // Several changes at once, as by typing, draw the charts once.
  let soon = 0;
  function charts() {
    clearTimeout(soon);
    soon = setTimeout(() => showCharts(matched, counted, onOutcomes), 30);
  }

  // The faults at the top of the page are named by their runs.
  for (const cell of document.querySelectorAll("section.alarm td")) {
    const run = runOf.get(cell.textContent);
    if (!run) continue;
    const button = make("button", { type: "button", class: "open" }, cell.textContent);
    button.addEventListener("click", () => open(run));
    cell.replaceChildren(button);
  }
  const figure = byId("figure");
  figure.append(...Object.entries(FIGURES).map(([name, [title]]) => make("option", { value: name }, title)));
  figure.addEventListener("change", () => {
    change({ figure: figure.value });
    tasks();
  });
  condition.addEventListener("input", () => {
    change({ filter: condition.value });
    filter();
  });
  byId("filter").addEventListener("submit", (event) => event.preventDefault());
  byId("filter").addEventListener("reset", (event) => {
    event.preventDefault();
    condition.value = "";
    change({ filter: "" });
    filter();
    condition.focus();
  });
  for (const [place, all] of [["names", [...names].filter((name) => !outcomes.has(name))], ["outcomes", [...names].filter((name) => outcomes.has(name))]]) {
    all.sort().forEach((name, at) => byId(place).append(at ? ", " : "", make("code", {}, name)));
  }

  function showAddress() {
    if (!readAddress()) return;
    condition.value = view.filter;
    if (!FIGURES[view.figure]) view.figure = UNSET.figure;
    figure.value = view.figure;
    if (!names.has(view.sort.replace(/^-/, ""))) view.sort = "";
    [matched, counted, onOutcomes] = [runs, runs, false];
    filter();
    if (misread.textContent) {
      tasks();
      list();
      charts();
    }
    const run = runOf.get(view.run);
    if (run) show(run, view.beside);
  }
  window.addEventListener("hashchange", showAddress);
  byId("browse").hidden = byId("asking").hidden = false;
  // What the address leads to stands below the box, which is as tall as what it says.
  const box = byId("asking");
  new ResizeObserver(() => (document.documentElement.style.scrollPaddingTop = `${box.offsetHeight + 16}px`)).observe(box);
  showAddress();
  // A fragment that is a place in the page.
  if (!matches.textContent && !misread.textContent) filter();
}

if (island) browse();
