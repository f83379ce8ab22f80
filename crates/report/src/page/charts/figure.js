// A figure of the page: its selections, its chart, its values as a table, and the buttons that save both.

// A selection among [value, title] pairs that changes `name` of the view.
function choice(label, name, options, changed) {
  const select = make("select", { "data-view": name }, ...options.map(([value, title]) => make("option", { value }, title)));
  select.addEventListener("change", () => changed({ [name]: select.value }));
  return { select, element: make("label", {}, `${label} `, select) };
}

// A figure with its selections, and the function that draws it for a frame: the matching runs and the available width.
function figureOf(name, title, choices, open, drawIt) {
  const holder = make("div", { class: "holder" });
  const table = dataTable(title);
  let values = null;
  const saves = [
    saveButton("Save as SVG", `Save as SVG: the chart ${name}`, `${name}.svg`, () => fileOf(holder.querySelector("svg"))),
    saveButton("Save values as CSV", `Save values as CSV: those of the chart ${name}`, `${name}.csv`, () => csvOf(values)),
  ];
  const figure = make("figure", { class: "live", "data-chart": name },
    ...(choices.length ? [make("div", { class: "choices" }, ...choices.map(({ element }) => element))] : []),
    holder, make("figcaption", {}, ...saves), table.fold);
  return {
    figure,
    draw(frame) {
      const had = holder.contains(document.activeElement);
      const { drawing, points, data } = drawIt(frame);
      values = data;
      table.set(data);
      holder.replaceChildren(drawing.svg);
      walkable(drawing.svg, points, title, open);
      if (had) drawing.svg.focus({ preventScroll: true });
    },
  };
}
