// The heading of a chart: its title and its caption.

const [TITLE_HEIGHT, LINE_HEIGHT] = [26, 19];

// Breaks a text between words into lines that are at most `room` wide.
function brokenText(text, size, room) {
  const lines = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const line = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && textWidth(line, size) <= room) lines[lines.length - 1] = line;
    else lines.push(word);
  }
  return lines;
}

function headingOf(title, remark, width) {
  const room = width - 2 * MARGIN;
  const [titles, lines] = [brokenText(title, TITLE, room), brokenText(remark, LABEL, room)];
  return {
    height: MARGIN + titles.length * TITLE_HEIGHT + lines.length * LINE_HEIGHT + 10,
    draw(drawing) {
      let y = MARGIN + TITLE_HEIGHT / 2;
      for (const line of titles) {
        drawing.text([MARGIN, y], "start", line, INK, TITLE);
        y += TITLE_HEIGHT;
      }
      y += (LINE_HEIGHT - TITLE_HEIGHT) / 2;
      for (const line of lines) {
        drawing.text([MARGIN, y], "start", line, PALE);
        y += LINE_HEIGHT;
      }
    },
  };
}

// The runs of a chart: their number, the number of solved ones, and the number that match the filter.
function overRuns(configurations, frame) {
  const n = configurations.reduce((sum, { all }) => sum + all.length, 0);
  const solved = configurations.reduce((sum, { runs: own }) => sum + own.reduce((count, { run }) => count + isSolved(run), 0), 0);
  const condition = frame.onOutcomes ? " and meet the condition on outcomes" : "";
  return `${whole(solved)} of ${whole(n)} runs solved${condition}.${filterRemark(frame)}`;
}
function filterRemark({ matched, filtered, unequal }) {
  if (!filtered) return "";
  const different = unequal ? " The instances of the configurations differ." : "";
  return ` The filter matches ${whole(matched.length)} of ${whole(runs.length)} rows.${different}`;
}
