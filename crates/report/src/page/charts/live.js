// The charts that are drawn from the runs that match the filter.

// Charts of one instance set, in the order of the page.
const LIVE = [
  { name: "solved-time", title: PROFILES["solved-time"].title, draw: (...given) => profileChart("solved-time", ...given) },
  { name: "solved-nodes", title: PROFILES["solved-nodes"].title, draw: (...given) => profileChart("solved-nodes", ...given) },
  { name: "length", title: SPREADS.length.title, draw: (...given) => spreadChart("length", ...given) },
  { name: "nodes", title: SPREADS.nodes.title, draw: (...given) => spreadChart("nodes", ...given) },
  { name: "time", title: SPREADS.time.title, draw: (...given) => spreadChart("time", ...given) },
  { name: "scatter", title: "Two configurations, instance by instance", draw: scatterChart, several: true },
  { name: "tradeoff", title: "Length against nodes", draw: tradeChart, several: true },
];
const EVERY_SET = "*";

// `open` is called with a run, `change` with a selection of the reader; returns the function that draws the matching runs.
function liveCharts(open, change) {
  const place = byId("live");
  const free = freeColumns();
  const first = (names) => names.find((name) => free.axes.includes(name));
  const usual = {
    x: first(["h0", "optimal", "length"]) ?? free.axes[0],
    y: first(["generated", "wall_s"]) ?? free.axes.at(-1),
    group: island.solvers.length > 1 ? "solver" : "",
  };
  const names = (list) => list.map((name) => [name, name]);
  let [matched, counted, onOutcomes, filtered, figures, shape] = [runs, runs, false, false, [], ""];
  // The configurations of a set with the matching runs, arranged once for all its charts.
  let of = () => [];

  function chosen(changes) {
    change(changes);
    draw();
  }
  function figuresOf(set) {
    const solvers = new Set();
    for (const run of runs) if (run.set === set) solvers.add(run.solver);
    const everybody = island.solvers.filter((name) => solvers.has(name));
    const kinds = LIVE.filter(({ several }) => !several || everybody.length > 1);
    return kinds.map(({ name, title, draw: drawKind }) => {
      const choices = name !== "scatter" ? [] : [
        choice("x axis", "across", names(everybody), chosen),
        choice("y axis", "up", names(everybody), chosen),
        choice("Measure", "measure", Object.entries(SCATTERED).map(([value, { title: said }]) => [value, said]), chosen),
      ];
      return figureOf(`${name}-${set}`, `${title}: ${set}`, choices, open, (frame) => {
        const made = drawKind(set, frame.of(set), frame);
        if (name === "scatter") {
          choices[0].select.value = made.names[0];
          choices[1].select.value = made.names[1];
          choices[2].select.value = SCATTERED[view.measure] ? view.measure : UNSET.measure;
        }
        return made;
      });
    });
  }
  function freeFigure() {
    const choices = [
      choice("x", "x", names(free.across), chosen), choice("y", "y", names(free.axes), chosen),
      choice("group", "group", [["-", "none"], ...names(free.groups)], chosen),
    ];
    return figureOf("free", "Any two columns", choices, open, (frame) => {
      const given = {
        x: free.across.includes(view.x) ? view.x : usual.x,
        y: free.axes.includes(view.y) ? view.y : usual.y,
        group: view.group === "-" ? "" : free.groups.includes(view.group) ? view.group : usual.group,
      };
      choices[0].select.value = given.x;
      choices[1].select.value = given.y;
      choices[2].select.value = given.group || "-";
      return freeChart(given, frame);
    });
  }

  const sets = choice("Charts of", "set", [...names(island.sets), [EVERY_SET, "all sets"]], chosen);
  const bar = make("div", { class: "choices" }, sets.element);
  bar.hidden = island.sets.length < 2;
  const holder = make("div");
  place.append(bar, holder);
  const showMarks = markPrinted(LIVE.map(({ title }) => title));
  // The width for which the charts were drawn.
  let width = 0;

  function draw() {
    const set = island.sets.includes(view.set) || view.set === EVERY_SET ? view.set : island.sets[0];
    sets.select.value = set;
    if (set !== shape) {
      shape = set;
      figures = (set === EVERY_SET ? island.sets : [set]).flatMap(figuresOf);
      if (free.across.length && free.axes.length) figures.push(freeFigure());
      holder.replaceChildren(...figures.map(({ figure }) => figure));
    }
    tip.hidden = true;
    const arranged = new Map();
    const shown = ((some) => (run) => some.has(run))(new Set(matched));
    of = (name) => {
      if (!arranged.has(name)) arranged.set(name, configurationsOf(counted, name, shown));
      return arranged.get(name);
    };
    // Read once: reading it after every chart would lay out the page each time.
    width = place.clientWidth;
    const unequal = filtered ? island.sets.map((name) => unequalRemark(name, of(name))).filter(Boolean) : [];
    byId("unequal").textContent = unequal.join(" ");
    const frame = { matched, filtered, onOutcomes, unequal: unequal.length > 0, of, room: Math.max(300, Math.min(1000, width - 2)) };
    figures.forEach((figure) => figure.draw(frame));
  }

  // Charts are redrawn for another width, but not for the same width, since a focused chart would lose the focus.
  let soon = 0;
  new ResizeObserver(() => {
    clearTimeout(soon);
    soon = setTimeout(() => place.clientWidth && place.clientWidth !== width && draw(), 100);
  }).observe(place);

  // Draws the matching runs `some` of the runs that `count`.
  return (some, count, isOnOutcomes) => {
    [matched, counted, onOutcomes, filtered] = [some, count, isOnOutcomes, some.length < runs.length];
    showMarks(filtered);
    draw();
  };
}
