//! Tables whose files were written while a search looked them up.

use tilebench_catalog::{Board, Configuration, table_identities};
use tilebench_record::{Run, Status};

use crate::Searches;

/// Makes a run `crashed` if a table that it looked up was written since it was checked: none of its figures can be
/// believed.
pub(crate) fn refuse(run: &mut Run, configuration: &Configuration, goal: &Board, searches: &Searches) {
    let changed = searches.tables().changed();
    let Some(heuristic) = configuration.heuristic().filter(|_| !changed.is_empty()) else { return };
    // Made for the board, or there were no search.
    let looked_up = table_identities(heuristic, goal).unwrap_or_default();
    let Some(table) = changed.iter().find(|table| looked_up.iter().any(|identity| identity == table.identity())) else {
        return;
    };
    run.status = Status::Crashed;
    run.ended_by = None;
    run.moves.clear();
    let file = table.path().map_or_else(String::new, |path| format!(" {}", path.display()));
    run.message = format!(
        "the file{file} was written while its table was in use: keep other programs from it, or copy tables into memory \
         with --copy-tables"
    );
}
