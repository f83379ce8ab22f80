// What is shown is in the address after the '#', so that a view can be mailed.

const UNSET = {
  filter: "", set: "", across: "", up: "", measure: "generated", x: "", y: "", group: "",
  figure: "generated", tasks: "", sort: "", run: "", beside: "",
};
const view = { ...UNSET };

function readAddress() {
  const fragment = location.hash.slice(1);
  // Other fragments are places in the page.
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

// A column to sort by, a '-' before it where from above: "-generated".
const sorting = (text) => ({ by: text.replace(/^-/, ""), down: text.startsWith("-") });
const sortedNext = (text, by) => (text === by ? `-${by}` : by);
