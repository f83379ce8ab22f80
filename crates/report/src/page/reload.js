// A page of an experiment that is running reloads itself. The filter and the selections are part of the address; the open folds
// and the scroll position are kept in the history, which needs no storage and works for files.

// The folds of the page by name: the nearest element with an id, and the number of the fold within it.
function foldsByName() {
  const [named, counts] = [new Map(), new Map()];
  for (const fold of document.querySelectorAll("details")) {
    const id = fold.parentNode.closest("[id]")?.id ?? "";
    const at = counts.get(id) ?? 0;
    counts.set(id, at + 1);
    named.set(`${id}/${at}`, fold);
  }
  return named;
}

// A reload would interrupt the reader: a run is open, a field has the focus, or text is selected.
const isInUse = () => Boolean(document.querySelector("dialog[open]"))
  || ["INPUT", "SELECT", "TEXTAREA"].includes(document.activeElement?.tagName)
  || getSelection().toString() !== "";

function reloadEvery(seconds) {
  let isPaused = false;
  const pause = byId("pause");
  pause.hidden = false;
  pause.addEventListener("click", () => {
    isPaused = !isPaused;
    // A reload may be on its way.
    if (isPaused) stop();
    pause.textContent = isPaused ? "Go on" : "Pause";
  });
  setInterval(() => {
    if (isPaused || isInUse()) return;
    const open = [...foldsByName()].filter(([, fold]) => fold.open).map(([name]) => name);
    history.replaceState({ open, top: scrollY }, "", location.href);
    location.reload();
  }, 1000 * seconds);
}

if (history.state?.open) {
  const { open, top } = history.state;
  for (const [name, fold] of foldsByName()) fold.open = open.includes(name);
  // After the charts, which are drawn a moment later and change the height of the page.
  setTimeout(() => scrollTo(0, top), 80);
}
if (document.body.dataset.reload) reloadEvery(Number(document.body.dataset.reload));
