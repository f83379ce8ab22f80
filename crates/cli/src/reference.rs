//! All names that a user meets: keys of files, options, columns, statuses, algorithms, heuristics, cost models, instance sets.
//!
//! Each entry is generated from the table that the program itself uses.

pub(crate) mod pages;

use tilebench_runner::catalog::set_file::{self, SetField};
use tilebench_runner::catalog::{AnyOption, HeuristicSpec, Registry, algorithms, heuristics, load_set, set_names};
use tilebench_runner::keys::{KeySpec, TABLES};
use tilebench_runner::record::{self, Column, CsvSchema, EndedBy, Proof, Status};

/// One meaning of a name.
#[derive(Clone, Debug)]
pub(crate) struct ReferenceEntry {
    /// The name.
    pub(crate) name: String,
    /// The former name; empty if it was never renamed.
    pub(crate) former: &'static str,
    /// The group that it is listed in: `statuses`.
    pub(crate) group: String,
    /// The kind of the name: `key of [limits] in an experiment file`.
    pub(crate) what: String,
    /// Its meaning, in sentences.
    pub(crate) meaning: String,
    /// Further facts: a label and a value.
    pub(crate) facts: Vec<(&'static str, String)>,
}

/// Every entry, group by group.
pub(crate) fn entries() -> Vec<ReferenceEntry> {
    let mut entries = Vec::new();
    for table in TABLES {
        let group = format!("keys of an experiment file: {}", table.name);
        let what = format!("key of {} in an experiment file", table.name);
        entries.extend(table.keys.iter().map(|key| key_entry(key, &group, &what)));
    }
    let stated = ("keys of an instance file", "key, stated as '# key: value', of an instance file");
    let column = ("columns of an instance file", "column of an instance file");
    for (fields, (group, what)) in
        [(set_file::HEADER_KEYS, stated), (set_file::COLUMNS, column), (set_file::PUBLISHED_COLUMNS, column)]
    {
        entries.extend(fields.iter().map(|field| field_entry(field, group, what)));
    }
    entries.extend(options().into_iter().map(|(option, of)| option_entry(option, &of)));
    for file in csv_files() {
        entries.extend(file.columns.iter().map(|column| column_entry(column, file.file)));
    }
    let named = |group: &str, what: &str, name: &str, meaning: &str| ReferenceEntry {
        name: name.to_owned(),
        former: "",
        group: group.to_owned(),
        what: what.to_owned(),
        meaning: meaning.to_owned(),
        facts: Vec::new(),
    };
    entries
        .extend(Status::ALL.iter().map(|status| named("statuses", "status of a run", status.name(), status.meaning())));
    entries.extend(Proof::ALL.iter().map(|proof| named("proofs", "proof of a run", proof.name(), proof.meaning())));
    entries.extend(
        EndedBy::ALL.iter().map(|by| named("values of ended_by", "value of ended_by", by.name(), by.meaning())),
    );
    entries.extend(algorithms().iter().map(|algorithm| {
        let options: Vec<&str> = algorithm.options.iter().map(|option| option.name()).collect();
        let mut facts = vec![
            ("guarantee", algorithm.guarantee.to_string()),
            ("heuristic", if algorithm.informed { "takes one" } else { "takes none" }.to_owned()),
            ("options", options.join(", ")),
            ("reference", algorithm.reference.to_owned()),
        ];
        facts.retain(|(_, fact)| !fact.is_empty());
        let meaning = format!("{}: {}", algorithm.title, algorithm.summary);
        ReferenceEntry { facts, ..named("algorithms", "algorithm", algorithm.name, &meaning) }
    }));
    entries.extend(heuristics().iter().map(heuristic_entry));
    entries.extend(Registry::get().domains().into_iter().map(|info| {
        let facts = vec![
            ("state", info.state.to_owned()),
            ("operator", info.operator.to_owned()),
            ("rule", format!("{}:SIZE:100:seed=1, where SIZE is {}", info.name, info.size)),
            ("costs", Registry::get().costs_of_domain(info.name).join(", ")),
            ("reference", info.reference.to_owned()),
        ];
        let meaning = format!("{}: {}", info.title, info.summary);
        ReferenceEntry { facts, ..named("domains", "domain", info.name, &meaning) }
    }));
    entries.extend(
        Registry::get().cost_models().iter().map(|model| named("cost models", "cost model", model.name, model.summary)),
    );
    entries.extend(set_names().into_iter().filter_map(|name| {
        let set = load_set(name).ok()?;
        let facts = vec![
            ("instances", set.instances.len().to_string()),
            ("size", set.goal.size().map_or_else(|| set.goal.domain().to_owned(), |size| size.to_string())),
            ("goal", set.goal.to_string()),
            ("source", set.source.clone()),
        ];
        Some(ReferenceEntry { facts, ..named("instance sets", "instance set", name, &format!("{}.", set.title)) })
    }));
    entries
}

/// The entries named `name`, which may be written with its table, as `limits.time_s`.
pub(crate) fn find(name: &str) -> Vec<ReferenceEntry> {
    let entries = entries();
    let last = name.rsplit('.').next().unwrap_or(name);
    for name in [name, last] {
        let is_named = |entry: &&ReferenceEntry| entry.name == name || (!name.is_empty() && entry.former == name);
        let found: Vec<ReferenceEntry> = entries.iter().filter(is_named).cloned().collect();
        if !found.is_empty() {
            return found;
        }
    }
    // Pattern databases are named by their patterns, so not all of them are listed.
    HeuristicSpec::new(name).iter().map(heuristic_entry).collect()
}

/// The CSV files that the program writes.
pub(crate) fn csv_files() -> Vec<CsvSchema> {
    record::csv_schemas().into_iter().chain(tilebench_report::columns()).collect()
}

/// Every option with the algorithms that have it. Options of one name with other values, defaults or meanings are apart.
pub(crate) fn options() -> Vec<(&'static dyn AnyOption, Vec<&'static str>)> {
    let mut options: Vec<(&dyn AnyOption, Vec<&str>)> = Vec::new();
    for algorithm in algorithms() {
        for &option in algorithm.options {
            let described = |one: &dyn AnyOption| (one.name(), one.values(), one.default(), one.summary());
            match options.iter_mut().find(|&&mut (known, _)| described(known) == described(option)) {
                Some((_, of)) => of.push(algorithm.name),
                None => options.push((option, vec![algorithm.name])),
            }
        }
    }
    options
}

/// How a name was renamed, in a sentence; empty if it never was.
fn renaming(former: &str, present: &str) -> String {
    if former.is_empty() { String::new() } else { format!("`{former}` is now called `{present}`.") }
}

/// How an option was renamed, if it was, in a sentence.
fn renaming_of_option(option: &dyn AnyOption) -> Option<String> {
    option.renaming().map(|renaming| format!("{renaming}; records and names of configurations keep the former name."))
}

fn key_entry(key: &KeySpec, group: &str, what: &str) -> ReferenceEntry {
    let mut facts = vec![
        ("type", key.kind.to_string()),
        ("unit", key.unit.to_owned()),
        ("default", key.default.to_string()),
        ("example", format!("{} = {}", key.name, key.example)),
        ("renamed", renaming(key.former, key.name)),
    ];
    facts.retain(|(_, fact)| !fact.is_empty());
    ReferenceEntry {
        name: key.name.to_owned(),
        former: key.former,
        group: group.to_owned(),
        what: what.to_owned(),
        meaning: key.meaning.to_owned(),
        facts,
    }
}

fn field_entry(field: &SetField, group: &str, what: &str) -> ReferenceEntry {
    let mut facts =
        vec![("type", field.kind.to_owned()), ("unit", field.unit.to_owned()), ("default", field.default.to_owned())];
    facts.retain(|(_, fact)| !fact.is_empty());
    ReferenceEntry {
        name: field.name.to_owned(),
        former: "",
        group: group.to_owned(),
        what: what.to_owned(),
        meaning: field.meaning.to_owned(),
        facts,
    }
}

fn option_entry(option: &'static dyn AnyOption, of: &[&str]) -> ReferenceEntry {
    let mut facts = vec![("values", option.values().to_owned()), ("default", option.default().to_owned())];
    facts.extend(renaming_of_option(option).map(|renaming| ("renamed", renaming)));
    ReferenceEntry {
        name: option.name().to_owned(),
        former: option.former().map_or("", |former| former.name),
        group: "options of algorithms".to_owned(),
        what: format!("option of {}", of.join(", ")),
        meaning: option.summary().to_owned(),
        facts,
    }
}

fn column_entry(column: &Column, file: &str) -> ReferenceEntry {
    let mut facts = vec![
        ("type", column.kind.to_string()),
        ("unit", column.unit.to_owned()),
        ("empty if", column.empty.to_owned()),
        ("renamed", renaming(column.former, column.name)),
    ];
    facts.retain(|(_, fact)| !fact.is_empty());
    ReferenceEntry {
        name: column.name.to_owned(),
        former: column.former,
        group: format!("columns of {file}"),
        what: format!("column of {file}"),
        meaning: column.meaning.to_owned(),
        facts,
    }
}

fn heuristic_entry(spec: &HeuristicSpec) -> ReferenceEntry {
    let info = spec.info();
    let yes = |holds: bool| if holds { "yes" } else { "no" }.to_owned();
    let meaning = match spec.pdb_spec() {
        Some(patterns) => format!("{}: {}. {}", info.title, patterns.description(), info.summary),
        None => format!("{}: {}", info.title, info.summary),
    };
    ReferenceEntry {
        name: spec.name().to_owned(),
        former: "",
        group: "heuristics".to_owned(),
        what: "heuristic".to_owned(),
        meaning,
        facts: vec![
            ("admissible", yes(info.admissible)),
            ("consistent", yes(info.consistent)),
            ("reference", info.reference.to_owned()),
        ],
    }
}
