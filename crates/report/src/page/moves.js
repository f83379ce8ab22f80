// Boards and the moves of the blank.

// `moves.rs` packs three moves per character, two bits per move, after a digit: the number of moves in the last character. A
// text that does not consist of moves follows a question mark.
function movesOf(run) {
  if (!run.moves) return null;
  if (run.moves.startsWith("?")) return run.moves.slice(1);
  const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const last = Number(run.moves[0]);
  let moves = "";
  for (let at = 1; at < run.moves.length; at += 1) {
    const three = digits.indexOf(run.moves[at]);
    for (let place = 0; place < (at === run.moves.length - 1 ? last : 3); place += 1) {
      moves += "ULRD"[(three >> (2 * place)) & 3];
    }
  }
  return moves;
}

const tilesOf = (text) => text.trim().split(/\s+/).map(Number);

function goalOf(run) {
  const cells = run.rows * run.cols;
  if (run.goal === "blank-first") return Array.from({ length: cells }, (_, cell) => cell);
  if (run.goal === "blank-last") return Array.from({ length: cells }, (_, cell) => (cell + 1) % cells);
  return tilesOf(run.goal);
}

// Whether the start is a board of tiles, and not a state of another domain.
const hasBoard = (run) => Boolean(run.board && run.rows);

const isStack = (run) => Boolean(run.board && run.domain === "pancake");

const canPlay = (run) => Boolean(run.moves && (isStack(run) || (hasBoard(run) && !run.moves.startsWith("?"))));

// Moves the blank of `board` in place; returns whether the move is legal.
function slide(board, cols, move) {
  const blank = board.indexOf(0);
  const to = blank + { U: -cols, D: cols, L: -1, R: 1 }[move];
  const sideways = move === "L" || move === "R";
  if (to < 0 || to >= board.length || (sideways && Math.floor(to / cols) !== Math.floor(blank / cols))) return false;
  [board[blank], board[to]] = [board[to], 0];
  return true;
}

// The number of moves before the first illegal one: all, unless the run is wrong.
function possible(start, cols, moves) {
  const board = [...start];
  for (let at = 0; at < moves.length; at += 1) if (!slide(board, cols, moves[at])) return at;
  return moves.length;
}

// The board after the first `step` moves.
function boardAfter(start, cols, moves, step) {
  const board = [...start];
  for (let at = 0; at < step; at += 1) slide(board, cols, moves[at]);
  return board;
}
