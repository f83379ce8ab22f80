//! The state space of a sliding-tile puzzle: a size, a goal and an operator order.

use core::marker::PhantomData;

use tilebench_core::{Bidirectional, BitPacked, Cost, Domain};

use crate::{Board, Direction, Grid, Op, OperatorOrder, PuzzleError, Size, Word};

/// A sliding-tile puzzle whose states are packed into a word `W`.
///
/// The geometry is in small tables, so one type serves every rectangle that fits into the word, and
/// generic code is compiled once per word.
#[derive(Clone, Debug)]
pub struct Puzzle<W: Word> {
    size: Size,
    goal: Board,
    goal_word: W,
    /// The goal cell of each tile.
    goal_cells: [u16; 32],
    /// By operator index: the operators that may follow, and their number.
    successor_ops: Box<[([Op; 4], usize); Op::COUNT]>,
    /// The bits of all cells but the last.
    code_bits: u32,
    /// The exclusive or of all tiles, the same in every state.
    tile_xor: usize,
    /// By cell and direction: the operator that moves the blank to the cell.
    incoming_ops: Box<[Op; Op::COUNT]>,
    /// Whether operators are tried in the default order.
    has_default_order: bool,
    word: PhantomData<W>,
}

impl<W: Word> Puzzle<W> {
    /// The puzzle of reaching `goal` with operators in `order`.
    ///
    /// # Errors
    ///
    /// If the goal's size does not fit the word.
    pub fn new(goal: &Board, order: &OperatorOrder) -> Result<Self, PuzzleError> {
        let size = goal.size();
        if size.cells() > W::CELLS {
            return Err(PuzzleError::DoesNotFit { size, cells: W::CELLS });
        }
        Ok(Self {
            size,
            goal: goal.clone(),
            goal_word: pack_board(goal),
            goal_cells: goal_cells(goal),
            successor_ops: successor_ops(size, order),
            code_bits: W::CELL_BITS * cells_but_last(size),
            tile_xor: (0..size.cells()).fold(0, |xor, tile| xor ^ tile),
            incoming_ops: incoming_ops(size),
            has_default_order: *order == OperatorOrder::default(),
            word: PhantomData,
        })
    }

    /// The puzzle of reaching `tiles`, on a board whose size is known at compile time. A size that does not
    /// fit the word is a compile error.
    ///
    /// ```
    /// # use tilebench_puzzle::{OperatorOrder, Puzzle};
    /// let tiles: Vec<u16> = (0..16).collect();
    /// Puzzle::<u64>::fixed::<4, 4>(&tiles, &OperatorOrder::default())?;
    /// # Ok::<(), tilebench_puzzle::PuzzleError>(())
    /// ```
    ///
    /// ```compile_fail
    /// # use tilebench_puzzle::{OperatorOrder, Puzzle};
    /// let tiles: Vec<u16> = (0..25).collect();
    /// Puzzle::<u64>::fixed::<5, 5>(&tiles, &OperatorOrder::default())?;
    /// # Ok::<(), tilebench_puzzle::PuzzleError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If `tiles` is not a board.
    pub fn fixed<const ROWS: usize, const COLS: usize>(
        tiles: &[u16],
        order: &OperatorOrder,
    ) -> Result<Self, PuzzleError> {
        const {
            assert!(ROWS >= 2 && COLS >= 2, "a board has at least 2 rows and 2 columns");
            assert!(ROWS * COLS <= W::CELLS, "the board does not fit the word");
        }
        Self::new(&Board::new(Size::new(ROWS, COLS)?, tiles)?, order)
    }

    /// The board's size.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The arrangement to be reached.
    #[must_use]
    pub fn goal(&self) -> &Board {
        &self.goal
    }

    /// The state of `board`.
    ///
    /// # Errors
    ///
    /// If the board's size is not the puzzle's, or the goal cannot be reached from it.
    pub fn state(&self, board: &Board) -> Result<W, PuzzleError> {
        if board.size() != self.size {
            return Err(PuzzleError::SizesDiffer { board: board.size(), goal: self.size });
        }
        if !board.reaches(&self.goal) {
            return Err(PuzzleError::Unsolvable(board.to_string()));
        }
        Ok(pack_board(board))
    }

    /// Whether operators are tried in the default order.
    #[must_use]
    pub fn has_default_order(&self) -> bool {
        self.has_default_order
    }

    /// The board of a state.
    ///
    /// # Panics
    ///
    /// If `state` is not a state of this puzzle.
    #[must_use]
    #[expect(
        clippy::expect_used,
        clippy::cast_possible_truncation,
        reason = "states of this puzzle are boards of tiles below 25"
    )]
    pub fn board(&self, state: W) -> Board {
        let tiles: Vec<u16> = (0..self.size.cells()).map(|cell| state.tile(cell) as u16).collect();
        Board::new(self.size, &tiles).expect("a state of this puzzle")
    }

    /// The direction of each operator, as the blank moves.
    pub fn directions<'a>(&self, ops: &'a [Op]) -> impl Iterator<Item = Direction> + use<'a, W> {
        ops.iter().filter_map(|op| op.direction())
    }
}

/// The cell of each tile in `goal`.
fn goal_cells(goal: &Board) -> [u16; 32] {
    let mut goal_cells = [0; 32];
    for (entry, &cell) in goal_cells.iter_mut().zip(goal.cells_of_tiles().iter()) {
        *entry = cell;
    }
    goal_cells
}

/// By operator index: the operators that may follow, in operator order.
fn successor_ops(size: Size, order: &OperatorOrder) -> Box<[([Op; 4], usize); Op::COUNT]> {
    let (rows, cols) = (size.rows(), size.cols());
    let mut successor_ops = Box::new([([Op::default(); 4], 0); Op::COUNT]);
    let orders = order.by_cell(size.cells());
    let list = |cell: usize, except: Option<Direction>| {
        let mut list = ([Op::default(); 4], 0);
        for direction in orders[cell] {
            if let Some(to) = direction.step_from(cell, rows, cols)
                && except != Some(direction)
            {
                list.0[list.1] = Op::new(cell, to, direction);
                list.1 += 1;
            }
        }
        list
    };
    for cell in 0..size.cells() {
        successor_ops[Op::arrival(cell).index()] = list(cell, None);
        for direction in Direction::ALL {
            if let Some(to) = direction.step_from(cell, rows, cols) {
                successor_ops[Op::new(cell, to, direction).index()] = list(to, Some(direction.opposite()));
            }
        }
    }
    successor_ops
}

#[expect(clippy::cast_possible_truncation, reason = "a word holds at most 25 cells")]
fn cells_but_last(size: Size) -> u32 {
    size.cells() as u32 - 1
}

/// By cell and direction: the operator that moves the blank to the cell.
fn incoming_ops(size: Size) -> Box<[Op; Op::COUNT]> {
    let mut incoming_ops = Box::new([Op::default(); Op::COUNT]);
    for cell in 0..size.cells() {
        for direction in Direction::ALL {
            if let Some(from) = direction.opposite().step_from(cell, size.rows(), size.cols()) {
                incoming_ops[4 * cell + direction as usize] = Op::new(from, cell, direction);
            }
        }
    }
    incoming_ops
}

fn pack_board<W: Word>(board: &Board) -> W {
    board.tiles().iter().enumerate().fold(W::zero(), |word, (cell, &tile)| word.with(cell, usize::from(tile)))
}

impl<W: Word> Domain for Puzzle<W> {
    type State = W;
    type Key = W::Key;
    type Op = Op;

    const MAX_BRANCHING: u64 = 4;

    /// Every move changes the colour of the blank's cell, as on a chessboard: the lengths of two paths between the same
    /// states differ by an even number.
    fn cost_gcd(&self) -> Cost {
        2
    }

    #[inline]
    fn root_op(&self, start: W) -> Op {
        Op::arrival(start.blank())
    }

    fn symmetric_root_op(&self, start: W) -> Op {
        self.mirrored_op(start).map_or_else(|| self.root_op(start), |op| self.inverse(op))
    }

    #[inline]
    fn ops(&self, _: W, parent_op: Op) -> &[Op] {
        let (ops, count) = &self.successor_ops[parent_op.index()];
        &ops[..*count]
    }

    #[inline]
    fn apply(&self, state: W, op: Op) -> W {
        state.moved(op.from(), op.to())
    }

    fn inverse(&self, op: Op) -> Op {
        op.direction().map_or(op, |direction| Op::new(op.to(), op.from(), direction.opposite()))
    }

    #[inline]
    fn is_goal(&self, state: W) -> bool {
        state == self.goal_word
    }

    #[inline]
    fn pack(&self, state: W) -> W::Key {
        state.key()
    }

    #[inline]
    fn unpack(&self, key: W::Key) -> W {
        W::from_key(key)
    }
}

impl<W: Word> Bidirectional for Puzzle<W> {
    fn goal(&self) -> W {
        self.goal_word
    }

    fn with_goal(&self, goal: W) -> Self {
        let board = self.board(goal);
        Self { goal_cells: goal_cells(&board), goal: board, goal_word: goal, ..self.clone() }
    }
}

/// A state's number is its word without the last cell, which follows from the others: four bits per cell up
/// to 16 cells, five up to 25. An operator's number is its direction.
impl<W: Word> BitPacked for Puzzle<W> {
    type Code = W;

    const OP_BITS: u32 = 2;

    fn code_bits(&self) -> u32 {
        self.code_bits
    }

    #[inline]
    fn encode(&self, state: W) -> W {
        state & !(!W::ZERO << self.code_bits)
    }

    #[inline]
    fn decode(&self, code: W) -> W {
        code | W::from_u64((code.cells_xor() ^ self.tile_xor) as u64) << self.code_bits
    }

    /// The tiles in reading order: the number with its cells reversed.
    #[inline]
    fn rank(&self, code: W) -> W {
        let tiles = (0..self.size.cells() - 1).map(|cell| W::from_u64(code.tile(cell) as u64));
        tiles.fold(W::ZERO, |rank, tile| rank << W::CELL_BITS | tile)
    }

    #[inline]
    fn op_number(op: Op) -> u32 {
        op.direction_index()
    }

    #[inline]
    fn incoming_op(&self, state: W, number: u32) -> Op {
        self.incoming_ops[(4 * state.blank() + number as usize) % Op::COUNT]
    }
}

impl<W: Word> Grid for Puzzle<W> {
    fn rows(&self) -> usize {
        self.size.rows()
    }

    fn cols(&self) -> usize {
        self.size.cols()
    }

    #[inline]
    fn tile_at(&self, state: W, cell: usize) -> usize {
        state.tile(cell)
    }

    #[inline]
    fn goal_cell(&self, tile: usize) -> usize {
        usize::from(self.goal_cells[tile & 31])
    }

    #[inline]
    fn ops_at(&self, cell: usize) -> &[Op] {
        let (ops, count) = &self.successor_ops[Op::arrival(cell).index()];
        &ops[..*count]
    }

    #[inline]
    fn destination(&self, op: Op) -> usize {
        op.to()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Goal;

    #[test]
    fn a_board_that_does_not_fit_the_word_is_reported_with_both_sizes() {
        let size = Size::new(5, 5).unwrap();
        let goal = Goal::BlankFirst.board(size).unwrap();
        let error = Puzzle::<u64>::new(&goal, &OperatorOrder::default()).unwrap_err();
        assert_eq!(error.to_string(), "a 5x5 board does not fit a word of 16 cells");
        assert!(Puzzle::<u128>::new(&goal, &OperatorOrder::default()).is_ok());
        let goal = Goal::BlankFirst.board(Size::new(2, 13).unwrap()).unwrap();
        let error = Puzzle::<u128>::new(&goal, &OperatorOrder::default()).unwrap_err();
        assert_eq!(error.to_string(), "a 2x13 board does not fit a word of 25 cells");
    }

    fn check_moves<W: Word>(size: Size, order: &OperatorOrder) {
        let goal = Goal::BlankLast.board(size).unwrap();
        let puzzle = Puzzle::<W>::new(&goal, order).unwrap();
        let mut state = puzzle.state(&goal).unwrap();
        let mut board = goal.clone();
        let mut parent_op = puzzle.root_op(state);
        for step in 0..200 {
            let ops = puzzle.ops(state, parent_op);
            let all = puzzle.ops_at(board.blank());
            assert_eq!(ops.len(), all.len() - usize::from(step > 0));
            assert!(!ops.contains(&puzzle.inverse(parent_op)) || step == 0);
            let op = ops[(step * 7) % ops.len()];
            let next = puzzle.apply(state, op);
            assert_eq!(puzzle.apply(next, puzzle.inverse(op)), state);
            assert_eq!(puzzle.unpack(puzzle.pack(next)), next);
            let code = puzzle.encode(next);
            assert_eq!((puzzle.decode(code), code & !W::ZERO << puzzle.code_bits()), (next, W::ZERO));
            assert_eq!(puzzle.incoming_op(next, Puzzle::<W>::op_number(op)), op);
            board = board.moved(op.direction().unwrap()).unwrap();
            assert_eq!(puzzle.board(next), board);
            assert_eq!(puzzle.is_goal(next), board == goal);
            state = next;
            parent_op = op;
        }
    }

    #[test]
    fn moves_agree_with_the_board_on_every_size_in_both_words_and_all_orders() {
        for size in Size::packable() {
            for order in ["ULRD", "DRLU", "shuffle"] {
                let order = OperatorOrder::parse(order, 5).unwrap();
                if size.cells() <= 16 {
                    check_moves::<u64>(size, &order);
                }
                check_moves::<u128>(size, &order);
            }
        }
    }
}
