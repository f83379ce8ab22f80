//! Instance sets as CSV files.
//!
//! Lines that begin with `#` state what holds for all boards, as `# key: value`: `title`, `source`,
//! `rows`, `cols` and `goal` (square boards and a first blank where they are not stated). Then comes
//! a header with at least the columns `id` and `board`; `optimal` is the length of a shortest
//! solution where it is known. Other columns are passed over.

use std::collections::BTreeSet;

use tilebench_puzzle::{Board, Goal, Size};
use tilebench_sanitize::cell::unguarded;
use tilebench_sanitize::message::shown;

use crate::{CatalogError, Instance, InstanceSet, nearest};

/// What a file may state; other comments are passed over unless they look like one of these.
const KEYS: &[&str] = &["title", "source", "note", "rows", "cols", "goal"];

/// Reads the set `name` from the text of `file`.
pub(crate) fn parse(name: &str, file: &str, text: &str) -> Result<InstanceSet, CatalogError> {
    // Some editors begin a file with a mark of its encoding.
    let text = text.trim_start_matches('\u{feff}');
    let error = |reason: String| CatalogError::File { file: file.to_owned(), reason };
    let keys = text.lines().map_while(|line| line.strip_prefix('#')?.trim().split_once(':')).map(|(key, _)| key.trim());
    for key in keys.filter(|key| !KEYS.contains(key)) {
        if let Some(near) = nearest(key, KEYS.iter().copied()) {
            return Err(error(format!("unknown key '{}'; did you mean '{near}'?", shown(key))));
        }
    }
    let stated = |key: &str| {
        let lines = text.lines().filter_map(|line| line.strip_prefix('#')?.trim().split_once(':'));
        lines
            .map(|(found, value)| (found.trim(), value.trim()))
            .find(|(found, _)| *found == key)
            .map(|(_, value)| value)
    };
    let size = match (stated("rows"), stated("cols")) {
        (Some(rows), Some(cols)) => {
            Some(format!("{rows}x{cols}").parse::<Size>().map_err(|problem| error(problem.to_string()))?)
        }
        (None, None) => None,
        _ => {
            return Err(error(
                "one of rows and cols is stated without the other: state both, as # rows: 4 and # cols: 4".to_owned(),
            ));
        }
    };
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).trim(csv::Trim::All).from_reader(text.as_bytes());
    let headers = reader.headers().map_err(|problem| error(problem.to_string()))?.clone();
    let column = |name: &str| headers.iter().position(|header| header == name);
    let missing = |name: &str| error(format!("there is no column '{name}': the header needs at least id and board"));
    let (id_at, board_at) =
        (column("id").ok_or_else(|| missing("id"))?, column("board").ok_or_else(|| missing("board"))?);
    let optimal_at = column("optimal");
    let mut instances: Vec<Instance> = Vec::new();
    let mut ids = BTreeSet::new();
    for record in reader.records() {
        let record = record.map_err(|problem| error(problem.to_string()))?;
        let line = record.position().map_or(0, csv::Position::line);
        let at_line = |reason: String| error(format!("line {line}: {reason}"));
        let size = size.or(instances.first().map(|first| first.board.size()));
        let board = Board::parse(&record[board_at], size).map_err(|problem| at_line(problem.to_string()))?;
        let optimal = match optimal_at.map(|at| &record[at]) {
            None | Some("") => None,
            Some(text) => {
                Some(text.parse().map_err(|_| at_line(format!("optimal '{}' is not a number of moves", shown(text))))?)
            }
        };
        let id = unguarded(&record[id_at]).to_owned();
        if id.is_empty() {
            return Err(at_line("the id is empty: give each board its own".to_owned()));
        }
        if !ids.insert(id.clone()) {
            return Err(at_line(format!("id '{}' is there twice: give each board its own", shown(&id))));
        }
        instances.push(Instance { id, board, optimal });
    }
    let Some(first) = instances.first() else {
        return Err(error("there are no boards: add a line a board below the header".to_owned()));
    };
    let size = first.board.size();
    let goal = Goal::parse(stated("goal").unwrap_or("blank-first"), Some(size))
        .map_err(|problem| error(format!("the goal: {problem}")))?;
    Ok(InstanceSet {
        name: name.to_owned(),
        title: stated("title").unwrap_or(name).to_owned(),
        source: stated("source").unwrap_or(file).to_owned(),
        goal,
        size,
        instances,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> String {
        parse("mine", "mine.csv", text).unwrap_err().to_string()
    }

    #[test]
    fn a_file_states_its_goal_and_boards_and_is_written_as_it_is_read() {
        let text = "# title: Two boards\n# source: by hand\n# rows: 2\n# cols: 3\n# goal: blank-last\nid,board,optimal\na,1 2 3 4 0 5,1\nb,1 2 3 4 5 0,\n";
        let set = parse("mine", "mine.csv", text).unwrap();
        assert_eq!(set.goal, Goal::BlankLast);
        assert_eq!(set.instances[0].optimal, Some(1));
        assert_eq!(set.instances[1].optimal, None);
        assert_eq!(set.to_csv(), text);
        assert_eq!(set.select("b").unwrap().instances.len(), 1);
        assert_eq!(
            set.select("c").unwrap_err().to_string(),
            "instance set mine has no instance 'c': its ids are a to b"
        );
    }

    #[test]
    fn a_mark_of_the_encoding_hides_nothing() {
        let set = parse("mine", "mine.csv", "\u{feff}# goal: blank-last\nid,board\n1,1 2 3 0\n").unwrap();
        assert_eq!(set.goal, Goal::BlankLast);
    }

    #[test]
    fn ids_with_commas_and_quotes_survive_being_written_and_read() {
        let set = parse("mine", "mine.csv", "id,board\n\"a,\"\"b\"\"\",0 1 2 3\n").unwrap();
        assert_eq!(set.instances[0].id, "a,\"b\"");
        assert_eq!(parse("mine", "mine.csv", &set.to_csv()).unwrap().instances, set.instances);
    }

    #[test]
    fn what_is_wrong_with_a_file_is_told_with_its_line() {
        assert_eq!(
            message("id,board\n1,0 1 2 3\n2,0 1 2 2\n"),
            "mine.csv: line 3: tile 2 is on the board twice, and tile 3 is missing"
        );
        assert_eq!(message("id\n1\n"), "mine.csv: there is no column 'board': the header needs at least id and board");
        assert_eq!(message("id,board\n"), "mine.csv: there are no boards: add a line a board below the header");
        assert_eq!(
            message("id,board,optimal\n1,0 1 2 3,x\n"),
            "mine.csv: line 2: optimal 'x' is not a number of moves"
        );
        assert_eq!(
            message("id,board\n1,0 1 2 3\n1,0 1 2 3\n"),
            "mine.csv: line 3: id '1' is there twice: give each board its own"
        );
        assert_eq!(message("# gaol: blank-last\nid,board\n"), "mine.csv: unknown key 'gaol'; did you mean 'goal'?");
        assert!(message("# rows: 2\nid,board\n1,0 1 2 3\n").contains("one of rows and cols is stated"));
        assert!(message("# rows: 65\n# cols: 64\nid,board\n1,0\n").starts_with("mine.csv: 65x64 is not a board size"));
    }
}
