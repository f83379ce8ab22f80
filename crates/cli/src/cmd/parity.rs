//! `tilebench parity`: reports whether a board is solvable, and why.

use std::io::Write;

use anyhow::{Context, Result};
use clap::Args;
use serde_json::{Value, json};
use tilebench_runner::catalog::{AdjacentSwap, Board, Goal, Inversions, Size};

use crate::{Out, Verdict};

/// Report whether a board is solvable, by its inversions and its blank's row, and which swap makes it solvable.
///
/// The report states the number of rows between the blank and its row in the goal: counted from the bottom if the goal
/// has the blank in the last row, from the top if in the first. It matters only if the width is even: then a vertical
/// move takes a tile past an odd number of other tiles. Exit code 0: the board is solvable. Exit code 1: it is not.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The tiles in reading order, 0 the blank: "1 2 3 4 5 6 7 8 0".
    #[arg(required = true, allow_negative_numbers = true)]
    board: Vec<String>,
    /// The goal: blank-first, blank-last, or an arrangement.
    #[arg(long, default_value = "blank-first")]
    goal: String,
    /// The number of rows, if the board is not square.
    #[arg(long, requires = "cols")]
    rows: Option<usize>,
    /// The number of columns.
    #[arg(long, requires = "rows")]
    cols: Option<usize>,
    /// Print JSON; rows are counted from 1, from the top.
    #[arg(long)]
    json: bool,
}

/// Reports the board's parity.
pub(crate) fn run(arguments: &Arguments, out: &mut Out) -> Result<Verdict> {
    let size = match (arguments.rows, arguments.cols) {
        (Some(rows), Some(cols)) => Some(Size::new(rows, cols)?),
        _ => None,
    };
    let board = Board::parse(&arguments.board.join(" "), size)?;
    let goal = Goal::parse(&arguments.goal, Some(board.size())).context("--goal")?;
    let goal_board = goal.board(board.size())?;
    let found = Inversions::count(&board, &goal_board)?;
    let exchange = if found.solvable() { None } else { AdjacentSwap::first(&board) };
    if arguments.json {
        let described = parity_json(&board, &goal, &goal_board, &found, exchange.as_ref());
        writeln!(out, "{}", serde_json::to_string_pretty(&described)?)?;
    } else {
        print(&board, &goal, &found, exchange.as_ref(), out)?;
    }
    Ok(if found.solvable() { Verdict::Good } else { Verdict::Bad })
}

fn parity_json(
    board: &Board,
    goal: &Goal,
    goal_board: &Board,
    found: &Inversions,
    exchange: Option<&AdjacentSwap>,
) -> Value {
    json!({
        "board": board.to_string(),
        "rows": board.size().rows(),
        "cols": board.size().cols(),
        "goal": goal.to_string(),
        "goal_board": goal_board.to_string(),
        "inversions": found.board,
        "goal_inversions": found.goal,
        "blank_row": found.blank_row + 1,
        "goal_blank_row": found.goal_blank_row + 1,
        "rows_to_go": found.rows_to_go(),
        "rows_count": found.rows_count,
        "sum": found.sum(),
        "solvable": found.solvable(),
        "exchange": exchange.map(|exchange| json!({
            "tiles": [exchange.tiles.0, exchange.tiles.1],
            "row": exchange.row + 1,
            "board": exchange.board.to_string(),
        })),
    })
}

fn print(board: &Board, goal: &Goal, found: &Inversions, exchange: Option<&AdjacentSwap>, out: &mut Out) -> Result<()> {
    let (size, rows) = (board.size(), found.rows_to_go());
    let verdict = if found.solvable() { "solvable" } else { "not solvable" };
    writeln!(out, "{verdict}: {board} ({size}) to {goal}")?;
    writeln!(out, "{:12}{}; the blank is not counted", "inversions", counted(found.board))?;
    let width = if found.rows_count { "even, so rows count" } else { "odd, so rows do not count" };
    writeln!(
        out,
        "{:12}{rows} from the blank's row in the goal (row {} to row {}); the width is {width}",
        "rows",
        found.blank_row + 1,
        found.goal_blank_row + 1,
    )?;
    writeln!(out, "{:12}{}", "sum", counted(found.sum()))?;
    writeln!(out, "{:12}{} inversions: the sum must be {}", "goal", found.goal, parity(found.goal))?;
    if let Some(AdjacentSwap { tiles: (left, right), row, board }) = exchange {
        let row = row + 1;
        writeln!(out, "{:12}tiles {left} and {right}, adjacent in row {row}, to make the board solvable:", "swap")?;
        writeln!(out, "{:12}{board}", "")?;
    }
    Ok(())
}

fn counted(count: usize) -> String {
    format!("{count}, {}", parity(count))
}

fn parity(count: usize) -> &'static str {
    if count.is_multiple_of(2) { "even" } else { "odd" }
}
