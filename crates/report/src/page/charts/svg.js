// A drawing in points from its upper left corner, like the printed charts.

const SVG = "http://www.w3.org/2000/svg";
function drawn(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

// The colours of the page, dark or light; a saved chart has the colours of the printed charts instead.
const [INK, PALE, PAPER, GRID, FINE] = ["ink", "pale", "paper", "grid", "fine"].map((name) => `var(--${name})`);
const { title: TITLE, label: LABEL, margin: MARGIN } = settings?.sizes ?? {};
const look = (index) => settings.looks[index % settings.looks.length];
const FONT = "sans-serif";

// The width of a text at a size.
const pen = document.createElement("canvas").getContext("2d");
function textWidth(text, size = LABEL) {
  pen.font = `${size}px ${FONT}`;
  return pen.measureText(text).width;
}
const widest = (texts) => Math.max(0, ...texts.map((text) => textWidth(text)));

const tenth = (value) => Math.round(value * 10) / 10;
const pathOf = (points) => points.map(([x, y], at) => `${at ? "L" : "M"}${tenth(x)} ${tenth(y)}`).join("");

// The markers of data points, around (x, y).
const MARKERS = {
  disc: (x, y, r) => `M${tenth(x - r)} ${tenth(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`,
  square: (x, y, r) => `${pathOf([[x - r, y - r], [x + r, y - r], [x + r, y + r], [x - r, y + r]])}z`,
  triangle: (x, y, r) => `${pathOf([[x, y - r * 1.2], [x + r * 1.1, y + r * 0.8], [x - r * 1.1, y + r * 0.8]])}z`,
  diamond: (x, y, r) => `${pathOf([[x, y - r * 1.3], [x + r * 1.3, y], [x, y + r * 1.3], [x - r * 1.3, y]])}z`,
  cross: (x, y, r) => pathOf([[x - r, y - r], [x + r, y + r]]) + pathOf([[x - r, y + r], [x + r, y - r]]),
};

function drawingOf(width, height) {
  const svg = drawn("svg", {
    class: "live", viewBox: `0 0 ${tenth(width)} ${tenth(height)}`, width: tenth(width), height: tenth(height),
    "font-family": FONT, "font-size": LABEL,
  });
  return {
    svg, width, height,
    line(points, { color, width: stroke = 1, dash, opacity }) {
      svg.append(drawn("path", {
        d: pathOf(points), fill: "none", stroke: color, "stroke-width": stroke, "stroke-dasharray": dash || undefined,
        "stroke-opacity": opacity, "stroke-linejoin": "round",
      }));
    },
    rectangle([left, top], [right, bottom], color, opacity) {
      svg.append(drawn("rect", {
        x: tenth(left), y: tenth(top), width: tenth(right - left), height: tenth(bottom - top), fill: color, "fill-opacity": opacity,
      }));
    },
    outline([left, top], [right, bottom], color) {
      svg.append(drawn("rect", { x: left, y: top, width: right - left, height: bottom - top, fill: "none", stroke: color }));
    },
    mark([x, y], marker, radius, color, opacity) {
      const paint = marker === "cross"
        ? { fill: "none", stroke: color, "stroke-width": 1.4, "stroke-opacity": opacity }
        : { fill: color, "fill-opacity": opacity };
      svg.append(drawn("path", { class: "point", d: MARKERS[marker](x, y, radius), ...paint }));
    },
    // Vertically centred; `anchor` is start, middle or end.
    text([x, y], anchor, text, color = INK, size = LABEL) {
      const element = drawn("text", {
        x: tenth(x), y: tenth(y), dy: "0.35em", "text-anchor": anchor, fill: color, "font-size": size === LABEL ? undefined : size,
      }, text);
      svg.append(element);
      return element;
    },
  };
}
