//! Paths in messages, also those that are not UTF-8, which serde's own form of a path refuses.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Writes the path in the system's encoding.
///
/// # Errors
///
/// Those of the serializer.
pub fn serialize<S: Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
    path.as_os_str().serialize(serializer)
}

/// Reads a path.
///
/// # Errors
///
/// Those of the deserializer.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<PathBuf, D::Error> {
    OsString::deserialize(deserializer).map(PathBuf::from)
}
