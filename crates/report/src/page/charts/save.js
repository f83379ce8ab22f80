// Saves a chart as a file, in the colours of the printed charts, and its values as CSV.

function fileOf(svg) {
  const copy = svg.cloneNode(true);
  copy.querySelector(".ring")?.remove();
  for (const name of ["class", "tabindex", "role", "aria-label"]) copy.removeAttribute(name);
  copy.setAttribute("xmlns", SVG);
  const paper = drawn("rect", { width: "100%", height: "100%", fill: PAPER });
  copy.prepend(paper);
  const text = Object.entries(settings.printed)
    .reduce((all, [name, color]) => all.replaceAll(`var(${name})`, color), new XMLSerializer().serializeToString(copy));
  return new Blob([text], { type: "image/svg+xml" });
}

// A cell of CSV. A text that a spreadsheet would run as a formula is escaped as in all files of tilebench.
function cellOf(value) {
  if (value === null || value === undefined) return "";
  let text = String(value);
  if (/^'*[=+\-@\t\r]/.test(text) && isNaN(Number(text))) text = `'${text}`;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const csvOf = ({ heads, rows }) =>
  new Blob([heads, ...rows].map((row) => `${row.map(cellOf).join(",")}\n`), { type: "text/csv" });

// A button that saves the file `name` with the blob that `content` returns.
function saveButton(label, title, name, content) {
  const button = make("button", { type: "button", class: "save", "aria-label": title }, label);
  button.addEventListener("click", () => {
    const url = URL.createObjectURL(content());
    make("a", { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  });
  return button;
}
