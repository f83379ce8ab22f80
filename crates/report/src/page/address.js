// The view is part of the address after the '#', so that it can be shared as a link, and Back returns to the view before.

const UNSET = {
  filter: "", where: "", set: "", across: "", up: "", measure: "generated", x: "", y: "", group: "",
  figure: "generated", tasks: "", sort: "", columns: "", run: "", beside: "", part: "",
};
const view = { ...UNSET };

// Whether the fragment is a view. Other fragments are parts of the page, which are shown without a filter.
const isView = () => location.hash.includes("=");

function readAddress() {
  const given = new URLSearchParams(isView() ? location.hash.slice(1) : "");
  for (const name of Object.keys(UNSET)) view[name] = given.get(name) ?? UNSET[name];
}

// The fragment of the view.
function fragmentOf() {
  const given = new URLSearchParams();
  for (const name of Object.keys(UNSET)) if (view[name] !== UNSET[name]) given.set(name, view[name]);
  return `#${given}`;
}

// Writes the view into the address: as a step of the history, or in place of the last one, such as for each letter of a filter.
function writeAddress(isStep) {
  const fragment = fragmentOf();
  if (fragment === (location.hash || "#")) return;
  if (isStep) history.pushState(null, "", fragment);
  else history.replaceState(null, "", fragment);
}

// A column to sort by, with a leading '-' for descending order: "-generated".
const sorting = (text) => ({ by: text.replace(/^-/, ""), down: text.startsWith("-") });
const sortedNext = (text, by) => (text === by ? `-${by}` : by);
