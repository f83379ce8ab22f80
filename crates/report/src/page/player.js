// A board that can be shown after any number of moves.

// The board of `run`: `show(step)` slides its tiles to their cells after `step` moves.
function boardOf(run) {
  const { cols, rows } = run;
  const [start, goal, all] = [tilesOf(run.board), goalOf(run), canPlay(run) ? movesOf(run) : ""];
  const moves = all.slice(0, possible(start, cols, all));
  const digits = String(start.length - 1).length;
  const tiles = new Map();
  const svg = drawn("svg", { class: "board", viewBox: `-1 -1 ${cols * 20 + 2} ${rows * 20 + 2}`, role: "img" });
  svg.append(drawn("rect", { class: "frame", x: -0.5, y: -0.5, width: cols * 20 + 1, height: rows * 20 + 1, rx: 2.5 }));
  // Ordered by number, so that the elements do not depend on the positions of the tiles.
  for (const tile of [...start].sort((a, b) => a - b).filter(Boolean)) {
    const text = drawn("text", { x: 10, y: 10, "font-size": digits > 3 ? 6 : digits > 2 ? 7.5 : 9.5 }, String(tile));
    const group = drawn("g", { class: "tile" }, drawn("rect", { x: 0.7, y: 0.7, width: 18.6, height: 18.6, rx: 2 }), text);
    tiles.set(tile, group);
    svg.append(group);
  }

  let [board, at] = [[...start], 0];
  function place(cell) {
    const group = tiles.get(board[cell]);
    if (!group) return;
    group.style.transform = `translate(${(cell % cols) * 20}px, ${Math.floor(cell / cols) * 20}px)`;
    group.classList.toggle("home", goal[cell] === board[cell]);
  }
  function show(step) {
    const to = Math.max(0, Math.min(step, moves.length));
    // Tiles would slide across each other in a jump.
    svg.classList.toggle("jumps", Math.abs(to - at) > 1);
    if (Math.abs(to - at) === 1) {
      const before = board.indexOf(0);
      const back = { U: "D", D: "U", L: "R", R: "L" };
      slide(board, cols, to > at ? moves[at] : back[moves[to]]);
      place(before);
    } else {
      board = boardAfter(start, cols, moves, to);
      board.forEach((_, cell) => place(cell));
      // Applies the positions before the next step slides a tile.
      svg.getBoundingClientRect();
    }
    at = to;
    const reached = board.every((tile, cell) => tile === goal[cell]);
    const text = Array.from({ length: rows }, (_, row) => board.slice(row * cols, (row + 1) * cols).join(" ")).join(" / ");
    svg.setAttribute("aria-label", `The board after ${at} moves: ${text}`);
    svg.dataset.board = board.join(" ");
    const stuck = at === moves.length && at < all.length;
    return { at, said: `${at ? `, blank ${moves[at - 1]}` : ""}${reached ? ", the goal" : ""}${stuck ? `; ${all[at]} is not legal` : ""}` };
  }
  board.forEach((_, cell) => place(cell));
  show(0);
  return { svg, length: moves.length, show };
}

// Boards that are played side by side, and their controls.
function playerOf() {
  const button = (name, title, act) => {
    const made = make("button", { type: "button", title, "aria-label": name === title ? undefined : title }, name);
    made.addEventListener("click", act);
    return made;
  };
  const boards = make("div", { class: "boards" });
  const slider = make("input", { type: "range", min: 0, value: 0, "aria-label": "Move" });
  const speed = make("select", { "aria-label": "Speed" },
    ...[1, 2, 4, 8, 16, 60].map((moves) => make("option", { value: moves, selected: moves === 4 }, `${moves} moves per second`)));
  const place = make("output", { class: "place" });
  const playing = button("Play", "Play", () => (timer ? stop() : play()));
  const keys = make("p", { class: "note" }, "Keys: space plays, arrows step, Home and End jump, + and \u2212 change the speed.");
  const bar = make("div", { class: "controls" },
    button("\u00ab", "To the start", () => jump(0)), button("\u2039", "Previous move", () => jump(at - 1)), playing,
    button("\u203a", "Next move", () => jump(at + 1)), button("\u00bb", "To the end", () => jump(length)),
    slider, place, speed, keys);
  let [shown, at, length, timer] = [[], 0, 0, 0];

  function show(step) {
    at = Math.max(0, Math.min(step, length));
    slider.value = at;
    place.textContent = `${whole(at)} / ${whole(length)}`;
    for (const { board, caption } of shown) {
      const { at: own, said } = board.show(at);
      caption.textContent = `move ${whole(own)} of ${whole(board.length)}${said}`;
    }
  }
  function stop() {
    clearTimeout(timer);
    timer = 0;
    playing.textContent = playing.title = "Play";
  }
  function tick() {
    show(at + 1);
    timer = setTimeout(at < length ? tick : stop, 1000 / speed.value);
  }
  function play() {
    if (at >= length) show(0);
    playing.textContent = playing.title = "Pause";
    // Tiles reach their cells before the next move begins.
    timer = setTimeout(tick, 500 / speed.value);
  }
  function jump(step) {
    stop();
    show(step);
  }
  const pace = () => boards.style.setProperty("--pace", `${Math.min(150, 600 / speed.value)}ms`);
  speed.addEventListener("change", pace);
  slider.addEventListener("input", () => jump(Number(slider.value)));
  pace();

  return {
    element: make("div", { class: "player" }, boards, bar),
    stop,
    focus: () => playing.focus(),
    // Shows the boards of these runs, at the current move if `stay`, otherwise at the start.
    load(them, stay) {
      shown = them.map((run) => {
        const [board, caption] = [isStack(run) ? stackOf(run) : boardOf(run), make("span", { class: "place" })];
        return { board, caption, figure: make("figure", { class: run.cols > 8 ? "large" : undefined }, board.svg, make("figcaption", {}, run.solver, make("br"), caption)) };
      });
      length = Math.max(0, ...shown.map(({ board }) => board.length));
      slider.max = length;
      bar.hidden = !length;
      boards.replaceChildren(...shown.map(({ figure }) => figure));
      stay ? show(at) : jump(0);
    },
    // Handles a key; returns whether it belongs to the player.
    key({ key, target }) {
      if (!length || target === speed || (target.localName === "select")) return false;
      if (key === " ") {
        if (target.localName === "button") return false;
        timer ? stop() : play();
      } else if (target !== slider && (key === "ArrowLeft" || key === "ArrowRight")) jump(at + (key === "ArrowLeft" ? -1 : 1));
      else if (target !== slider && (key === "Home" || key === "End")) jump(key === "Home" ? 0 : length);
      else if (key === "+" || key === "-") {
        speed.selectedIndex = Math.max(0, Math.min(speed.selectedIndex + (key === "+" ? 1 : -1), speed.length - 1));
        pace();
      } else return false;
      return true;
    },
  };
}
