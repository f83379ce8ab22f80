//! The folder for files that do not outlive a search.

use std::env;
use std::path::{Path, PathBuf};

/// The environment variable that names the folder.
pub(crate) const VARIABLE: &str = "TILEBENCH_SCRATCH";

/// The folder in which searches make folders of their own: the one that is `named`, else that of the variable
/// `TILEBENCH_SCRATCH`, else the system's for temporary files.
#[must_use]
pub fn scratch_folder(named: Option<&Path>) -> PathBuf {
    let variable = || env::var_os(VARIABLE).filter(|name| !name.is_empty()).map(PathBuf::from);
    named.map(Path::to_owned).or_else(variable).unwrap_or_else(env::temp_dir)
}
