//! The folder in which searches make their own.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The environment variable that names the folder.
pub const SCRATCH_VARIABLE: &str = "TILEBENCH_SCRATCH";

/// Where files go that do not outlive a search: it belongs to the machine, as the folder of temporary
/// files does, and decides nothing about a run, so it is the process's and no search's.
static FOLDER: OnceLock<PathBuf> = OnceLock::new();

/// The folder in which searches make folders of their own: what [`set_scratch`] said, else what the
/// variable [`SCRATCH_VARIABLE`] says, else the system's folder for temporary files.
#[must_use]
pub fn scratch() -> &'static Path {
    FOLDER.get_or_init(|| {
        let named = std::env::var_os(SCRATCH_VARIABLE).filter(|name| !name.is_empty());
        named.map_or_else(std::env::temp_dir, PathBuf::from)
    })
}

/// Sets the folder for this process. Whether that was in time: before anyone asked for it.
pub fn set_scratch(folder: PathBuf) -> bool {
    FOLDER.set(folder).is_ok()
}
