//! The rows of pattern databases, compiled for every domain.

use tilebench_heuristics::{CostedPdbs, IncrementalPdbs, MultiplePdbs, PatternDatabases, PdbSpec, SlidePdbs, Tables};
use tilebench_kernels::{
    CostedConstructors, HeuristicInfo, HeuristicRow, KernelWord, MadeHeuristic, SlideConstructors, TypedHeuristic,
    grouped, plain, recursive_engine,
};
use tilebench_puzzle::{CostedPuzzle, Puzzle, SlidePuzzle};

/// The family of pattern databases, whose names contain the patterns.
pub static PATTERN_DATABASES: HeuristicRow<PdbSpec> = HeuristicRow {
    info: HeuristicInfo {
        name: "pdb",
        title: "Pattern databases",
        summary: "The cost of the tiles of each pattern of a partition, summed over the patterns; Manhattan distance for all other tiles.",
        reference: "Korf and Felner 2002",
        admissible: true,
        consistent: false,
    },
    narrow: make,
    wide: make,
    costed: Some(CostedConstructors { narrow: make_costed, wide: make_costed }),
    slides: Some(SlideConstructors { narrow: make_for_slides, wide: make_for_slides }),
};

/// The description of the family of zero-aware pattern databases, which have the same constructors.
pub static ZERO_AWARE_DATABASES: HeuristicInfo = HeuristicInfo {
    name: "pdb",
    title: "Zero-aware pattern databases",
    summary: "The cost of the tiles of each pattern of a partition from the region of the blank, summed over the patterns; Manhattan distance for all other tiles.",
    reference: "Clausecker and Reinefeld 2019",
    admissible: true,
    consistent: true,
};

fn make<W: KernelWord>(puzzle: &Puzzle<W>, patterns: &PdbSpec, tables: &Tables) -> MadeHeuristic<Puzzle<W>> {
    // Planned first, so that no table is built if a later pattern is refused.
    typed(puzzle, PatternDatabases::new(puzzle, patterns, &Tables::planned())?)?;
    typed(puzzle, PatternDatabases::new(puzzle, patterns, tables)?)
}

/// Databases as the type that evaluates them fastest.
fn typed<W: KernelWord>(puzzle: &Puzzle<W>, databases: PatternDatabases) -> MadeHeuristic<Puzzle<W>> {
    let databases = match IncrementalPdbs::new(puzzle, databases) {
        Ok(tracked) => return Ok(Box::new(TypedHeuristic::new(tracked, grouped))),
        Err(databases) => databases,
    };
    match MultiplePdbs::new(databases) {
        Ok(multiple) => Ok(Box::new(TypedHeuristic::new(multiple, grouped))),
        Err(databases) => Ok(Box::new(TypedHeuristic::new(databases.checked()?, plain))),
    }
}

fn make_costed<W: KernelWord>(
    puzzle: &CostedPuzzle<W>,
    patterns: &PdbSpec,
    tables: &Tables,
) -> MadeHeuristic<CostedPuzzle<W>> {
    CostedPdbs::new(puzzle, patterns, &Tables::planned())?;
    Ok(Box::new(TypedHeuristic::new(CostedPdbs::new(puzzle, patterns, tables)?, recursive_engine)))
}

fn make_for_slides<W: KernelWord>(
    puzzle: &SlidePuzzle<W>,
    patterns: &PdbSpec,
    tables: &Tables,
) -> MadeHeuristic<SlidePuzzle<W>> {
    SlidePdbs::new(puzzle, patterns, &Tables::planned())?;
    Ok(Box::new(TypedHeuristic::new(SlidePdbs::new(puzzle, patterns, tables)?, recursive_engine)))
}
