// What was printed into the page before anybody asked, and a filter does not govern.

const OVER_ALL = "Over all runs: the filter does not govern this";

// Takes away the printed charts that are drawn live, and returns what tells of the others whether a filter is set.
function governPrinted(titles) {
  document.querySelectorAll("figure[data-live]").forEach((figure) => figure.remove());
  for (const note of document.querySelectorAll(".left-out")) {
    if (titles.some((title) => note.textContent.startsWith(`No chart "${title}: `))) note.remove();
  }
  const told = [];
  const folds = [...document.querySelectorAll("figure.printed")].map((figure) => {
    const title = figure.querySelector("figcaption span").textContent;
    const note = make("span", { class: "over-all", hidden: true }, `${OVER_ALL} chart.`);
    figure.querySelector("figcaption").append(" ", note);
    const mark = make("span", { class: "over-all", hidden: true }, `: ${OVER_ALL.toLowerCase()} chart`);
    const fold = make("details", { class: "printed", open: true }, make("summary", {}, title, mark));
    figure.replaceWith(fold);
    fold.append(figure);
    told.push(note, mark);
    return fold;
  });
  for (const table of document.querySelectorAll("div.table")) {
    const note = make("p", { class: "note over-all", hidden: true }, `${OVER_ALL} table.`);
    table.querySelector(".wide").before(note);
    told.push(note);
  }
  const facts = make("p", { class: "note over-all", hidden: true }, "The figures above are over all runs, whatever the filter says.");
  document.querySelector("header").append(facts);
  told.push(facts);
  let before = false;
  return (filtered) => {
    told.forEach((note) => (note.hidden = !filtered));
    // What a reader opened or closed stays so until the filter is set or cleared.
    if (filtered !== before) folds.forEach((fold) => (fold.open = !filtered));
    before = filtered;
  };
}
