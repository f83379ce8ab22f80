// The plot area with two axes, and its drawing.

const [BELOW, ABOVE] = [50, 28];
const [PLOT_WIDTH, PLOT_HEIGHT] = [540, 340];

const labelWidth = (axis) => widest(axis.ticks.map(([, label]) => label)) + 10;

function plotOf(left, top, right, bottom, x, y) {
  const across = (value) => left + x.place(value) * (right - left);
  const up = (value) => bottom - y.place(value) * (bottom - top);
  const plot = { left, top, right, bottom, x, y, across, up, at: (a, b) => [across(a), up(b)] };

  plot.drawX = (drawing) => {
    for (const value of x.fine) drawing.line([[across(value), top], [across(value), bottom]], { color: FINE });
    let free = -Infinity;
    for (const [value, label] of x.ticks) {
      const [at, half] = [across(value), textWidth(label) / 2];
      drawing.line([[at, top], [at, bottom]], { color: GRID });
      // Labels would overlap in a narrow drawing.
      if (at - half < free) continue;
      drawing.text([at, bottom + 14], "middle", label);
      free = at + half + 6;
    }
    const half = textWidth(x.title) / 2;
    const middle = Math.min(Math.max((left + right) / 2, MARGIN + half), Math.max(drawing.width - MARGIN - half, MARGIN + half));
    drawing.text([middle, bottom + 36], "middle", x.title);
  };
  plot.drawY = (drawing) => {
    for (const value of y.fine) drawing.line([[left, up(value)], [right, up(value)]], { color: FINE });
    for (const [value, label] of y.ticks) {
      drawing.line([[left, up(value)], [right, up(value)]], { color: GRID });
      drawing.text([left - 7, up(value)], "end", label);
    }
    // Horizontal, so that it is easy to read.
    drawing.text([Math.max(MARGIN, left - labelWidth(y)), top - 19], "start", y.title);
  };
  plot.drawEdges = (drawing) => drawing.line([[left, top], [left, bottom], [right, bottom]], { color: PALE });
  plot.draw = (drawing) => {
    plot.drawX(drawing);
    plot.drawY(drawing);
    plot.drawEdges(drawing);
  };
  return plot;
}

// A drawing of at most the width `room` with an empty plot area, axes created by `x(labels)` and `y(labels)`, a legend next to
// or below the plot area, and a heading.
function framed({ room, title, remark, entries, x: makeX, y: makeY, height: tall = PLOT_HEIGHT }) {
  const y = makeY(Math.round(tall / 40));
  const left = MARGIN + labelWidth(y);
  const names = legendWidth(entries);
  const beside = left + PLOT_WIDTH + names + MARGIN <= room;
  const right = beside ? left + PLOT_WIDTH : Math.max(left + 160, Math.min(left + PLOT_WIDTH, room - MARGIN - 8));
  const x = makeX(Math.max(2, Math.round((right - left) / 66)));
  const width = beside ? right + names + MARGIN : right + MARGIN + 8;
  const heading = headingOf(title, remark, width);
  const top = heading.height + ABOVE;
  const bottom = top + (beside ? Math.max(tall, legendHeight(entries)) : tall);
  const below = bottom + BELOW + MARGIN / 2;
  const drawing = drawingOf(width, below + (beside ? 0 : legendHeight(entries) + MARGIN / 2));
  const plot = plotOf(left, top, right, bottom, x, y);
  heading.draw(drawing);
  plot.draw(drawing);
  drawLegend(drawing, entries, beside ? right : MARGIN - INDENT, beside ? top : below);
  return { drawing, plot };
}

// The message in the middle of a chart without data.
function sayNothing(drawing, plot, text) {
  drawing.text([(plot.left + plot.right) / 2, (plot.top + plot.bottom) / 2], "middle", text, PALE);
}

// If there are more than `max` points, one in this number is drawn.
const everyOf = (count, max) => Math.max(1, Math.ceil(count / max));
