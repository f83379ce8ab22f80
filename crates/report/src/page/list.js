// The table of all runs, and the parts that both tables of runs share: pages, and headings that sort.

const PAGE_ROWS = 100;

const LISTED = [
  ["set", "set"], ["instance", "instance"], ["solver", "configuration"], ["status", "status"], ["proof", "proof"],
  ["length", "length"], ["optimal", "optimal"], ["h0", "h0"], ["generated", "generated"], ["expanded", "expanded"],
  ["wall_s", "time"], ["peak_bytes", "memory"], ["seed", "seed"], ["repeat", "repeat"],
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

// The table of all runs; `open` is called with a selected run, `sort` with a column.
function runList(open, sort) {
  const isNumber = (name) => runs.some((run) => typeof run[name] === "number");
  const same = (name) => runs.every((run) => run[name] === runs[0][name]);
  const omitted = LISTED.filter(([name]) => OMITTED_IF_EQUAL.has(name) && same(name));
  const shown = LISTED.filter((column) => !omitted.includes(column)).map(([name, title]) => [name, title, isNumber(name)]);
  const equal = omitted.filter(([name]) => written(name, runs[0][name])).map(([name, title]) => `${title} ${written(name, runs[0][name])}`);
  byId("list-note").textContent = equal.length ? `Equal in all runs: ${equal.join(", ")}.` : "";

  const table = sortingTable(shown, sort, "list-title");
  byId("list").append(table);
  const body = table.tBodies[0];
  let [sorted, page] = [[], 0];

  function turn(to) {
    page = to;
    body.replaceChildren(...sorted.slice(page * PAGE_ROWS, (page + 1) * PAGE_ROWS).map(row));
    reachFirst(body);
    pager(byId("list-pager"), page, sorted.length, turn);
  }
  function row(run) {
    const cells = shown.map(([name, , numbers]) => {
      const cell = make("td", { class: numbers ? "n" : undefined }, name === "instance" ? "" : written(name, run[name]));
      if (name === "instance") cell.append(make("button", { type: "button", class: "open", "data-run": run.run_id }, run.instance));
      return cell;
    });
    const made = make("tr", { class: run.status === "solved" ? undefined : "unsolved" }, ...cells);
    // The click on the button arrives here, too.
    made.addEventListener("click", () => open(run));
    return made;
  }
  return (matched, order) => {
    sorted = order.by ? [...matched].sort((a, b) => inOrder(a[order.by], b[order.by], order.down)) : matched;
    showSorting(table, order);
    turn(0);
  };
}
