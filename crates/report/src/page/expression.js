// Filters: `instance <= 50 && heuristic == "manhattan"`.
//
//   any     = all { "||" all }
//   all     = one { "&&" one }
//   one     = "!" one | sum [ ("==" | "!=" | "<" | "<=" | ">" | ">=" | "~" | "!~") sum ]
//   sum     = product { ("+" | "-") product }
//   product = factor { ("*" | "/") factor }
//   factor  = "-" factor | number | text | none | column | "(" any ")"
//
// A comparison with a value that is missing does not hold, but that with `none`. Where one side is a number and the
// other reads as one, numbers are compared; else texts. `~` is "contains", capitals or not.
//
// Conditions on outcomes, which are known only after a run, do not change how many runs there are: a filter is parted at
// its outermost `&&`, and only conditions without an outcome drop runs.

class Misread extends Error {
  constructor(at, message) {
    super(message);
    this.at = at;
  }
}

const SYMBOLS = /\s*(?:(\d[\d_]*(?:\.\d+)?(?:[eE][-+]?\d+)?)|([A-Za-z_]\w*)|"([^"]*)"|'([^']*)'|(&&|\|\||==|!=|<=|>=|!~|[-+*/()<>!~=]))/y;

function symbolsOf(text) {
  const symbols = [];
  const end = text.trimEnd().length;
  SYMBOLS.lastIndex = 0;
  for (let at = 0; at < end; at = SYMBOLS.lastIndex) {
    const found = SYMBOLS.exec(text);
    if (!found) {
      at += /^\s*/.exec(text.slice(at))[0].length;
      throw new Misread(at, /["']/.test(text[at]) ? "this text has no closing quote" : `'${text[at]}' is not understood`);
    }
    const [whole, number, word, double, single, mark] = found;
    const start = SYMBOLS.lastIndex - whole.trimStart().length;
    if (number !== undefined) symbols.push({ at: start, number: Number(number.replaceAll("_", "")) });
    else if (word !== undefined) symbols.push({ at: start, word });
    else if (mark !== undefined) symbols.push({ at: start, mark });
    else symbols.push({ at: start, text: double ?? single });
  }
  symbols.push({ at: end, end: true });
  return symbols;
}

const isNone = (value) => value === null || value === undefined || value === "" || Number.isNaN(value);
const COMPARE = {
  "==": (order) => order === 0, "!=": (order) => order !== 0, "<": (order) => order < 0,
  "<=": (order) => order <= 0, ">": (order) => order > 0, ">=": (order) => order >= 0,
};

function compared(mark, a, b) {
  if (isNone(a) || isNone(b)) return false;
  const [x, y] = [numberOf(a), numberOf(b)];
  const numbers = (typeof a === "number" || typeof b === "number") && !isNaN(x) && !isNaN(y);
  if (!numbers && typeof a !== typeof b && mark !== "==" && mark !== "!=") return false;
  const [left, right] = numbers ? [x, y] : [String(a), String(b)];
  return COMPARE[mark](left < right ? -1 : left > right ? 1 : 0);
}

// The column nearest to a name that is none: the one with most pairs of letters in common.
function nearest(word, names) {
  const pairs = (text) => new Set([...text].map((letter, at) => letter + (text[at + 1] ?? "")));
  const mine = pairs(word.toLowerCase());
  const shared = (name) => [...pairs(name)].filter((pair) => mine.has(pair)).length / (name.length + word.length);
  return [...names].sort((a, b) => shared(b) - shared(a))[0];
}

// The test of a run that `text` is, for columns of these names. Throws a Misread that says where and why. Its `given` is the
// test by the conditions that have none of `outcomes`, and `onOutcomes` says whether there are others.
function readFilter(text, names, outcomes = new Set()) {
  const symbols = symbolsOf(text);
  let next = 0;
  const take = (...marks) => (marks.includes(symbols[next].mark) ? symbols[next++].mark : undefined);
  const named = ({ end, mark, word, number, text: quoted }) =>
    end ? "the end" : `'${mark ?? word ?? number ?? quoted}'`;
  const value = (node) => {
    if (node.test) throw new Misread(node.at, "a value is expected here, not a condition");
    return node.of;
  };
  const test = (node) => {
    if (!node.test) throw new Misread(node.at, "compare this with something: it is a value, not a condition");
    return node.test;
  };

  // Whether an outcome is in any of `nodes`.
  const late = (...nodes) => nodes.some((node) => node.late);
  const joined = (part, mark, join) => () => {
    let left = part();
    while (take(mark)) {
      const right = part();
      const [a, b] = [test(left), test(right)];
      const parts = mark === "&&" ? [...(left.parts ?? [left]), ...(right.parts ?? [right])] : undefined;
      left = { at: left.at, test: join(a, b), late: late(left, right), parts };
    }
    return left;
  };
  const counted = (part, ...marks) => () => {
    let left = part();
    for (let mark = take(...marks); mark; mark = take(...marks)) {
      const right = part();
      const [a, b] = [value(left), value(right)];
      const sum = { "+": (x, y) => x + y, "-": (x, y) => x - y, "*": (x, y) => x * y, "/": (x, y) => x / y }[mark];
      const number = (found) => (isNone(found) ? NaN : numberOf(found));
      left = { at: left.at, of: (run) => sum(number(a(run)), number(b(run))), late: late(left, right) };
    }
    return left;
  };

  function factor() {
    const symbol = symbols[next];
    const { at } = symbol;
    if (take("-")) {
      const inside = factor();
      const of = value(inside);
      return { at, of: (run) => -numberOf(of(run)), late: late(inside) };
    }
    if (take("(")) {
      const inside = any();
      if (!take(")")) throw new Misread(symbols[next].at, `')' is expected here, not ${named(symbols[next])}`);
      return { ...inside, at };
    }
    if (symbol.mark || symbol.end) throw new Misread(at, `a value is expected here, not ${named(symbol)}`);
    next += 1;
    if (symbol.number !== undefined) return { at, of: () => symbol.number };
    if (symbol.text !== undefined) return { at, of: () => symbol.text };
    if (symbol.word === "none") return { at, none: true, of: () => null };
    if (!names.has(symbol.word)) {
      throw new Misread(at, `there is no column '${symbol.word}'; is '${nearest(symbol.word, names)}' meant? Texts are in quotes`);
    }
    return { at, of: (run) => run[symbol.word], late: outcomes.has(symbol.word) };
  }
  const product = counted(factor, "*", "/");
  const sum = counted(product, "+", "-");
  function one() {
    const { at } = symbols[next];
    if (take("!")) {
      const inside = one();
      const holds = test(inside);
      return { at, test: (run) => !holds(run), late: late(inside) };
    }
    const left = sum();
    const symbol = symbols[next];
    if (symbol.mark === "=") throw new Misread(symbol.at, "write '==' for 'is equal to'");
    const mark = take(...Object.keys(COMPARE), "~", "!~");
    if (!mark) return left;
    const right = sum();
    const [a, b] = [value(left), value(right)];
    if (left.none || right.none) {
      if (mark !== "==" && mark !== "!=") throw new Misread(symbol.at, "only '==' and '!=' go with none");
      const other = left.none ? b : a;
      // A proof may be the text "none".
      const missing = (found) => isNone(found) || found === "none";
      return { at, test: (run) => missing(other(run)) === (mark === "=="), late: late(left, right) };
    }
    if (mark.endsWith("~")) {
      const part = (of) => (run) => String(of(run) ?? "").toLowerCase();
      const [all, piece] = [part(a), part(b)];
      return { at, test: (run) => all(run).includes(piece(run)) === (mark === "~"), late: late(left, right) };
    }
    return { at, test: (run) => compared(mark, a(run), b(run)), late: late(left, right) };
  }
  const all = joined(one, "&&", (a, b) => (run) => a(run) && b(run));
  const or = joined(all, "||", (a, b) => (run) => a(run) || b(run));
  // A function, since a bracket holds what is defined after it.
  function any() {
    return or();
  }

  const parted = (found, parts) => Object.assign((run) => found(run), {
    given: (run) => parts.every((part) => part.late || part.test(run)),
    onOutcomes: late(...parts),
  });
  if (symbols.length === 1) return parted(() => true, []);
  const node = any();
  const found = test(node);
  if (!symbols[next].end) throw new Misread(symbols[next].at, `'&&' or '||' is expected here, not ${named(symbols[next])}`);
  return parted(found, node.parts ?? [node]);
}
