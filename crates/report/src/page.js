for (const table of document.querySelectorAll("table")) {
  table.classList.add("sorts");
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    head.title = "Sort by this column";
    head.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const number = (row) => parseFloat(row.cells[column].dataset.sort);
      const text = (row) => row.cells[column].textContent;
      const order = (a, b) => {
        const [x, y] = [number(a), number(b)];
        if (!head.classList.contains("n")) return text(a).localeCompare(text(b), "en", { numeric: true }) * (down ? -1 : 1);
        if (isNaN(x) || isNaN(y)) return isNaN(x) - isNaN(y);
        return (x - y) * (down ? -1 : 1);
      };
      const body = table.tBodies[0];
      body.append(...[...body.rows].sort(order));
    });
  });
}
