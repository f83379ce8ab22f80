// Filters of single columns: a text below a heading of the list, such as `solved`, `> 1000`, `50..60` or `!= bfs`.
//
// They are kept as one text in the address, and become conditions of the filter. Without an operator, a number is equal to the
// text, and a text contains it.

const MAX_SUGGESTED = 24;
const NUMBER = /^-?[\d.][\d_.]*(?:e[-+]?\d+)?$/i;

// The filters of columns as pairs of a name and a text.
const columnFilters = (where) => [...new URLSearchParams(where)].filter(([name, text]) => columns.includes(name) && text.trim());

// The filters with that of the column `name` replaced.
function withColumnFilter(where, name, text) {
  const given = new URLSearchParams(where);
  if (text.trim()) given.set(name, text);
  else given.delete(name);
  return String(given);
}

// The text of a column filter as a condition of the filter.
function columnCondition(name, text) {
  const asked = text.trim();
  const isNumber = island.columns[name].number;
  const [, low, high] = (isNumber && /^(\S+?)\.\.(\S+)$/.exec(asked)) || [];
  if (low && NUMBER.test(low) && NUMBER.test(high)) return `${name} >= ${low} && ${name} <= ${high}`;
  const [, given, value] = /^(==|!=|<=|>=|!~|<|>|~|=)?\s*(.*)$/s.exec(asked);
  const usual = isNumber || value === "none" ? "==" : "~";
  const mark = given === "=" ? "==" : given ?? usual;
  if (value === "none" && (mark === "==" || mark === "!=")) return `${name} ${mark} none`;
  if (isNumber && NUMBER.test(value)) return `${name} ${mark} ${value}`;
  const quote = value.includes('"') ? "'" : '"';
  return `${name} ${mark} ${quote}${value.replaceAll(quote, "")}${quote}`;
}

// The filter of the reader with the filters of the columns.
function joinedFilter(filter, where) {
  const conditions = columnFilters(where).map(([name, text]) => columnCondition(name, text));
  if (!conditions.length) return filter;
  return [...(filter.trim() ? [`(${filter})`] : []), ...conditions].join(" && ");
}

// The box below the heading of a column; `ask` is called with the name of the column and the text.
function columnBox(name, ask) {
  const isNumber = island.columns[name].number;
  const box = make("input", {
    type: "search", "aria-label": `Filter ${name}`, placeholder: isNumber ? "5..9" : "contains",
    title: isNumber ? "A number, > 1000, 50..60 or none" : "A part of the text, == solved, != solved or none", "data-asks": name,
    autocomplete: "off", autocapitalize: "off", spellcheck: "false",
  });
  box.addEventListener("input", () => ask(name, box.value));
  if (isNumber || island.columns[name].different > MAX_SUGGESTED) return box;
  // The values of a column are read when a reader looks for them.
  const values = make("datalist", { id: `values-${name}` });
  box.setAttribute("list", values.id);
  box.addEventListener("focus", () => {
    if (values.children.length) return;
    const different = [...new Set(runs.map((run) => run[name]))].filter((value) => value !== null && value !== "");
    values.append(...different.map((value) => make("option", { value: `== ${value}` })));
  });
  return make("span", {}, box, values);
}
