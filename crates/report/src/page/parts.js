// The folded parts of the page: a link to a part opens it, and so does a view that shows it.

const PARTS = [...document.querySelectorAll("details.part")];

// Opens the part with this id, or the parts with one of these ids.
function openParts(...ids) {
  for (const part of PARTS) if (ids.includes(part.parentNode.id)) part.open = true;
}

function openTarget() {
  const target = document.getElementById(location.hash.slice(1));
  const part = target?.closest("section")?.querySelector("details.part");
  if (!part) return;
  part.open = true;
  target.scrollIntoView();
}

// A link of the contents keeps the view, and becomes part of it.
document.querySelectorAll('nav a[href^="#"]').forEach((link) => link.addEventListener("click", (event) => {
  const id = link.hash.slice(1);
  openParts(id);
  if (fragmentOf() === "#") return;
  event.preventDefault();
  view.part = id;
  writeAddress(true);
  byId(id).scrollIntoView();
}));
window.addEventListener("hashchange", openTarget);
openTarget();

// Paper has no folds.
let closedParts = [];
window.addEventListener("beforeprint", () => {
  closedParts = PARTS.filter((part) => !part.open);
  closedParts.forEach((part) => (part.open = true));
});
window.addEventListener("afterprint", () => closedParts.forEach((part) => (part.open = false)));

// Postpones `act` while the part with this id is folded. The returned function acts now if the part is open, otherwise when it is
// opened, also for paper: this listener follows the one that opens all parts.
function whenOpen(id, act) {
  const part = byId(id).querySelector("details.part");
  let isDue = false;
  function actIfDue() {
    if (!isDue || !part.open) return;
    isDue = false;
    act();
  }
  part.addEventListener("toggle", actIfDue);
  window.addEventListener("beforeprint", actIfDue);
  return () => {
    isDue = true;
    actIfDue();
  };
}
