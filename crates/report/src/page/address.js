// The view is part of the address after the '#', so that it can be shared as a link.

const UNSET = {
  filter: "", set: "", across: "", up: "", measure: "generated", x: "", y: "", group: "",
  figure: "generated", tasks: "", sort: "", run: "", beside: "",
};
const view = { ...UNSET };

function readAddress() {
  const fragment = location.hash.slice(1);
  // Other fragments are sections of the page.
  if (fragment && !fragment.includes("=")) return false;
  const given = new URLSearchParams(fragment);
  for (const name of Object.keys(UNSET)) view[name] = given.get(name) ?? UNSET[name];
  return true;
}

function writeAddress() {
  const given = new URLSearchParams();
  for (const name of Object.keys(UNSET)) if (view[name] !== UNSET[name]) given.set(name, view[name]);
  history.replaceState(null, "", `#${given}`);
}

// A column to sort by, with a leading '-' for descending order: "-generated".
const sorting = (text) => ({ by: text.replace(/^-/, ""), down: text.startsWith("-") });
const sortedNext = (text, by) => (text === by ? `-${by}` : by);
