// The table of all runs, and the parts that both tables of runs share: pages, and headings that sort.

const PAGE_ROWS = 100;

// The headings are the names of the columns, as filters and charts use them.
const LISTED = [
  "set", "instance", "solver", "status", "proof", "length", "optimal", "h0", "generated", "expanded", "wall_s", "peak_bytes",
  "seed", "repeat",
];
// Columns that are not shown if they are equal in all runs.
const OMITTED_IF_EQUAL = new Set(["set", "proof", "optimal", "h0", "seed", "repeat"]);

// The buttons that turn pages, shown if there are several; `turn` is called with the page to show.
function pager(place, page, count, turn) {
  const pages = Math.ceil(count / PAGE_ROWS);
  place.replaceChildren();
  if (pages < 2) return;
  const button = (name, to, title) => {
    const made = make("button", { type: "button", title, "aria-label": title, disabled: to === page || to < 0 || to >= pages }, name);
    made.addEventListener("click", () => {
      turn(to);
      // The buttons were replaced: the focus stays on the same button, or moves to an enabled one.
      const again = place.querySelector(`[aria-label="${title}"]`);
      (again.disabled ? place.querySelector("button:enabled") : again)?.focus();
    });
    return made;
  };
  const rows = `${whole(page * PAGE_ROWS + 1)} to ${whole(Math.min((page + 1) * PAGE_ROWS, count))} of ${whole(count)}`;
  place.append(
    button("\u00ab", 0, "First page"), button("\u2039", page - 1, "Previous page"), make("span", {}, rows),
    button("\u203a", page + 1, "Next page"), button("\u00bb", pages - 1, "Last page"),
  );
}

// A table with headings for `columns` ([name, title, isNumeric]) that call `sort`, and an empty body.
function sortingTable(columns, sort, labelledby) {
  const heads = columns.map(([name, title, numbers]) => {
    const head = make("th", { scope: "col", class: numbers ? "n" : undefined, "data-column": name }, title);
    sortable(head, () => sort(name));
    return head;
  });
  const body = make("tbody");
  rove(body);
  return make("table", { class: "sorts", "aria-labelledby": labelledby }, make("thead", {}, make("tr", {}, ...heads)), body);
}

function showSorting(table, { by, down }) {
  for (const head of table.tHead.rows[0].cells) {
    if (head.dataset.column === by) head.setAttribute("aria-sort", down ? "descending" : "ascending");
    else head.removeAttribute("aria-sort");
  }
}

// The table of all runs; `open` is called with a selected run, `sort` with a column, `choose` with the names of the chosen
// columns, separated by commas, and `ask` with a column and the text of its filter.
function runList(open, sort, choose, ask) {
  const isNumber = (name) => island.columns[name].number;
  const same = (name) => island.columns[name].different === 1;
  const omitted = LISTED.filter((name) => OMITTED_IF_EQUAL.has(name) && same(name));
  const usual = LISTED.filter((name) => !omitted.includes(name));
  let [shown, table, body, sorted, page] = [[], null, null, [], 0];

  // The choice of columns: those that are usually listed come first.
  const others = columns.filter((name) => name !== "moves" && !LISTED.includes(name));
  const boxes = [...LISTED.filter((name) => columns.includes(name)), ...others].map((name) => {
    const box = make("input", { type: "checkbox", value: name });
    box.addEventListener("change", () => {
      const chosen = boxes.filter((other) => other.checked).map(({ value }) => value);
      choose(chosen.join() === usual.join() ? "" : chosen.join());
    });
    byId("chooser").append(make("label", {}, box, ` ${name}`));
    return box;
  });

  // Builds the table of these columns.
  function build(names) {
    shown = names.map((name) => [name, name, isNumber(name)]);
    const equal = omitted.filter((name) => !names.includes(name) && written(name, runs[0][name]));
    const equals = equal.map((name) => `${name} ${written(name, runs[0][name])}`);
    byId("list-note").textContent = equals.length ? `Equal in all runs: ${equals.join(", ")}.` : "";
    boxes.forEach((box) => (box.checked = names.includes(box.value)));
    table = sortingTable(shown, sort, "list-title");
    // Moves are packed, so a filter cannot search them.
    const boxOf = ([name]) => (name === "moves" ? "" : columnBox(name, ask));
    table.tHead.append(make("tr", { class: "asks" }, ...shown.map((column) => make("td", {}, boxOf(column)))));
    body = table.tBodies[0];
    byId("list").replaceChildren(table);
  }
  function turn(to) {
    page = to;
    body.replaceChildren(...sorted.slice(page * PAGE_ROWS, (page + 1) * PAGE_ROWS).map(row));
    reachFirst(body);
    pager(byId("list-pager"), page, sorted.length, turn);
  }
  function row(run) {
    const cells = shown.map(([name, , numbers]) => {
      const isHead = name === "instance";
      const cell = make(isHead ? "th" : "td", { class: numbers ? "n" : undefined, scope: isHead ? "row" : undefined }, isHead ? "" : written(name, run[name]));
      if (isHead) cell.append(make("button", { type: "button", class: "open", "data-run": idOf(run) }, run.instance));
      return cell;
    });
    const made = make("tr", { class: run.status === "solved" ? undefined : "unsolved" }, ...cells);
    // The click on the button arrives here, too.
    made.addEventListener("click", () => open(run));
    return made;
  }
  return (matched, order, chosen, where) => {
    const asked = chosen.split(",").filter((name) => boxes.some(({ value }) => value === name));
    // Every row can be opened, so it has its instance.
    const listed = !asked.length ? usual : asked.includes("instance") ? asked : ["instance", ...asked];
    // A column with a filter is listed, so that a reader sees the filter.
    const filters = new Map(columnFilters(where));
    const names = [...listed, ...[...filters.keys()].filter((name) => !listed.includes(name))];
    if (names.join() !== shown.map(([name]) => name).join()) build(names);
    for (const box of table.tHead.querySelectorAll("[data-asks]")) {
      const text = filters.get(box.dataset.asks) ?? "";
      if (box.value.trim() !== text.trim()) box.value = text;
    }
    sorted = order.by ? [...matched].sort((a, b) => inOrder(a[order.by], b[order.by], order.down)) : matched;
    showSorting(table, order);
    turn(0);
  };
}
