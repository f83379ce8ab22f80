//! The finished parts of one iteration on disk: a file per process, to which only that process appends.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tilebench_catalog::{ChunkCounts, UnitPart};
use tilebench_sanitize::file::open_program_file;

use super::split_file::SPLIT;

/// The columns of a file.
const HEADER: &str = "first,end,generated,expanded,next,wall_s,cpu_s\n";

/// How the names of these files end.
const ENDING: &str = ".csv";

/// The times that a process had worked when it wrote a line.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct WorkTimes {
    /// Wall seconds.
    pub(super) wall_s: f64,
    /// Processor seconds.
    pub(super) cpu_s: f64,
}

/// The files of an iteration.
#[derive(Debug)]
pub(super) struct PartLogs {
    folder: PathBuf,
    /// By name: the bytes that were read, and the last times.
    read: HashMap<String, (u64, WorkTimes)>,
    /// The file of this process.
    own: Option<File>,
    own_name: String,
}

impl PartLogs {
    /// The files in `folder`, of which this process writes that of `owner`.
    pub(super) fn new(folder: &Path, owner: &str) -> Self {
        Self { folder: folder.to_owned(), read: HashMap::new(), own: None, own_name: format!("{owner}{ENDING}") }
    }

    /// Shows the parts that other processes have added since the last call to `visit`.
    ///
    /// A line that is incomplete is being written, or was when its process died: it is not shown, and neither is any after it.
    pub(super) fn read_new(&mut self, mut visit: impl FnMut(UnitPart)) -> io::Result<()> {
        for entry in fs::read_dir(&self.folder)? {
            let name = entry?.file_name().to_string_lossy().into_owned();
            if !name.ends_with(ENDING) || name == SPLIT || name == self.own_name {
                continue;
            }
            let (offset, times) = self.read.entry(name.clone()).or_default();
            let mut file = open_program_file(&self.folder.join(&name), OpenOptions::new().read(true))?;
            if file.metadata()?.len() == *offset {
                continue;
            }
            let mut text = Vec::new();
            file.seek(SeekFrom::Start(*offset))?;
            file.read_to_end(&mut text)?;
            for line in text.split_inclusive(|&byte| byte == b'\n') {
                if *offset > 0 {
                    let Some((part, line_times)) = parse(line) else { break };
                    visit(part);
                    *times = line_times;
                } else if line != HEADER.as_bytes() {
                    break;
                }
                *offset += line.len() as u64;
            }
        }
        Ok(())
    }

    /// Adds parts to the file of this process, and syncs it to the disk.
    pub(super) fn append(&mut self, parts: &[UnitPart], times: WorkTimes) -> io::Result<()> {
        let mut lines = String::new();
        if self.own.is_none() {
            let options = OpenOptions::new().create(true).append(true).clone();
            self.own = Some(open_program_file(&self.folder.join(&self.own_name), &options)?);
            lines.push_str(HEADER);
        }
        for UnitPart { first, end, counts: ChunkCounts { generated, expanded, next } } in parts {
            let WorkTimes { wall_s, cpu_s } = times;
            // Writing to a string does not fail.
            let _ = writeln!(lines, "{first},{end},{generated},{expanded},{next},{wall_s:.3},{cpu_s:.3}");
        }
        let file = self.own.as_mut().expect("it was opened above");
        let written = file.write_all(lines.as_bytes()).and_then(|()| file.sync_data());
        if written.is_err() {
            // The last line may be incomplete. The next text begins with the header, at which readers stop.
            self.own = None;
        }
        written
    }

    /// The last times of each other process, by the name of its file.
    pub(super) fn times(&self) -> impl Iterator<Item = (&str, WorkTimes)> {
        self.read.iter().map(|(name, (_, times))| (name.as_str(), *times))
    }
}

/// Reads a complete line.
fn parse(line: &[u8]) -> Option<(UnitPart, WorkTimes)> {
    let line = std::str::from_utf8(line).ok()?.strip_suffix('\n')?;
    let cells: Vec<&str> = line.split(',').collect();
    let [first, end, generated, expanded, next, wall_s, cpu_s] = cells[..] else { return None };
    let counts =
        ChunkCounts { generated: generated.parse().ok()?, expanded: expanded.parse().ok()?, next: next.parse().ok()? };
    let part = UnitPart { first: first.parse().ok()?, end: end.parse().ok()?, counts };
    let times = WorkTimes { wall_s: wall_s.parse().ok()?, cpu_s: cpu_s.parse().ok()? };
    (part.first <= part.end).then_some((part, times))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(first: u64) -> UnitPart {
        UnitPart { first, end: first + 2, counts: ChunkCounts { generated: 10 * first, expanded: 4, next: 102 } }
    }

    fn read(logs: &mut PartLogs) -> Vec<u64> {
        let mut firsts = Vec::new();
        logs.read_new(|part| firsts.push(part.first)).unwrap();
        firsts
    }

    #[test]
    fn every_complete_line_of_another_process_is_shown_once() {
        let folder = tempfile::tempdir().unwrap();
        let (mut one, mut other) = (PartLogs::new(folder.path(), "one"), PartLogs::new(folder.path(), "other"));
        let times = WorkTimes { wall_s: 1.5, cpu_s: 1.25 };
        one.append(&[part(0), part(2)], times).unwrap();
        assert_eq!((read(&mut other), read(&mut one)), (vec![0, 2], vec![]));
        one.append(&[part(4), UnitPart::end_of_search(9)], times).unwrap();
        assert_eq!((read(&mut other), read(&mut other)), (vec![4, 9], vec![]));
        assert_eq!(other.times().collect::<Vec<_>>(), [("one.csv", times)]);
    }

    #[test]
    fn a_line_is_read_only_when_it_is_complete() {
        let folder = tempfile::tempdir().unwrap();
        let mut reader = PartLogs::new(folder.path(), "reader");
        let path = folder.path().join("dead.csv");
        let whole = format!("{HEADER}0,2,10,4,102,1.000,1.000\n2,4,30,4,102,1.000,1.000\n");
        let mut shown = Vec::new();
        for length in 0..=whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            shown.extend(read(&mut reader));
            let complete = whole[..length].matches('\n').count().saturating_sub(1);
            assert_eq!(shown.len(), complete, "{length} bytes");
        }
        assert_eq!(shown, [0, 2]);
    }

    #[test]
    fn what_is_not_a_line_ends_the_file() {
        for line in ["", "1,2,3\n", "5,4,1,1,1,1,1\n", "1,2,3,4,5,6,7,8\n", "1,2,x,4,5,6,7\n", "1,2,3,4,5,6,7"] {
            assert_eq!(parse(line.as_bytes()), None, "{line}");
        }
        assert_eq!(parse(b"\0\0\0\n"), None);
    }
}
