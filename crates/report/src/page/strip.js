// The boards of a solution as one image, for a report: all of them, or evenly spaced ones and the last.

const [MAX_STRIP, STRIP_COLUMNS, CELL] = [24, 8, 20];

// The numbers of moves after which a board of a solution is shown.
function stepsOf(length) {
  const every = Math.max(1, Math.ceil(length / (MAX_STRIP - 1)));
  const steps = Array.from({ length: Math.ceil(length / every) }, (_, at) => at * every);
  return [...steps, length];
}

function stripOf(run) {
  const { cols, rows } = run;
  const start = tilesOf(run.board);
  const all = movesOf(run);
  const moves = all.slice(0, possible(start, cols, all));
  const steps = stepsOf(moves.length);
  const [wide, tall] = [(cols + 1) * CELL, (rows + 2) * CELL];
  const across = Math.min(STRIP_COLUMNS, steps.length);
  const drawing = drawingOf(across * wide + CELL, Math.ceil(steps.length / across) * tall + CELL / 2);
  steps.forEach((step, at) => {
    const [left, top] = [CELL + (at % across) * wide, CELL * 1.5 + Math.floor(at / across) * tall];
    drawing.text([left, top - CELL / 2], "start", `${whole(step)}${step ? ` ${moves[step - 1]}` : ""}`, PALE);
    boardAfter(start, cols, moves, step).forEach((tile, cell) => {
      if (!tile) return;
      const [x, y] = [left + (cell % cols) * CELL, top + Math.floor(cell / cols) * CELL];
      drawing.outline([x, y], [x + CELL, y + CELL], INK);
      drawing.text([x + CELL / 2, y + CELL / 2], "middle", String(tile), INK, tile > 99 ? 8 : 11);
    });
    drawing.outline([left, top], [left + cols * CELL, top + rows * CELL], PALE);
  });
  return drawing.svg;
}

const stripButton = (run) => {
  const name = `boards-${idOf(run)}`;
  return saveButton("Save the boards as SVG", "Save the boards as SVG: those of the solution", `${name}.svg`, () => fileOf(stripOf(run)));
};
