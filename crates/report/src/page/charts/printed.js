// The static charts and tables of the page, to which the filter does not apply.

const OVER_ALL = "Over all runs: the filter does not apply to this";

// Removes the printed charts that are drawn live. Returns a function that marks the others if a filter is set.
function markPrinted(titles) {
  document.querySelectorAll("figure[data-live]").forEach((figure) => figure.remove());
  for (const note of document.querySelectorAll(".left-out")) {
    if (titles.some((title) => note.textContent.startsWith(`Chart "${title}: `))) note.remove();
  }
  const notes = [];
  const folds = [...document.querySelectorAll("figure.printed")].map((figure) => {
    const title = figure.querySelector("figcaption span").textContent;
    const note = make("span", { class: "over-all", hidden: true }, `${OVER_ALL} chart.`);
    figure.querySelector("figcaption").append(" ", note);
    const mark = make("span", { class: "over-all", hidden: true }, `: ${OVER_ALL.toLowerCase()} chart`);
    const fold = make("details", { class: "printed", open: true }, make("summary", {}, title, mark));
    figure.replaceWith(fold);
    fold.append(figure);
    notes.push(note, mark);
    return fold;
  });
  for (const table of document.querySelectorAll("div.table")) {
    const note = make("p", { class: "note over-all", hidden: true }, `${OVER_ALL} table.`);
    table.querySelector(".wide").before(note);
    notes.push(note);
  }
  const facts = make("p", { class: "note over-all", hidden: true }, "The answer is over all runs: the filter does not apply to it.");
  document.querySelector("#part-answer").prepend(facts);
  notes.push(facts);
  let before = false;
  return (filtered) => {
    notes.forEach((note) => (note.hidden = !filtered));
    // A section that a reader opened or closed is kept until the filter is set or cleared.
    if (filtered !== before) folds.forEach((fold) => (fold.open = !filtered));
    before = filtered;
  };
}
