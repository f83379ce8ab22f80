// Saves a chart as a file, in the colours of the printed charts.

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

function saveButton(name, svg) {
  const button = make("button", { type: "button", class: "save", "aria-label": `Save the chart ${name} as SVG` }, "Save as SVG");
  button.addEventListener("click", () => {
    const url = URL.createObjectURL(fileOf(svg()));
    make("a", { href: url, download: `${name}.svg` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  });
  return button;
}
