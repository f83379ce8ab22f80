// Connects the filter and the other selections with the tables and charts.

document.querySelectorAll("table").forEach(sortsByItself);

function browse() {
  // Moves are packed, so a filter cannot search them.
  const names = new Set(columns.filter((name) => name !== "moves"));
  const [condition, misread, matches] = ["condition", "misread", "matches"].map(byId);
  // The letters of one filter are one step of the history.
  let wasTyped = false;
  const change = (changes, isTyped = false) => {
    Object.assign(view, changes);
    writeAddress(!(isTyped && wasTyped));
    wasTyped = isTyped;
  };
  const open = (run) => {
    change({ run: idOf(run), beside: "" });
    show(run, "");
  };
  const show = runDialog(() => change({ run: "", beside: "" }), (beside) => change({ beside }));
  const showList = runList(open, (by) => {
    change({ sort: sortedNext(view.sort, by) });
    list();
  }, (chosen) => {
    change({ columns: chosen });
    list();
  }, (name, text) => {
    change({ where: withColumnFilter(view.where, name, text) }, true);
    filter();
  });
  const showTasks = taskTable(open, (by) => {
    change({ tasks: sortedNext(view.tasks, by) });
    tasks();
  });

  const showCharts = liveCharts(open, change);

  const outcomes = new Set(settings.outcomes);
  // The runs that are shown, the runs that count, and whether a condition is on outcomes.
  let [matched, counted, onOutcomes] = [runs, runs, false];
  const list = whenOpen("part-runs", () => showList(matched, sorting(view.sort), view.columns, view.where));
  const tasks = whenOpen("part-runs", () => showTasks(matched, view.figure, sorting(view.tasks)));
  const drawCharts = whenOpen("part-charts", () => showCharts(matched, counted, onOutcomes));
  // A filter that cannot be parsed does not change the tables.
  function filter() {
    let wrong = "";
    try {
      // Read alone first: the position of a mistake is that in the box.
      readFilter(view.filter, names, outcomes, settings.former);
      const test = readFilter(joinedFilter(view.filter, view.where), names, outcomes, settings.former);
      [matched, counted, onOutcomes] = [runs.filter(test), runs.filter(test.given), test.onOutcomes];
    } catch (error) {
      wrong = error instanceof ParseError ? `At character ${error.at + 1}: ${error.message}.` : "The brackets are nested too deeply.";
    }
    misread.textContent = wrong;
    condition.setAttribute("aria-invalid", String(wrong !== ""));
    matches.textContent = wrong ? "" : `${whole(matched.length)} of ${whole(runs.length)} runs`;
    if (!wrong) {
      byId("planned").textContent = onOutcomes
        ? `n remains ${whole(counted.length)} runs: a condition is on outcomes, and the runs that it excludes count as not solved.` : "";
      tasks();
      list();
      charts();
    }
  }
  // Several changes in a short time, such as typing, draw the charts once.
  let soon = 0;
  function charts() {
    clearTimeout(soon);
    soon = setTimeout(drawCharts, 30);
  }

  // The tables of faults at the top of the page contain run ids.
  for (const cell of document.querySelectorAll("section.alarm tbody :is(th, td)")) {
    const run = runOf(cell.textContent);
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
    openParts("part-charts", "part-runs");
    change({ filter: condition.value }, true);
    filter();
  });
  // An entry of a legend shows only its configuration, or all again.
  byId("live").addEventListener("pick", ({ detail }) => {
    condition.value = toggledPick(condition.value, detail);
    change({ filter: condition.value });
    filter();
  });
  byId("filter").addEventListener("submit", (event) => event.preventDefault());
  byId("filter").addEventListener("reset", (event) => {
    event.preventDefault();
    condition.value = "";
    change({ filter: "", where: "" });
    filter();
    condition.focus();
  });
  for (const [place, all] of [["names", [...names].filter((name) => !outcomes.has(name))], ["outcomes", [...names].filter((name) => outcomes.has(name))]]) {
    all.sort().forEach((name, at) => byId(place).append(at ? ", " : "", make("code", {}, name)));
  }

  function showAddress() {
    readAddress();
    // A view is of the charts and the runs.
    if (isView()) openParts("part-charts", "part-runs");
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
    const run = runOf(view.run);
    if (run) show(run, view.beside);
    else byId("run").close();
    if (view.part) {
      openParts(view.part);
      byId(view.part)?.scrollIntoView();
    }
  }
  window.addEventListener("popstate", showAddress);
  byId("browse").hidden = byId("asking").hidden = false;
  // The target of a link appears below the filter box, whose height varies with its messages.
  const box = byId("asking");
  new ResizeObserver(() => (document.documentElement.style.scrollPaddingTop = `${box.offsetHeight + 16}px`)).observe(box);
  showAddress();
}

if (island) browse();
