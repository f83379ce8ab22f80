// One run: its board, the command that repeats it, its iterations, its solutions and its record.

const OMITTED = "omitted to limit the size of this page; see runs.csv";

// Columns in the order of reading; the others follow by name.
const FIRST = [
  "status", "message", "proof", "length", "optimal", "suboptimality", "h0", "generated", "expanded", "reopened", "evaluated",
  "nodes_per_s", "wall_s", "cpu_s", "setup_s", "peak_bytes", "peak_rss", "peak_open", "peak_closed", "iterations", "algorithm",
  "heuristic", "weight", "options", "order", "seed", "repeat",
];

function recordOf(run) {
  const list = make("dl", { class: "record" });
  const others = columns.filter((name) => !FIRST.includes(name) && name !== "moves").sort();
  for (const name of [...FIRST.filter((name) => columns.includes(name)), ...others]) {
    const isText = ["message", "board", "options"].includes(name);
    const text = run[name] === null && isText ? OMITTED : written(name, run[name]);
    if (text !== "") list.append(make("dt", {}, name), make("dd", {}, text));
  }
  const moves = run.moves === null ? OMITTED : movesOf(run);
  if (moves) list.append(make("dt", {}, "moves"), make("dd", { class: "moves" }, moves));
  return list;
}

function iterationsOf(run) {
  if (!island.iterations && run.iterations) {
    return [make("p", { class: "note" }, `The ${whole(island.iterations_recorded)} iterations of all runs are omitted to limit the size of this page; see iterations.csv.`)];
  }
  const { steps } = run;
  const growth = (step, before) => (before ? `\u00d7${fixed(step.generated / before.generated, 2)}` : "");
  return numbersTable("Iterations", ["threshold", "generated", "growth", "expanded", "wall_s"], steps.map((step, place) =>
    [whole(step.threshold), whole(step.generated), growth(step, steps[place - 1]), whole(step.expanded), seconds(step.wall_s)]));
}

function solutionsOf(run) {
  if (!island.solutions && run.incumbents > 1) {
    return [make("p", { class: "note" }, `The ${whole(island.solutions_recorded)} solutions of all runs are omitted to limit the size of this page; see incumbents.csv.`)];
  }
  const count = (value) => (value === null ? "" : whole(value));
  return numbersTable("Solutions", ["wall_s", "expanded", "generated", "cost", "length", "bound"], run.solutions.map((found) =>
    [seconds(found.wall_s), ...[found.expanded, found.generated, found.cost, found.length, found.bound].map(count)]));
}

// A heading and a table of numbers; nothing if there are no rows.
function numbersTable(title, names, rows) {
  if (!rows.length) return [];
  const heads = names.map((name) => make("th", { scope: "col", class: "n" }, name));
  const body = rows.map((cells) => make("tr", {}, ...cells.map((text) => make("td", { class: "n" }, text))));
  const table = make("table", {}, make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...body));
  return [make("h3", {}, title), make("div", { class: "wide" }, table)];
}

// The status of the run, in words.
function endingOf(run) {
  if (run.status !== "solved") return run.status;
  const proof = { optimal: ", proved optimal", bounded: run.weight ? `, at most ${run.weight} times the optimal length` : ", with a proved bound" }[run.proof] ?? "";
  return `solved in ${written("length", run.length)} moves${proof}`;
}

// The dialog. `closed` is called after it was closed, `compared` with the id of the run that is shown next to it.
function runDialog(closed, compared) {
  const dialog = byId("run");
  let player = null;
  dialog.addEventListener("close", () => {
    player?.stop();
    closed();
  });
  dialog.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (player?.key(event)) event.preventDefault();
  });
  // A click outside of the dialog closes it.
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });

  // A selection of the other solutions of the instance, to be shown next to this one.
  function besides(run, chosen) {
    const others = runs.filter((other) => other !== run && canPlay(other) && other.board === run.board
      && other.goal === run.goal && other.set === run.set && other.instance === run.instance);
    if (!others.length || !canPlay(run)) return [];
    const alike = (other) => others.filter(({ solver }) => solver === other.solver).length > 1;
    const label = (other) => `${other.solver}, ${whole(other.length ?? 0)} moves`
      + (alike(other) ? ` (seed ${other.seed}, repeat ${other.repeat})` : "");
    const select = make("select", {}, make("option", { value: "" }, "none"),
      ...others.map((other) => make("option", { value: idOf(other), selected: idOf(other) === chosen }, label(other))));
    select.addEventListener("change", () => {
      const other = runOf(select.value);
      player.load(other ? [run, other] : [run], true);
      compared(select.value);
    });
    return [make("label", { class: "beside" }, "Compare with: ", select)];
  }

  return (run, beside) => {
    player?.stop();
    player = playerOf();
    const close = make("button", { type: "button", class: "close", "aria-label": "Close", title: "Close" }, "\u2715");
    close.addEventListener("click", () => dialog.close());
    const command = commandOf(run);
    const again = command === null
      ? make("p", { class: "note" }, "tilebench cannot repeat this run by a command: its solver is external, or its record is incomplete.")
      : make("pre", { class: "command", tabindex: "0" }, command);
    const other = runOf(beside);
    player.load(!hasBoard(run) && !isStack(run) ? [] : other && canPlay(other) && other.board === run.board ? [run, other] : [run], false);
    const unplayed = run.moves === null ? `Moves ${OMITTED}.` : run.board === null ? `Board ${OMITTED}.` : "";
    dialog.replaceChildren(
      make("header", {}, make("h2", { id: "run-title" }, `${run.instance}, ${run.solver}`), close),
      make("p", { class: "facts" }, `${run.set}: ${endingOf(run)}`),
      ...(run.message ? [make("p", { class: "alarm" }, run.message)] : []),
      ...(run.board && !hasBoard(run) && !isStack(run) ? [] : [player.element]),
      ...(unplayed ? [make("p", { class: "note" }, unplayed)] : []),
      ...(canPlay(run) && hasBoard(run) ? [make("p", {}, stripButton(run))] : []),
      ...besides(run, beside),
      make("h3", {}, "Command that repeats this run"), again,
      ...iterationsOf(run),
      ...solutionsOf(run),
      make("h3", {}, "Record"), recordOf(run),
    );
    if (!dialog.open) dialog.showModal();
    player.focus();
    dialog.scrollTop = 0;
  };
}
