// The legend: entries are { color, dash, marker, text }.

const [LEGEND_ROW, SAMPLE, INDENT] = [22, 46, 18];

const legendWidth = (entries) => widest(entries.map(({ text }) => text)) + SAMPLE + INDENT + 8;
const legendHeight = (entries) => entries.length * LEGEND_ROW;

function drawLegend(drawing, entries, left, top) {
  entries.forEach(({ color, dash, marker, text }, place) => {
    const [x, y] = [left + INDENT, top + (place + 0.5) * LEGEND_ROW];
    if (dash !== undefined) drawing.line([[x, y], [x + SAMPLE, y]], { color, width: 2, dash });
    if (marker) drawing.mark([x + SAMPLE / 2, y], marker, 4, color);
    drawing.text([x + SAMPLE + 8, y], "start", text);
  });
}
