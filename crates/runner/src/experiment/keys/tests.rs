use super::super::Experiment;
use super::*;

/// The start of an experiment to which a test adds the rest.
const SOLVER: &str = "[[solver]]\nalgorithm = 'idastar'\nheuristic = 'manhattan'\n";

/// An experiment with the example of `key` in `table`, and everything else that it needs.
fn with_example(table: &KeyTable, key: &KeySpec) -> String {
    let line = format!("{} = {}\n", key.name, key.example);
    let others = |names: &[(&str, &str)]| -> String {
        names
            .iter()
            .filter(|(name, _)| *name != key.name)
            .map(|(name, value)| format!("{name} = {value}\n"))
            .collect::<Vec<_>>()
            .concat()
    };
    let top = "name = 'x'\ninstances = 'random:3x3:1'\n";
    let command = "[[solver]]\ncommand = ['./p', '{board}']\n";
    match table.name {
        "the experiment" if key.name == "solver" => format!("{top}{line}"),
        "the experiment" => {
            let rest = others(&[("name", "'x'"), ("instances", "'random:3x3:1'")]);
            format!("{rest}{line}{SOLVER}")
        }
        "an instance set" => {
            let set = if key.name == "set" { String::new() } else { "set = 'korf100', ".to_owned() };
            format!("name = 'x'\ninstances = {{ {set}{} }}\n{SOLVER}", line.trim_end())
        }
        "[limits]" | "[execution]" | "[report]" => format!("{top}{}\n{line}{SOLVER}", table.name),
        "[[solver]]" => {
            let rest = others(&[("algorithm", "'idastar'"), ("heuristic", "'manhattan'")]);
            format!("{top}[[solver]]\n{rest}{line}")
        }
        "[[solver]] with a command" if key.name == "command" => format!("{top}[[solver]]\n{line}"),
        "[[solver]] with a command" => format!("{top}{command}{line}"),
        "[solver.answer]" => {
            let moves = if key.name == "moves" { "" } else { "moves = 'Moves: (.*)'\n" };
            format!("{top}{command}[solver.answer]\n{moves}{line}")
        }
        "[[attribute]]" => format!("{top}{SOLVER}[[attribute]]\n{}{line}", others(&[("name", "'x_a'")])),
        "[[claim]]" => {
            let rest = others(&[("claim", "'x'"), ("quantity", "'sum length'"), ("value", "1")]);
            format!("{top}{SOLVER}[[claim]]\n{rest}{line}")
        }
        "[claim.of], [claim.over]" => {
            format!("{top}{SOLVER}[[claim]]\nclaim = 'x'\nquantity = 'sum length'\nvalue = 1\nof.{line}")
        }
        other => panic!("no experiment for {other}"),
    }
}

#[test]
fn the_parser_accepts_the_example_and_the_default_of_every_key() {
    for table in TABLES {
        for key in table.keys {
            let text = with_example(table, key);
            Experiment::parse(&text, "x.toml", &[]).unwrap_or_else(|error| panic!("{error:#}\n{text}"));
            if let KeyDefault::Value(default) = key.default {
                let text = with_example(table, &KeySpec { example: default, ..*key });
                Experiment::parse(&text, "x.toml", &[]).unwrap_or_else(|error| panic!("{error:#}\n{text}"));
            }
        }
    }
}

#[test]
fn the_parser_accepts_the_former_name_of_every_renamed_key_and_notes_it() {
    for table in TABLES {
        for key in table.keys.iter().filter(|key| !key.former.is_empty()) {
            let text = with_example(table, &KeySpec { name: key.former, ..*key });
            let experiment =
                Experiment::parse(&text, "x.toml", &[]).unwrap_or_else(|error| panic!("{error:#}\n{text}"));
            assert_eq!(experiment.renamed, [format!("`{}` is now called `{}`", key.former, key.name)]);
        }
    }
}

/// The keys that the message for an unknown key lists.
fn known(text: &str) -> Vec<String> {
    let message = Experiment::parse(text, "x.toml", &[]).unwrap_err().to_string();
    let (_, names) = message.split_once("known are ").unwrap_or_else(|| panic!("{message}"));
    names.split(", ").map(str::to_owned).collect()
}

#[test]
fn every_key_that_the_parser_accepts_has_a_row() {
    let unknown = |name| KeySpec {
        name,
        former: "",
        kind: KeyKind::Text,
        unit: "",
        default: KeyDefault::Required,
        meaning: "",
        example: "1",
    };
    for table in TABLES {
        let mut names: Vec<&str> = table.names().collect();
        if table.name == "[[solver]]" {
            // The options of an algorithm are declared by it.
            let algorithm =
                tilebench_catalog::algorithms().into_iter().find(|algorithm| algorithm.name == "idastar").unwrap();
            names.extend(algorithm.options.iter().map(|option| option.name()));
        }
        assert_eq!(known(&with_example(table, &unknown("zzz"))), names, "{}", table.name);
    }
}

#[test]
fn a_value_outside_of_its_declared_range_is_refused() {
    for table in TABLES {
        for key in table.keys {
            let refused = |value: &str| {
                let key = KeySpec {
                    name: key.name,
                    former: "",
                    kind: key.kind,
                    default: key.default,
                    unit: "",
                    meaning: "",
                    example: "",
                };
                let text = with_example(table, &key).replace(" = \n", &format!(" = {value}\n"));
                assert!(Experiment::parse(&text, "x.toml", &[]).is_err(), "{text}");
            };
            match key.kind {
                KeyKind::Count { min, max } => {
                    if min > 0 {
                        refused(&(min - 1).to_string());
                    }
                    if max < u64::MAX {
                        refused(&(max + 1).to_string());
                    }
                }
                KeyKind::Seconds => ["0", "-1", "1.1e9", "'5s'"].into_iter().for_each(refused),
                KeyKind::Flag => refused("1"),
                KeyKind::OneOf(_) => refused("'none-of-these'"),
                KeyKind::Text | KeyKind::Other(_) => {}
            }
        }
    }
}

#[test]
fn every_key_is_described() {
    for key in TABLES.iter().flat_map(|table| table.keys) {
        assert!(key.meaning.ends_with('.') && !key.example.is_empty(), "{}", key.name);
    }
}
