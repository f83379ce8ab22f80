//! The pancake puzzle, a second domain beside sliding tiles.
//!
//! A state is a stack of pancakes of different sizes, and an operator flips a number of pancakes from the top. The goal is
//! the stack with the smallest pancake on top (Gates and Papadimitriou 1979). All algorithms that do not need tiles search
//! it; its heuristic is GAP (Helmert 2010), which may be weakened to GAP-k (Holte and others 2016).
//!
//! - `stack`: a stack as an array, as a number and as text;
//! - `pancakes`: the [state space](Pancakes), with unit or heavy costs;
//! - `gap`: the [heuristic](Gap);
//! - `instance`: its registration as a domain of instances.
//!
//! ```
//! use tilebench_core::HeuristicExt;
//! use tilebench_pancake::{Gap, Pancakes, Stack};
//!
//! let domain = Pancakes::<true>::new(Stack::sorted(4), 4);
//! let stack = Stack::parse("3 1 4 2", Some(4))?.0;
//! // Neighbours in size are nowhere neighbours in the stack, and the largest pancake is not at the bottom.
//! assert_eq!(Gap::default().estimate(&domain, stack), 4);
//! # Ok::<(), String>(())
//! ```

mod gap;
mod instance;
mod pancakes;
mod stack;

pub use gap::{Gap, GapCache};
pub use pancakes::{Flip, Pancakes};
pub use stack::{MAX_PANCAKES, MIN_PANCAKES, Stack, StackCode};
