//! Files that a user names. Their folder is created if it does not exist, and they never replace records.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, ensure};
use tilebench_record::is_record;

/// Writes `bytes` to `path`.
///
/// # Errors
///
/// If `path` is a file of records, or the system refuses.
pub fn write_output(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    prepare_output(path)?;
    fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

/// Creates the folder of `path`.
///
/// # Errors
///
/// If `path` is a file of records, or the system refuses.
pub(crate) fn prepare_output(path: &Path) -> anyhow::Result<()> {
    refuse_record(path)?;
    match path.parent() {
        Some(folder) => {
            fs::create_dir_all(folder).with_context(|| format!("cannot create the folder {}", folder.display()))
        }
        None => Ok(()),
    }
}

/// Refuses a path that is a file of records.
///
/// # Errors
///
/// If it is one.
pub(crate) fn refuse_record(path: &Path) -> anyhow::Result<()> {
    ensure!(!is_record(path), "{} is a record of a result folder: write to another file or folder", path.display());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_kept_and_a_missing_folder_is_created() {
        let dir = tempfile::tempdir().unwrap();
        let runs = dir.path().join("runs.csv");
        write_output(&runs, b"a file of any content").unwrap();
        // Now the folder has runs.
        for record in ["runs.csv", "iterations.csv", "manifest.json"] {
            let refusal = write_output(&dir.path().join(record), b"").unwrap_err().to_string();
            assert!(
                refusal.ends_with(&format!("{record} is a record of a result folder: write to another file or folder"))
            );
        }
        assert_eq!(fs::read(&runs).unwrap(), b"a file of any content");
        write_output(&dir.path().join("summary.csv"), b"a").unwrap();
        write_output(&dir.path().join("new/folder/iterations.csv"), b"b").unwrap();
        assert_eq!(fs::read(dir.path().join("new/folder/iterations.csv")).unwrap(), b"b");
    }
}
