// The place of a chart in the page: what can be chosen above it, itself, and the button that saves it.

// A choice among [value, title] pairs that changes `name` of what is shown.
function choice(label, name, options, changed) {
  const select = make("select", { "data-view": name }, ...options.map(([value, title]) => make("option", { value }, title)));
  select.addEventListener("change", () => changed({ [name]: select.value }));
  return { select, element: make("label", {}, `${label} `, select) };
}

// A figure, with the choices that it has, and what draws it anew for a frame: the runs that match, and the room there is.
function figureOf(name, title, choices, open, drawIt) {
  const holder = make("div", { class: "holder" });
  const figure = make("figure", { class: "live", "data-chart": name },
    ...(choices.length ? [make("div", { class: "choices" }, ...choices.map(({ element }) => element))] : []),
    holder, make("figcaption", {}, saveButton(name, () => holder.querySelector("svg"))));
  return {
    figure,
    draw(frame) {
      const had = holder.contains(document.activeElement);
      const { drawing, points } = drawIt(frame);
      holder.replaceChildren(drawing.svg);
      walkable(drawing.svg, points, title, open);
      if (had) drawing.svg.focus({ preventScroll: true });
    },
  };
}
