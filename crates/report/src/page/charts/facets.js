// Panels for many configurations: each emphasises those of one algorithm or heuristic and shows the others in grey (as in
// `facets.rs` of the plot crate).

const [MAX_CURVES, MAX_FACETS] = [8, 12];
const [FACET_WIDTH, FACET_HEIGHT, MIN_FACET_WIDTH] = [430, 270, 260];
const GREY = "var(--grey)";

// The facets of more than eight configurations: by algorithm or by heuristic, whichever has the smaller largest facet. If
// neither divides them, a facet has eight of them in their order. Null if one panel is enough.
function facetsOf(configurations) {
  if (configurations.length <= MAX_CURVES) return null;
  const divided = ["algorithm", "heuristic"].map((by) => {
    const members = new Map();
    for (const one of configurations) {
      const name = one.all[0].run[by] || `no ${by}`;
      members.set(name, [...(members.get(name) ?? []), one]);
    }
    return { by, facets: [...members].map(([name, of]) => ({ name, of })) };
  }).filter(({ facets }) => facets.length >= 2 && facets.length <= MAX_FACETS);
  const largest = ({ facets }) => Math.max(...facets.map(({ of }) => of.length));
  if (divided.length) return divided.sort((a, b) => largest(a) - largest(b))[0];
  const starts = configurations.map((_, at) => at).filter((at) => at % MAX_CURVES === 0);
  const facets = starts.map((start) => {
    const of = configurations.slice(start, start + MAX_CURVES);
    return { name: `configurations ${start + 1} to ${start + of.length}`, of };
  });
  return { by: "position in the experiment", facets };
}

// A drawing with one plot area per facet, each with its name and the legend of its configurations above it.
function facetFrame({ room, title, remark, divided: { by, facets }, entryOf, x, y: makeY }) {
  const y = makeY(Math.round(FACET_HEIGHT / 34));
  const left = labelWidth(y) + MARGIN;
  const across = room >= 2 * (left + MIN_FACET_WIDTH) + MARGIN ? 2 : 1;
  const wide = Math.max(160, Math.min(FACET_WIDTH, (room - MARGIN) / across - left));
  const width = across * (left + wide) + MARGIN;
  const legends = facets.map(({ of }) => of.map(entryOf));
  const above = (1 + Math.max(...legends.map((entries) => entries.length))) * LEGEND_ROW + ABOVE;
  const high = above + FACET_HEIGHT + BELOW + MARGIN / 2;
  const heading = headingOf(title, `${remark} One panel per ${by}, with the other configurations in grey.`, width);
  const drawing = drawingOf(width, heading.height + Math.ceil(facets.length / across) * high);
  heading.draw(drawing);
  const panels = facets.map(({ name, of }, place) => {
    const [from, up] = [left + (place % across) * (left + wide), heading.height + Math.floor(place / across) * high];
    const plot = plotOf(from, up + above, from + wide, up + above + FACET_HEIGHT, x(Math.round(wide / 66)), y);
    plot.draw(drawing);
    drawing.text([from, up + LEGEND_ROW / 2], "start", name, INK, TITLE);
    drawLegend(drawing, legends[place], from - INDENT, up + LEGEND_ROW);
    return { plot, of };
  });
  return { drawing, panels };
}
