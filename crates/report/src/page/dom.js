// Elements, created without markup: the content of records is always text.

const byId = (id) => document.getElementById(id);

// An element with these attributes; children that are not elements become text.
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.map((child) => (child instanceof Node ? child : String(child))));
  return element;
}

// Turns the heading of a column into a button that sorts by it, for the keyboard and the mouse.
function sortable(head, act) {
  const button = make("button", { type: "button", class: "sort", title: "Sort by this column" });
  button.append(...head.childNodes);
  button.addEventListener("click", act);
  head.append(button);
}

// Roving focus: Tab reaches one button of the body of a table, and the arrow keys move to the others.
function rove(body) {
  const rows = () => [...body.rows].map((row) => [...row.querySelectorAll("button")]).filter((row) => row.length);
  body.addEventListener("focusin", ({ target }) => {
    body.querySelector('button[tabindex="0"]')?.setAttribute("tabindex", "-1");
    target.setAttribute("tabindex", "0");
  });
  body.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const grid = rows();
    const row = grid.findIndex((buttons) => buttons.includes(event.target));
    if (row < 0) return;
    const column = grid[row].indexOf(event.target);
    const to = {
      ArrowUp: [row - 1, column], ArrowDown: [row + 1, column],
      ArrowLeft: [row, column - 1], ArrowRight: [row, column + 1],
      Home: [0, column], End: [grid.length - 1, column],
    }[event.key];
    if (!to) return;
    event.preventDefault();
    const buttons = grid[to[0]];
    buttons?.[Math.min(to[1], buttons.length - 1)]?.focus();
  });
}

// Lets Tab reach the first button of a new body.
function reachFirst(body) {
  body.querySelectorAll("button").forEach((button, index) => button.setAttribute("tabindex", index ? "-1" : "0"));
}
