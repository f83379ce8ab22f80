// A stack of pancakes that can be shown after any number of flips.

// The stack of `run`: `show(step)` moves its pancakes to their places after `step` flips.
function stackOf(run) {
  const HEIGHT = 8;
  const [start, goal] = [tilesOf(run.board), tilesOf(run.goal)];
  const all = run.moves ? tilesOf(movesOf(run)) : [];
  const isLegal = (flip) => flip >= 2 && flip <= start.length;
  const stuckAt = all.findIndex((flip) => !isLegal(flip));
  const flips = stuckAt < 0 ? all : all.slice(0, stuckAt);
  const widthOf = (size) => 20 + (60 * size) / start.length;
  const svg = drawn("svg", { class: "board", viewBox: `-1 -1 102 ${start.length * HEIGHT + 5}`, role: "img" });
  svg.append(drawn("rect", { class: "frame", x: 4, y: start.length * HEIGHT + 0.5, width: 92, height: 2, rx: 1 }));
  const pancakes = new Map();
  for (const size of [...start].sort((a, b) => a - b)) {
    const width = widthOf(size);
    const bar = drawn("rect", { x: 50 - width / 2, y: 0.5, width, height: HEIGHT - 1, rx: 2 });
    const text = drawn("text", { x: 50, y: HEIGHT / 2, "font-size": 5 }, String(size));
    const group = drawn("g", { class: "tile" }, bar, text);
    pancakes.set(size, group);
    svg.append(group);
  }
  function stackAfter(step) {
    let stack = [...start];
    for (const flip of flips.slice(0, step)) stack = [...stack.slice(0, flip).reverse(), ...stack.slice(flip)];
    return stack;
  }
  let at = 0;
  function show(step) {
    const to = Math.max(0, Math.min(step, flips.length));
    // Pancakes would move across each other in a jump.
    svg.classList.toggle("jumps", Math.abs(to - at) > 1);
    at = to;
    const stack = stackAfter(at);
    stack.forEach((size, place) => {
      const group = pancakes.get(size);
      group.style.transform = `translate(0px, ${place * HEIGHT}px)`;
      group.classList.toggle("home", goal[place] === size);
    });
    const reached = stack.every((size, place) => size === goal[place]);
    svg.setAttribute("aria-label", `The stack after ${at} flips, from the top: ${stack.join(" ")}`);
    svg.dataset.board = stack.join(" ");
    const stuck = at === flips.length && at < all.length;
    return { at, said: `${at ? `, ${flips[at - 1]} flipped` : ""}${reached ? ", the goal" : ""}${stuck ? `; a flip of ${all[at]} is not legal` : ""}` };
  }
  show(0);
  return { svg, length: flips.length, show };
}
