//! Duplicate strings of moves, and the automaton that prunes them (Taylor and Korf 1993).
//!
//! **Definition.** A string of moves of the blank is a *duplicate* if another string, its replacement, has the same effect, is not
//! longer, and moves the blank inside the smallest rectangle that contains the path of the string. So the replacement can be made
//! wherever the string can, whatever the borders of the board. The automaton reads the moves of a path and cuts the path at the
//! move that completes a duplicate string. Strings that contain a shorter duplicate are not stored.
//!
//! **Why a search stays optimal.** Of two strings of equal length, the lexicographically larger one is the duplicate, so a
//! replacement is smaller in the order by length, then lexicographically. If a string that contains the duplicate has it replaced,
//! the whole string becomes smaller in the same order, because the moves before it are equal, and stays legal. There are finitely
//! many strings that are not longer, so the smallest of all shortest solutions contains no duplicate. Each of its prefixes
//! survives, and by an admissible heuristic none of them has f above the length of the solution. So IDA* never skips a
//! threshold, and finds a solution at that length. A path that begins at the start state is read from the initial state of the
//! automaton, so no move before the start counts. The order does not depend on the order in which a search tries operators.
//!
//! **The inverse of the last move** is a duplicate of two moves, of the empty string, and so needs no rule of its own.
//!
//! **Memory.** 16 bytes per state of the automaton. Building takes at most about 2.5 GB per core: if the strings of a length are more,
//! they are enumerated by the place to which they take the blank. A depth of two more takes about six times as long.

mod automaton;
mod batches;
mod choice;
mod enumeration;
mod finder;
mod move_string;
mod pruning_table;
mod walk;

pub use automaton::StringAutomaton;
pub use batches::{BATCH_BYTES, duplicate_strings_in_batches};
pub use choice::BATCH_ORDER;
pub use move_string::MoveString;
pub use pruning_table::{CUT, PruningTable};
