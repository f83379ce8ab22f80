//! Instance sets as CSV files.
//!
//! Lines that begin with `#` contain properties of all boards, as `# key: value`. A header and one line per instance
//! follow. The keys and the columns are the rows of [`HEADER_KEYS`] and [`COLUMNS`]; columns of the user begin with `x_`.

mod set_field;

use std::collections::BTreeSet;

use tilebench_puzzle::{Board, Goal, Size};
use tilebench_sanitize::csv_cell::unescape_cell;
use tilebench_sanitize::message::excerpt;

use crate::{CatalogError, DomainState, Instance, InstanceSet, InstanceState, Registry, SetGoal, TILES, nearest};
pub(crate) use set_field::OPTIMAL_PREFIX;
pub use set_field::{COLUMNS, HEADER_KEYS, PUBLISHED_COLUMNS, SetField};

/// The valid part of an instance file, with all its faults.
#[derive(Clone, Debug)]
pub struct SetInspection {
    /// The set of the valid instances; `None` if there is no valid instance or no valid goal.
    pub set: Option<InstanceSet>,
    /// The faults of the file, one sentence each, with the line if it has one.
    pub faults: Vec<String>,
}

/// Reads the set `name` from the text of `file`.
pub(crate) fn parse(name: &str, file: &str, text: &str) -> Result<InstanceSet, CatalogError> {
    let SetInspection { set, faults } = inspect(name, file, text);
    match faults.into_iter().next() {
        Some(reason) => Err(CatalogError::File { file: file.to_owned(), reason }),
        None => Ok(set.expect("a file without a fault is a set")),
    }
}

/// Reads the set `name` from the text of `file` as far as possible, and lists all faults.
pub(crate) fn inspect(name: &str, file: &str, text: &str) -> SetInspection {
    // Some editors begin a file with a byte order mark.
    let text = text.trim_start_matches('\u{feff}');
    let mut faults = unknown_keys(text);
    faults.extend(misplaced_keys(text));
    let mut parser = match StartParser::new(text) {
        Ok(parser) => parser,
        // Without the domain and the size no start can be checked.
        Err(fault) => {
            faults.push(fault);
            return SetInspection { set: None, faults };
        }
    };
    let mut instances = Vec::new();
    match InstanceTable::open(text, parser.column()) {
        Ok(mut table) => {
            faults.append(&mut table.faults);
            table.read(&mut parser, &mut instances, &mut faults);
            if instances.is_empty() && faults.is_empty() {
                let what = parser.column();
                faults.push(format!("there are no {what}s: add a line per {what} below the header"));
            }
        }
        Err(fault) => faults.push(fault),
    }
    let goal = parser.goal(&instances).unwrap_or_else(|fault| {
        faults.push(format!("the goal: {fault}"));
        None
    });
    let set = goal.map(|goal| InstanceSet {
        name: name.to_owned(),
        title: header_value(text, "title").unwrap_or(name).to_owned(),
        source: header_value(text, "source").unwrap_or(file).to_owned(),
        goal,
        instances,
    });
    SetInspection { set, faults }
}

/// The column of starts of a domain.
pub(crate) fn start_column(domain: &str) -> &'static str {
    if domain == TILES { "board" } else { "state" }
}

/// Reads the starts of a file by its domain. The size and the goal, unless the comments state them, are those of the first start.
enum StartParser<'a> {
    Tiles { goal: &'a str, size: Option<Size> },
    Other { domain: &'a str, stated_goal: Option<&'a str>, goal: Option<DomainState> },
}

impl<'a> StartParser<'a> {
    fn new(text: &'a str) -> Result<Self, String> {
        let goal = header_value(text, "goal");
        match header_value(text, "domain").unwrap_or(TILES) {
            TILES => Ok(Self::Tiles { goal: goal.unwrap_or("blank-first"), size: size(text)? }),
            domain => {
                Registry::get().find_form(domain, None).map_err(|unknown| unknown.to_string())?;
                Ok(Self::Other { domain, stated_goal: goal, goal: None })
            }
        }
    }

    /// The column of starts.
    fn column(&self) -> &'static str {
        match self {
            Self::Tiles { .. } => start_column(TILES),
            Self::Other { domain, .. } => start_column(domain),
        }
    }

    fn start(&mut self, text: &str) -> Result<InstanceState, String> {
        match self {
            Self::Tiles { size, .. } => {
                let board = Board::parse(text, *size).map_err(|problem| problem.to_string())?;
                size.get_or_insert(board.size());
                Ok(InstanceState::Board(board))
            }
            Self::Other { domain, stated_goal, goal } => {
                let goal = match goal {
                    Some(goal) => goal,
                    None => goal
                        .insert(DomainState::goal(domain, *stated_goal, text).map_err(|problem| problem.to_string())?),
                };
                goal.start(text).map(InstanceState::Other).map_err(|problem| problem.to_string())
            }
        }
    }

    /// The goal of the instances, if there is one.
    fn goal(self, instances: &[Instance]) -> Result<Option<SetGoal>, String> {
        match self {
            Self::Tiles { goal, size } => {
                let goal = Goal::parse(goal, size).map_err(|problem| problem.to_string())?;
                Ok(size.filter(|_| !instances.is_empty()).map(|size| SetGoal::Tiles(goal, size)))
            }
            Self::Other { goal, .. } => Ok(goal.filter(|_| !instances.is_empty()).map(SetGoal::Other)),
        }
    }
}

/// The faults of keys that are probably misspelt. Other unknown keys are comments.
fn unknown_keys(text: &str) -> Vec<String> {
    let known = || HEADER_KEYS.iter().map(|key| key.name);
    let keys = text.lines().map_while(|line| line.strip_prefix('#')?.trim().split_once(':')).map(|(key, _)| key.trim());
    let unknown = keys.filter(|key| known().all(|name| name != *key));
    let fault = |key| Some(format!("unknown key '{}'; did you mean '{}'?", excerpt(key), nearest(key, known())?));
    unknown.filter_map(fault).collect()
}

/// The faults of keys that are stated twice, or below the header: there they would change the lines above.
fn misplaced_keys(text: &str) -> Vec<String> {
    let mut stated = BTreeSet::new();
    let mut faults = Vec::new();
    let mut is_above = true;
    for (line, content) in text.lines().enumerate().map(|(at, content)| (at + 1, content)) {
        let Some(comment) = content.strip_prefix('#') else {
            is_above &= content.trim().is_empty();
            continue;
        };
        let key = comment.split_once(':').map(|(key, _)| key.trim());
        let Some(key) = key.filter(|key| HEADER_KEYS.iter().any(|known| known.name == *key)) else { continue };
        if !is_above {
            faults.push(format!("line {line}: key '{key}' is below the header: state it above"));
        } else if !stated.insert(key) {
            faults.push(format!("line {line}: key '{key}' is stated twice: remove one of the two"));
        }
    }
    faults
}

/// The value of `key` in the comments.
fn header_value<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let lines = text.lines().filter_map(|line| line.strip_prefix('#')?.trim().split_once(':'));
    lines.map(|(found, value)| (found.trim(), value.trim())).find(|(found, _)| *found == key).map(|(_, value)| value)
}

/// The size in the comments.
fn size(text: &str) -> Result<Option<Size>, String> {
    match (header_value(text, "rows"), header_value(text, "cols")) {
        (Some(rows), Some(cols)) => format!("{rows}x{cols}").parse().map(Some).map_err(|problem| format!("{problem}")),
        (None, None) => Ok(None),
        _ => Err("one of rows and cols is stated without the other: state both, as # rows: 4 and # cols: 4".to_owned()),
    }
}

/// The table below the comments.
struct InstanceTable<'a> {
    reader: csv::Reader<&'a [u8]>,
    columns: InstanceColumns,
    /// Faults of the header with which the lines can still be read.
    faults: Vec<String>,
}

/// The places of the columns.
struct InstanceColumns {
    id: usize,
    start: usize,
    optimal: Option<usize>,
    /// Those of least costs under other cost models.
    optimal_costs: Vec<(&'static str, usize)>,
}

impl<'a> InstanceTable<'a> {
    fn open(text: &'a str, start: &'static str) -> Result<Self, String> {
        let mut reader =
            csv::ReaderBuilder::new().comment(Some(b'#')).trim(csv::Trim::All).from_reader(text.as_bytes());
        let headers = reader.headers().map_err(|problem| problem.to_string())?.clone();
        let column = |name: &str| headers.iter().position(|header| header == name);
        let required = |name: &str| {
            column(name).ok_or_else(|| format!("column '{name}' is missing: the header needs at least id and {start}"))
        };
        let (id, start) = (required("id")?, required(start)?);
        let mut faults: Vec<String> = headers.iter().filter_map(unknown_column).collect();
        let mut names = BTreeSet::new();
        let twice = headers.iter().filter(|name| !names.insert(*name));
        faults.extend(twice.map(|name| format!("column '{}' is there twice: remove one of the two", excerpt(name))));
        let models = Registry::get().cost_models().iter().map(|model| model.name);
        let optimal_costs =
            models.filter_map(|model| Some((model, column(&format!("{OPTIMAL_PREFIX}{model}"))?))).collect();
        let columns = InstanceColumns { id, start, optimal: column("optimal"), optimal_costs };
        Ok(Self { reader, columns, faults })
    }

    /// Reads every line as an instance or a fault.
    fn read(&mut self, parser: &mut StartParser<'_>, instances: &mut Vec<Instance>, faults: &mut Vec<String>) {
        let mut ids = BTreeSet::new();
        for record in self.reader.records() {
            let record = match record {
                Ok(record) => record,
                Err(problem) => {
                    faults.push(unreadable_line(&problem));
                    continue;
                }
            };
            let line = record.position().map_or(0, csv::Position::line);
            if record.iter().any(|cell| cell.contains('\n')) {
                faults.push(format!("line {line}: a cell contains the end of the line: close its quotation mark"));
                continue;
            }
            let read = self.columns.instance(&record, parser);
            let read = read.and_then(|instance| {
                let is_new = ids.insert(instance.id.clone());
                is_new.then_some(instance).ok_or_else(|| {
                    format!("id '{}' is used twice: give each instance its own id", excerpt(&record[self.columns.id]))
                })
            });
            match read {
                Ok(instance) => instances.push(instance),
                Err(fault) => faults.push(format!("line {line}: {fault}")),
            }
        }
    }
}

impl InstanceColumns {
    /// The instance of a line.
    fn instance(&self, record: &csv::StringRecord, parser: &mut StartParser<'_>) -> Result<Instance, String> {
        let start = parser.start(&record[self.start])?;
        let cost = |name: &str, at: usize, unit: &str| match &record[at] {
            "" => Ok(None),
            text => text.parse().map(Some).map_err(|_| format!("{name} '{}' is not a {unit}", excerpt(text))),
        };
        let optimal = self.optimal.map_or(Ok(None), |at| cost("optimal", at, "number of moves"))?;
        let mut optimal_costs = Vec::new();
        for &(model, at) in &self.optimal_costs {
            let known = cost(&format!("{OPTIMAL_PREFIX}{model}"), at, "cost")?;
            optimal_costs.extend(known.map(|known| (model, known)));
        }
        let id = unescape_cell(&record[self.id]);
        if id.is_empty() {
            return Err("the id is empty: give each instance its own".to_owned());
        }
        Ok(Instance { id: id.to_owned(), start, optimal, optimal_costs })
    }
}

/// The fault of a line that cannot be read as a record.
fn unreadable_line(problem: &csv::Error) -> String {
    match problem.kind() {
        csv::ErrorKind::UnequalLengths { pos: Some(position), expected_len, len } => {
            format!("line {}: it has {len} cells, and the header has {expected_len}", position.line())
        }
        _ => problem.to_string(),
    }
}

/// The fault of the column called `name`, if it is unknown.
fn unknown_column(name: &str) -> Option<String> {
    let known = || COLUMNS.iter().chain(PUBLISHED_COLUMNS).map(|column| column.name);
    let is_of_model =
        name.strip_prefix(OPTIMAL_PREFIX).is_some_and(|model| Registry::get().find_cost_model(model).is_ok());
    if name.starts_with(set_field::USER_PREFIX) || is_of_model || known().any(|column| column == name) {
        return None;
    }
    let own = format!("a column of your own begins with {0}, as {0}{1}", set_field::USER_PREFIX, excerpt(name));
    let hint = nearest(name, known()).map(|near| format!("did you mean '{near}'? Otherwise {own}"));
    let hint = hint.unwrap_or_else(|| {
        let known: Vec<&str> = COLUMNS.iter().map(|column| column.name).collect();
        format!("known are {}, and {own}", known.join(", "))
    });
    Some(format!("unknown column '{}'; {hint}", excerpt(name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> String {
        parse("mine", "mine.csv", text).unwrap_err().to_string()
    }

    #[test]
    fn a_file_contains_its_goal_and_boards_and_is_written_as_read() {
        let text = "# title: Two boards\n# source: by hand\n# rows: 2\n# cols: 3\n# goal: blank-last\nid,board,optimal\na,1 2 3 4 0 5,1\nb,1 2 3 4 5 0,\n";
        let set = parse("mine", "mine.csv", text).unwrap();
        assert_eq!(set.goal.to_string(), "blank-last");
        assert_eq!(set.instances[0].optimal, Some(1));
        assert_eq!(set.instances[1].optimal, None);
        assert_eq!(set.to_csv(), text);
        assert_eq!(set.select("b").unwrap().instances.len(), 1);
        assert_eq!(
            set.select("c").unwrap_err().to_string(),
            "instance set mine has no instance 'c': its ids are a to b"
        );
        let message = set.select("b").unwrap().select("a").unwrap_err().to_string();
        assert_eq!(message, "instance set mine has no instance 'a': its only id is b");
    }

    #[test]
    fn an_unknown_column_is_refused_with_the_nearest_name_unless_it_has_the_users_prefix() {
        assert_eq!(
            message("id,board,optimum\n1,0 1 2 3,0\n"),
            "mine.csv: unknown column 'optimum'; did you mean 'optimal'? Otherwise a column of your own begins with \
             x_, as x_optimum"
        );
        assert_eq!(
            message("id,board,colour\n1,0 1 2 3,0\n"),
            "mine.csv: unknown column 'colour'; known are id, board, state, optimal, optimal_MODEL, and a column of your own begins with \
             x_, as x_colour"
        );
        assert!(parse("mine", "mine.csv", "id,board,x_colour\n1,0 1 2 3,red\n").is_ok());
    }

    #[test]
    fn all_faults_of_a_file_are_listed_and_the_rest_is_read() {
        let text = "# gaol: blank-last\n# rows: 2\n# cols: 2\nid,board,optimal,optimum\n1,0 1 2 3,,\n2,0 1 2 2,,\n\
                    3,0 1 2,,\n4,1 0 2 3,x,\n1,0 1 2 3,,\n5,0 1 2 3\n6,1 0 2 3,1,\n";
        let SetInspection { set, faults } = inspect("mine", "mine.csv", text);
        assert_eq!(set.unwrap().instances.iter().map(|one| one.id.clone()).collect::<Vec<_>>(), ["1", "6"]);
        let beginnings = [
            "unknown key 'gaol'; did you mean 'goal'?",
            "unknown column 'optimum'; did you mean 'optimal'?",
            "line 6: tile 2 is on the board twice",
            "line 7: the board has 3 numbers",
            "line 8: optimal 'x' is not a number of moves",
            "line 9: id '1' is used twice",
            "line 10: it has 2 cells, and the header has 4",
        ];
        assert_eq!(faults.len(), beginnings.len(), "{faults:#?}");
        for (fault, beginning) in faults.iter().zip(beginnings) {
            assert!(fault.starts_with(beginning), "{fault}");
        }
    }

    #[test]
    fn a_quotation_mark_that_is_not_closed_hides_no_instance() {
        let text = "id,board,x_note\na,1 0 2 3,\"hello\nb,3 1 2 0,x\nc,1 2 0 3,y\n";
        assert_eq!(message(text), "mine.csv: line 2: a cell contains the end of the line: close its quotation mark");
    }

    #[test]
    fn a_column_or_a_key_is_there_once_and_keys_are_above_the_header() {
        assert_eq!(
            message("id,board,board\n1,0 1 2 3,1 0 2 3\n"),
            "mine.csv: column 'board' is there twice: remove one of the two"
        );
        assert_eq!(
            message("# rows: 2\n# cols: 2\n# rows: 3\nid,board\n1,0 1 2 3\n"),
            "mine.csv: line 3: key 'rows' is stated twice: remove one of the two"
        );
        assert_eq!(
            message("id,board\n1,0 1 2 3\n# goal: blank-last\n"),
            "mine.csv: line 3: key 'goal' is below the header: state it above"
        );
    }

    #[test]
    fn an_id_that_begins_with_a_number_sign_is_written_in_quotes() {
        let text = "# title: Two\n# source: by hand\n# rows: 2\n# cols: 2\n# goal: blank-first\nid,board,optimal\n\"#1\",1 0 2 3,\n2,0 1 2 3,\n";
        let set = parse("mine", "mine.csv", text).unwrap();
        assert_eq!(set.instances.len(), 2);
        assert_eq!(set.to_csv(), text);
    }

    #[test]
    fn least_costs_belong_to_their_cost_model() {
        let text = "# title: Two\n# source: by hand\n# rows: 2\n# cols: 2\n# goal: blank-first\nid,board,optimal,optimal_heavy\na,1 0 2 3,1,1\nb,0 1 2 3,0,\n";
        let set = parse("mine", "mine.csv", text).unwrap();
        let known = |instance: &Instance, model| instance.optimal_cost(Registry::get().find_cost_model(model).unwrap());
        let [a, b] = &set.instances[..] else { panic!("two instances") };
        assert_eq!(["unit", "heavy", "sqrt"].map(|model| known(a, model)), [Some(1), Some(1), None]);
        assert_eq!(["unit", "heavy"].map(|model| known(b, model)), [Some(0), None]);
        assert_eq!(set.to_csv(), text);
        assert_eq!(
            message("id,board,optimal_heavy\n1,0 1 2 3,x\n"),
            "mine.csv: line 2: optimal_heavy 'x' is not a cost"
        );
        assert!(message("id,board,optimal_none\n1,0 1 2 3,1\n").starts_with("mine.csv: unknown column 'optimal_none'"));
    }

    #[test]
    fn a_file_of_another_domain_has_states_and_its_standard_goal() {
        let text = "# title: Two\n# source: by hand\n# domain: pancake\n# goal: 1 2 3\nid,state,optimal,optimal_heavy\na,3 1 2,2,5\nb,1 2 3,0,0\n";
        let set = parse("mine", "mine.csv", text).unwrap();
        assert_eq!((set.goal.domain(), set.goal.to_string().as_str()), ("pancake", "1 2 3"));
        assert_eq!(set.to_csv(), text);
        assert_eq!(parse("mine", "mine.csv", &text.replace("# goal: 1 2 3\n", "")).unwrap(), set);
        assert!(set.goal_board().unwrap_err().to_string().contains("is of domain pancake"));
        let message = |from, to| message(&text.replace(from, to));
        assert_eq!(message("b,1 2 3", "b,1 2 3 4"), "mine.csv: line 7: the stack has 4 pancakes, and the goal has 3");
        assert_eq!(message("b,1 2 3", "b,1 1 3"), "mine.csv: line 7: pancake 1 is in the stack twice");
        assert_eq!(message("pancake", "pancakes"), "mine.csv: unknown domain 'pancakes'; did you mean 'pancake'?");
        assert_eq!(
            message("id,state", "id,board"),
            "mine.csv: column 'state' is missing: the header needs at least id and state"
        );
    }

    #[test]
    fn a_byte_order_mark_is_ignored() {
        let set = parse("mine", "mine.csv", "\u{feff}# goal: blank-last\nid,board\n1,1 2 3 0\n").unwrap();
        assert_eq!(set.goal.to_string(), "blank-last");
    }

    #[test]
    fn ids_with_commas_and_quotes_survive_being_written_and_read() {
        let set = parse("mine", "mine.csv", "id,board\n\"a,\"\"b\"\"\",0 1 2 3\n").unwrap();
        assert_eq!(set.instances[0].id, "a,\"b\"");
        assert_eq!(parse("mine", "mine.csv", &set.to_csv()).unwrap().instances, set.instances);
    }

    #[test]
    fn errors_of_files_contain_the_line() {
        assert_eq!(
            message("id,board\n1,0 1 2 3\n2,0 1 2 2\n"),
            "mine.csv: line 3: tile 2 is on the board twice, and tile 3 is missing"
        );
        assert_eq!(message("id\n1\n"), "mine.csv: column 'board' is missing: the header needs at least id and board");
        assert_eq!(message("id,board\n"), "mine.csv: there are no boards: add a line per board below the header");
        assert_eq!(
            message("id,board,optimal\n1,0 1 2 3,x\n"),
            "mine.csv: line 2: optimal 'x' is not a number of moves"
        );
        assert_eq!(
            message("id,board\n1,0 1 2 3\n1,0 1 2 3\n"),
            "mine.csv: line 3: id '1' is used twice: give each instance its own id"
        );
        assert_eq!(message("# gaol: blank-last\nid,board\n"), "mine.csv: unknown key 'gaol'; did you mean 'goal'?");
        assert!(message("# rows: 2\nid,board\n1,0 1 2 3\n").contains("one of rows and cols is stated"));
        assert!(message("# rows: 65\n# cols: 64\nid,board\n1,0\n").starts_with("mine.csv: 65x64 is not a board size"));
    }
}
