// Sorting of the static tables of the page.

function sortsByItself(table) {
  table.classList.add("sorts");
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => sortable(head, () => {
    const down = head.getAttribute("aria-sort") === "ascending";
    heads.forEach((other) => other.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const text = (row) => row.cells[column].textContent;
    const number = (row) => parseFloat(row.cells[column].dataset.sort ?? (text(row).trim() ? Number(text(row)) : NaN));
    const order = (a, b) => {
      const [x, y] = [number(a), number(b)];
      // Numbers precede missing values in both directions.
      if (isNaN(x) !== isNaN(y)) return isNaN(x) - isNaN(y);
      return (isNaN(x) ? text(a).localeCompare(text(b), "en") : x - y) * (down ? -1 : 1);
    };
    const body = table.tBodies[0];
    body.append(...[...body.rows].sort(order));
  }));
}
