// The values of a chart as a table, for readers who cannot see the chart or want its numbers.

const MAX_DATA_ROWS = 1000;

// A folded table, and the function that gives it new data. It is filled when it is opened.
function dataTable(name) {
  const place = make("div", { class: "wide" });
  const fold = make("details", { class: "data" }, make("summary", {}, "Values as a table"), place);
  let [given, isShown] = [null, false];
  function fill() {
    if (isShown || !fold.open || !given) return;
    isShown = true;
    const { heads, rows } = given;
    const numeric = heads.map((_, at) => rows.some((row) => typeof row[at] === "number"));
    const cell = (value, at) => (at ? make("td", { class: numeric[at] ? "n" : undefined }, shownValue(value)) : make("th", { scope: "row" }, shownValue(value)));
    const body = rows.slice(0, MAX_DATA_ROWS).map((row) => make("tr", {}, ...row.map(cell)));
    const caption = rows.length > MAX_DATA_ROWS
      ? `${name}: the first ${whole(MAX_DATA_ROWS)} of ${whole(rows.length)} rows; the CSV file has all`
      : `${name}: ${whole(rows.length)} rows`;
    const head = heads.map((title, at) => make("th", { scope: "col", class: numeric[at] ? "n" : undefined }, title));
    const table = make("table", {}, make("caption", {}, caption), make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...body));
    place.replaceChildren(table);
    if (body.length) sortsByItself(table);
  }
  fold.addEventListener("toggle", fill);
  return {
    fold,
    set(data) {
      [given, isShown] = [data, false];
      fill();
    },
  };
}

// Numbers as they are in the CSV file, to six significant digits.
function shownValue(value) {
  if (value === null || value === undefined) return "";
  return typeof value === "number" && !Number.isInteger(value) ? String(Number(value.toPrecision(6))) : String(value);
}
