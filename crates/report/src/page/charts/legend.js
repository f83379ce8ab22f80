// The legend: entries are { color, dash, marker, text, pick }. `pick` is the configuration that an entry shows alone.

const [LEGEND_ROW, SAMPLE, INDENT] = [22, 46, 18];

const legendWidth = (entries) => widest(entries.map(({ text }) => text)) + SAMPLE + INDENT + 8;
const legendHeight = (entries) => entries.length * LEGEND_ROW;

function drawLegend(drawing, entries, left, top) {
  entries.forEach(({ color, dash, marker, text, pick }, place) => {
    const [x, y] = [left + INDENT, top + (place + 0.5) * LEGEND_ROW];
    if (dash !== undefined) drawing.line([[x, y], [x + SAMPLE, y]], { color, width: 2, dash });
    if (marker) drawing.mark([x + SAMPLE / 2, y], marker, 4, color);
    const label = drawing.text([x + SAMPLE + 8, y], "start", text);
    if (pick !== undefined) pickable(label, pick);
  });
}

// Lets a label be clicked, which reports its configuration as the event "pick". The filter box is the same for the keyboard.
function pickable(label, name) {
  const group = drawn("g", { class: "pick" }, drawn("title", {}, `Show only ${name}, or all again`));
  label.replaceWith(group);
  group.append(label);
  group.addEventListener("click", (event) => {
    event.stopPropagation();
    group.dispatchEvent(new CustomEvent("pick", { bubbles: true, detail: name }));
  });
}

// A filter with the condition that the configuration is `name`, or without it if it has this condition last.
function toggledPick(filter, name) {
  const quote = name.includes('"') ? "'" : '"';
  const clause = `solver == ${quote}${name}${quote}`;
  if (filter === clause) return "";
  if (filter.endsWith(` && ${clause}`)) return filter.slice(0, -clause.length - 4);
  const other = /(?:^| && )solver == (?:"[^"]*"|'[^']*')$/;
  const rest = filter.trim().replace(other, "");
  if (!rest) return clause;
  return `${rest.includes("||") ? `(${rest})` : rest} && ${clause}`;
}
