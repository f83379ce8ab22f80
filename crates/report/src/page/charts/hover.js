// Tooltips of the points of a chart: the nearest point to the mouse, or one point after the other by the keyboard.

const REACH = 12;

// One tooltip for all charts.
const tip = make("div", { id: "tip", role: "status", hidden: true });
document.body.append(tip);

// `points` are { x, y, row, run, text() } in the order of the arrow keys; `open` is called with a run.
function walkable(svg, points, label, open) {
  const ring = drawn("circle", { class: "ring", r: 7, fill: "none", stroke: INK, "stroke-width": 2, visibility: "hidden" });
  svg.append(ring);
  const keys = points.length ? `. ${whole(points.length)} points: arrow keys move between them, Enter opens the run` : "";
  const name = `${label}${keys}`;
  svg.setAttribute("role", points.length ? "application" : "img");
  svg.setAttribute("aria-label", name);
  if (points.length) svg.setAttribute("tabindex", "0");
  let at = -1;

  const scale = () => svg.viewBox.baseVal.width / svg.getBoundingClientRect().width;
  function hide() {
    at = -1;
    tip.hidden = true;
    ring.setAttribute("visibility", "hidden");
    svg.setAttribute("aria-label", name);
    svg.classList.remove("at");
  }
  function show(place) {
    at = place;
    const { x, y, run } = points[at];
    // Formatted on demand: a chart can have ten thousand points.
    const text = points[at].text();
    ring.setAttribute("cx", x);
    ring.setAttribute("cy", y);
    ring.setAttribute("visibility", "visible");
    svg.classList.toggle("at", run !== null);
    svg.setAttribute("aria-label", text);
    tip.textContent = text;
    tip.hidden = false;
    const [box, factor] = [svg.getBoundingClientRect(), scale()];
    const [across, down] = [box.left + x / factor, box.top + y / factor];
    const room = document.documentElement.clientWidth - tip.offsetWidth - 8;
    tip.style.left = `${Math.max(8, Math.min(across + 12, room)) + scrollX}px`;
    // Above the point, or below it if the space above is too small.
    tip.style.top = `${(down - tip.offsetHeight - 12 < 0 ? down + 14 : down - tip.offsetHeight - 12) + scrollY}px`;
  }
  // The point nearest to a position of the window, within reach.
  function nearestTo({ clientX, clientY }) {
    const [box, factor] = [svg.getBoundingClientRect(), scale()];
    const [x, y] = [(clientX - box.left) * factor, (clientY - box.top) * factor];
    let [best, place] = [(REACH * factor) ** 2, -1];
    points.forEach((point, index) => {
      const far = (point.x - x) ** 2 + (point.y - y) ** 2;
      if (far <= best) [best, place] = [far, index];
    });
    return place;
  }
  function openAt() {
    const run = points[at]?.run;
    if (run) open(run);
  }

  svg.addEventListener("pointermove", (event) => {
    const place = nearestTo(event);
    if (place < 0) hide();
    else if (place !== at) show(place);
  });
  svg.addEventListener("pointerleave", hide);
  svg.addEventListener("click", (event) => {
    const place = nearestTo(event);
    if (place < 0) return;
    show(place);
    openAt();
  });
  svg.addEventListener("blur", hide);
  // The horizontally nearest point of the next row with points, upwards or downwards.
  function beside(step) {
    const rows = [...new Set(points.map(({ row }) => row))].sort((a, b) => a - b);
    const row = rows[rows.indexOf(points[at].row) + step];
    const { x } = points[at];
    return points.reduce((best, point, index) =>
      point.row === row && (best < 0 || Math.abs(point.x - x) < Math.abs(points[best].x - x)) ? index : best, -1);
  }
  svg.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !points.length) return;
    const { key } = event;
    if (key === "Enter" && at >= 0) openAt();
    else if (key === "Escape" && at >= 0) hide();
    else if (key === "Home" || key === "End") show(key === "Home" ? 0 : points.length - 1);
    else if (key === "ArrowRight" || key === "ArrowLeft") {
      const from = at < 0 && key === "ArrowLeft" ? points.length : at;
      show(Math.max(0, Math.min(points.length - 1, from + (key === "ArrowRight" ? 1 : -1))));
    } else if (key === "ArrowUp" || key === "ArrowDown") {
      const to = at < 0 ? 0 : beside(key === "ArrowDown" ? 1 : -1);
      if (to >= 0) show(to);
    } else return;
    event.preventDefault();
  });
}
