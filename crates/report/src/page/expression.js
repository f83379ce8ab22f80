// Filters: `instance <= 50 && heuristic == "manhattan"`.
//
//   disjunction = conjunction { "||" conjunction }
//   conjunction = unary { "&&" unary }
//   unary       = "!" unary | sum [ ("==" | "!=" | "<" | "<=" | ">" | ">=" | "~" | "!~") sum ]
//   sum         = product { ("+" | "-") product }
//   product     = factor { ("*" | "/") factor }
//   factor      = "-" factor | number | text | none | column | "(" disjunction ")"
//
// A comparison with a missing value is false, except a comparison with `none`. If one side is a number and the other can
// be parsed as a number, both are compared as numbers; otherwise as texts. `~` means "contains" and ignores case.
//
// Conditions on outcomes, which are known only after a run, do not change n: a filter is split at its outermost `&&`, and
// only conditions without an outcome exclude runs.

class ParseError extends Error {
  constructor(at, message) {
    super(message);
    this.at = at;
  }
}

const TOKENS = /\s*(?:(\d[\d_]*(?:\.\d+)?(?:[eE][-+]?\d+)?)|([A-Za-z_]\w*)|"([^"]*)"|'([^']*)'|(&&|\|\||==|!=|<=|>=|!~|[-+*/()<>!~=]))/y;

function tokensOf(text) {
  const tokens = [];
  const end = text.trimEnd().length;
  TOKENS.lastIndex = 0;
  for (let at = 0; at < end; at = TOKENS.lastIndex) {
    const found = TOKENS.exec(text);
    if (!found) {
      at += /^\s*/.exec(text.slice(at))[0].length;
      throw new ParseError(at, /["']/.test(text[at]) ? "this text has no closing quote" : `unexpected character '${text[at]}'`);
    }
    const [whole, number, word, double, single, mark] = found;
    const start = TOKENS.lastIndex - whole.trimStart().length;
    if (number !== undefined) tokens.push({ at: start, number: Number(number.replaceAll("_", "")) });
    else if (word !== undefined) tokens.push({ at: start, word });
    else if (mark !== undefined) tokens.push({ at: start, mark });
    else tokens.push({ at: start, text: double ?? single });
  }
  tokens.push({ at: end, end: true });
  return tokens;
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

// The Jaro-Winkler similarity of two texts, from 0 to 1, as the program computes it.
function similarity(first, second) {
  const [a, b] = [[...first], [...second]];
  const range = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1);
  const taken = new Set();
  const matched = a.filter((letter, at) => {
    for (let other = Math.max(0, at - range); other < Math.min(b.length, at + range + 1); other++) {
      if (b[other] === letter && !taken.has(other)) return taken.add(other);
    }
    return false;
  });
  const matches = matched.length;
  if (matches === 0) return a.length + b.length === 0 ? 1 : 0;
  const others = [...taken].sort((x, y) => x - y).map((at) => b[at]);
  const transpositions = Math.floor(matched.filter((letter, at) => letter !== others[at]).length / 2);
  const jaro = (matches / a.length + matches / b.length + (matches - transpositions) / matches) / 3;
  if (jaro <= 0.7) return jaro;
  let prefix = 0;
  while (prefix < Math.min(4, a.length, b.length) && a[prefix] === b[prefix]) prefix++;
  return jaro + 0.1 * prefix * (1 - jaro);
}

// The column most similar to an unknown name, the first of several.
function nearest(word, names) {
  const lower = word.toLowerCase();
  const rated = [...names].map((name) => [similarity(lower, name.toLowerCase()), name]);
  return rated.sort(([a], [b]) => b - a)[0][1];
}

// Parses `text` into a predicate on runs, for columns of these names. `former` has the present name of each column that was
// renamed. Throws a ParseError with the position and the reason.
// `given` of the predicate applies only the conditions without any of `outcomes`. `onOutcomes` is true if there are others.
function readFilter(text, names, outcomes = new Set(), former = {}) {
  const tokens = tokensOf(text);
  let next = 0;
  const take = (...marks) => (marks.includes(tokens[next].mark) ? tokens[next++].mark : undefined);
  const named = ({ end, mark, word, number, text: quoted }) =>
    end ? "the end" : `'${mark ?? word ?? number ?? quoted}'`;
  const value = (node) => {
    if (node.test) throw new ParseError(node.at, "a value is expected here, not a condition");
    return node.of;
  };
  const test = (node) => {
    if (!node.test) throw new ParseError(node.at, "this is a value, not a condition: compare it with another value");
    return node.test;
  };

  // Whether any of `nodes` contains an outcome.
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
    const token = tokens[next];
    const { at } = token;
    if (take("-")) {
      const inside = factor();
      const of = value(inside);
      return { at, of: (run) => -numberOf(of(run)), late: late(inside) };
    }
    if (take("(")) {
      const inside = condition();
      if (!take(")")) throw new ParseError(tokens[next].at, `')' is expected here, not ${named(tokens[next])}`);
      return { ...inside, at };
    }
    if (token.mark || token.end) throw new ParseError(at, `a value is expected here, not ${named(token)}`);
    next += 1;
    if (token.number !== undefined) return { at, of: () => token.number };
    if (token.text !== undefined) return { at, of: () => token.text };
    if (token.word === "none") return { at, none: true, of: () => null };
    const name = former[token.word] ?? token.word;
    if (!names.has(name)) {
      throw new ParseError(at, `unknown column '${token.word}'; did you mean '${nearest(token.word, names)}'? Texts are in quotes`);
    }
    return { at, of: (run) => run[name], late: outcomes.has(name) };
  }
  const product = counted(factor, "*", "/");
  const sum = counted(product, "+", "-");
  function unary() {
    const { at } = tokens[next];
    if (take("!")) {
      const inside = unary();
      const holds = test(inside);
      return { at, test: (run) => !holds(run), late: late(inside) };
    }
    const left = sum();
    const token = tokens[next];
    if (token.mark === "=") throw new ParseError(token.at, "write '==' for 'is equal to'");
    const mark = take(...Object.keys(COMPARE), "~", "!~");
    if (!mark) return left;
    const right = sum();
    const [a, b] = [value(left), value(right)];
    if (left.none || right.none) {
      if (mark !== "==" && mark !== "!=") throw new ParseError(token.at, "only '==' and '!=' can be used with none");
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
  const conjunction = joined(unary, "&&", (a, b) => (run) => a(run) && b(run));
  const disjunction = joined(conjunction, "||", (a, b) => (run) => a(run) || b(run));
  // A function declaration, since brackets refer to it before its definition.
  function condition() {
    return disjunction();
  }

  const parted = (found, parts) => Object.assign((run) => found(run), {
    given: (run) => parts.every((part) => part.late || part.test(run)),
    onOutcomes: late(...parts),
  });
  if (tokens.length === 1) return parted(() => true, []);
  const node = condition();
  const found = test(node);
  if (!tokens[next].end) throw new ParseError(tokens[next].at, `'&&' or '||' is expected here, not ${named(tokens[next])}`);
  return parted(found, node.parts ?? [node]);
}
