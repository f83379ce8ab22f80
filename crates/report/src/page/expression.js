// Filters: `length > 50 && status == "solved"`.
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

// The test of a run that `text` is, for columns of these names. Throws a Misread that says where and why.
function readFilter(text, names) {
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

  const joined = (part, mark, join) => () => {
    let left = part();
    while (take(mark)) {
      const [a, b] = [test(left), test(part())];
      left = { at: left.at, test: join(a, b) };
    }
    return left;
  };
  const counted = (part, ...marks) => () => {
    let left = part();
    for (let mark = take(...marks); mark; mark = take(...marks)) {
      const [a, b] = [value(left), value(part())];
      const sum = { "+": (x, y) => x + y, "-": (x, y) => x - y, "*": (x, y) => x * y, "/": (x, y) => x / y }[mark];
      const number = (found) => (isNone(found) ? NaN : numberOf(found));
      left = { at: left.at, of: (run) => sum(number(a(run)), number(b(run))) };
    }
    return left;
  };

  function factor() {
    const symbol = symbols[next];
    const { at } = symbol;
    if (take("-")) {
      const of = value(factor());
      return { at, of: (run) => -numberOf(of(run)) };
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
    return { at, of: (run) => run[symbol.word] };
  }
  const product = counted(factor, "*", "/");
  const sum = counted(product, "+", "-");
  function one() {
    const { at } = symbols[next];
    if (take("!")) {
      const inside = test(one());
      return { at, test: (run) => !inside(run) };
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
      return { at, test: (run) => missing(other(run)) === (mark === "==") };
    }
    if (mark.endsWith("~")) {
      const part = (of) => (run) => String(of(run) ?? "").toLowerCase();
      const [all, piece] = [part(a), part(b)];
      return { at, test: (run) => all(run).includes(piece(run)) === (mark === "~") };
    }
    return { at, test: (run) => compared(mark, a(run), b(run)) };
  }
  const all = joined(one, "&&", (a, b) => (run) => a(run) && b(run));
  const or = joined(all, "||", (a, b) => (run) => a(run) || b(run));
  // A function, since a bracket holds what is defined after it.
  function any() {
    return or();
  }

  if (symbols.length === 1) return () => true;
  const found = test(any());
  if (!symbols[next].end) throw new Misread(symbols[next].at, `'&&' or '||' is expected here, not ${named(symbols[next])}`);
  return found;
}
