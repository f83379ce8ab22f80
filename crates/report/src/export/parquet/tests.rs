//! The files are read back by the crate's own reader and compared with the CSV files.

use std::collections::BTreeSet;
use std::fs;

use ::parquet::file::reader::{FileReader as _, SerializedFileReader};
use ::parquet::record::Field;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use polars_arrow::datatypes::{ArrowDataType, ArrowSchema};
use polars_arrow::io::ipc::read::deserialize_schema;
use tilebench_record::{Run, Status};

use super::writer::ROW_GROUP_ROWS;
use super::*;
use crate::experiment::ExperimentData;
use crate::export::table_csv;
use crate::results::Results;
use crate::{fixture, tables};

/// The unit and the meaning of each column of a file, by its metadata.
fn described(path: &Path) -> serde_json::Value {
    let reader = SerializedFileReader::new(File::open(path).unwrap()).unwrap();
    let metadata = reader.metadata().file_metadata().key_value_metadata().unwrap();
    let columns = metadata.iter().find(|pair| pair.key == "tilebench.columns").unwrap();
    serde_json::from_str(columns.value.as_ref().unwrap()).unwrap()
}

/// The Arrow schema in the metadata of a file.
fn arrow_schema(path: &Path) -> ArrowSchema {
    let reader = SerializedFileReader::new(File::open(path).unwrap()).unwrap();
    let metadata = reader.metadata().file_metadata().key_value_metadata().unwrap();
    let encoded = metadata.iter().find(|pair| pair.key == "ARROW:schema").unwrap().value.as_ref().unwrap();
    let message = BASE64_STANDARD.decode(encoded).unwrap();
    assert_eq!(u32::from_le_bytes(message[4..8].try_into().unwrap()) as usize, message.len() - 8);
    deserialize_schema(&message[8..]).unwrap().0
}

/// The header and the rows of a file, as CSV writes them.
fn read(path: &Path) -> Vec<Vec<String>> {
    let reader = SerializedFileReader::new(File::open(path).unwrap()).unwrap();
    let mut rows = Vec::new();
    for row in reader.get_row_iter(None).unwrap().map(Result::unwrap) {
        if rows.is_empty() {
            rows.push(row.get_column_iter().map(|(name, _)| name.clone()).collect());
        }
        let text = |field: &Field| match field {
            Field::Null => String::new(),
            Field::Str(text) => text.clone(),
            Field::ULong(count) => count.to_string(),
            Field::Double(fraction) => crate::number::plain(*fraction),
            other => panic!("no column holds {other:?}"),
        };
        rows.push(row.get_column_iter().map(|(_, field)| text(field)).collect());
    }
    rows
}

fn csv(path: &Path) -> Vec<Vec<String>> {
    cells(&fs::read_to_string(path).unwrap())
}

fn cells(csv: &str) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(csv.as_bytes());
    reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
}

fn folder(place: &Path, runs: &[Run]) -> PathBuf {
    let folder = Folder::open_or_create(&place.join("small")).unwrap();
    let mut appender = folder.appender().unwrap();
    for run in runs {
        appender.append(run, &[]).unwrap();
    }
    folder.path().to_owned()
}

#[test]
fn both_files_have_the_content_of_the_csv_files_and_the_same_bytes_every_time() {
    let place = tempfile::tempdir().unwrap();
    let mut runs = fixture::runs();
    (runs[0].seed, runs[0].message, runs[0].peak_rss) = (u64::MAX, "two\nlines, \"quoted\"".into(), Some(7));
    let dir = folder(place.path(), &runs);
    crate::write(&dir).unwrap();
    let files = parquet(&dir).unwrap();
    assert_eq!(read(&files[0]), csv(&dir.join("summary.csv")));

    let mut expected = csv(&dir.join("runs.csv"));
    // runs.csv contains 1 as 1.0.
    for cell in expected.iter_mut().flatten() {
        *cell = cell.strip_suffix(".0").unwrap_or(cell).to_owned();
    }
    let found = read(&files[1]);
    assert_eq!(found[0].last().map(String::as_str), Some("suboptimality"));
    let without: Vec<Vec<String>> = found.iter().map(|row| row[..row.len() - 1].to_vec()).collect();
    assert_eq!(without, expected);
    assert_eq!(found[5].last().map(String::as_str), Some("1.1"), "55 moves where 50 are enough");

    let columns = described(&files[1]);
    let time = columns.as_array().unwrap().iter().find(|column| column["name"] == "wall_s").unwrap();
    assert_eq!(time["unit"], "s");
    assert!(time["meaning"].as_str().unwrap().len() > 10, "{time}");
    assert_eq!(columns.as_array().unwrap().len(), found[0].len());

    let schema = arrow_schema(&files[1]);
    assert!(schema.iter_names().eq(&found[0]), "{schema:?}");
    let field = schema.get("wall_s").unwrap();
    assert_eq!(field.dtype, ArrowDataType::Float64);
    let metadata = field.metadata.as_ref().unwrap();
    assert_eq!(metadata["unit"], "s");
    assert_eq!(metadata["meaning"], time["meaning"].as_str().unwrap());

    let bytes = || files.iter().map(|file| fs::read(file).unwrap()).collect::<Vec<_>>();
    let first = bytes();
    parquet(&dir).unwrap();
    assert!(first == bytes());
}

#[test]
fn the_last_row_of_a_repeated_run_is_written_and_no_row_of_an_empty_folder() {
    let place = tempfile::tempdir().unwrap();
    let mut again = fixture::runs()[0].clone();
    again.status = Status::Cancelled;
    let runs = [&fixture::runs()[..2], &[again]].concat();
    let files = parquet(&folder(place.path(), &runs)).unwrap();
    let ids: Vec<_> = read(&files[1])[1..].iter().map(|row| (row[0].clone(), row[15].clone())).collect();
    assert_eq!(ids, [("korf100-2-0".into(), "solved".into()), ("korf100-1-0".into(), "cancelled".into())]);

    let empty = tempfile::tempdir().unwrap();
    let files = parquet(&folder(empty.path(), &[])).unwrap();
    assert_eq!(files.len(), 1, "no configuration is recorded");
    assert!(read(&files[0]).is_empty());
}

#[test]
fn every_table_of_a_report_has_the_content_of_its_csv() {
    let experiment = ExperimentData::arrange(fixture::runs(), Some(fixture::manifest()));
    let tables = tables::report_tables(&experiment, &Results::new(&experiment, None).unwrap());
    assert!(tables.len() > 8);
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("table.parquet");
    for table in tables {
        let expected = cells(&table_csv::write(&table).unwrap());
        fs::write(&file, super::table(&table).unwrap()).unwrap();
        assert_eq!(read(&file), expected, "{}", table.name);
        let is_name =
            |name: &String| name.chars().all(|one| one.is_ascii_lowercase() || one.is_ascii_digit() || one == '_');
        assert!(expected[0].iter().all(is_name), "{:?}", expected[0]);
        let titles: BTreeSet<&String> = expected[0].iter().collect();
        assert_eq!(titles.len(), expected[0].len(), "two columns of {} have the same name", table.name);
    }
}

#[test]
fn more_rows_than_a_group_are_split_into_several_groups() {
    let run = Run { generated: Some(5), ..fixture::runs()[0].clone() };
    let mut out = Vec::new();
    let mut rows = ParquetWriter::new(
        &mut out,
        &[super::Field::new("text", "", "A text."), super::Field::new("count", "nodes", "A count.")],
        &[ExportValue::Text(String::new()), ExportValue::Whole(None)],
    )
    .unwrap();
    for number in 0..=ROW_GROUP_ROWS {
        let count = (number % 2 == 0).then_some(run.generated).flatten();
        rows.add(vec![ExportValue::Text(number.to_string()), ExportValue::Whole(count)]).unwrap();
    }
    rows.finish().unwrap();
    let place = tempfile::tempdir().unwrap();
    fs::write(place.path().join("x"), out).unwrap();
    let groups = SerializedFileReader::new(File::open(place.path().join("x")).unwrap()).unwrap().num_row_groups();
    assert_eq!(groups, 2);
    let found = read(&place.path().join("x"));
    assert_eq!(
        (&found[2][1], &found[ROW_GROUP_ROWS + 1][0], &found[ROW_GROUP_ROWS + 1][1]),
        (&String::new(), &ROW_GROUP_ROWS.to_string(), &"5".into())
    );
}

#[test]
fn every_attribute_is_a_column() {
    let place = tempfile::tempdir().unwrap();
    let run = Run { attributes: "x_depth=3;x_share=0.5".into(), ..fixture::runs().remove(0) };
    let folder = folder(place.path(), &[run]);
    let attribute = |name: &str, unit: &str| tilebench_record::Attribute {
        name: name.into(),
        kind: tilebench_record::AttributeKind::Real,
        unit: unit.into(),
        meaning: "A number.".into(),
    };
    let attributes = vec![attribute("x_depth", "moves"), attribute("x_other", "")];
    let manifest = tilebench_record::Manifest { attributes, ..fixture::manifest() };
    Folder::open(&folder).unwrap().write_manifest(&manifest).unwrap();
    parquet(&folder).unwrap();
    let path = folder.join("runs.parquet");
    let rows = read(&path);
    let cell = |name: &str| rows[1][rows[0].iter().position(|column| column == name).unwrap()].clone();
    assert_eq!((cell("x_depth").as_str(), cell("x_other").as_str()), ("3", ""));
    assert_eq!(arrow_schema(&path).get("x_depth").unwrap().metadata.as_ref().unwrap()["unit"], "moves");
}
