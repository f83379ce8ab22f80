//! Opening files that are files.
//!
//! Opening a FIFO waits for its other end, and reading a device may never end. So a file is opened without waiting
//! and is refused unless it is a regular file. Files that belong to this program (locks, records, manifests and
//! tables) may not be symbolic links either, since only the program names them.

use std::fs::{File, FileType, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// Opens a file that belongs to this program, as `options` say.
///
/// # Errors
///
/// If the system refuses, or there is anything but a regular file at `path`; a symbolic link is not followed.
pub fn open_own(path: &Path, options: &OpenOptions) -> io::Result<File> {
    open(path, options, no_follow())
}

/// Opens a file that a user names, to read it.
///
/// # Errors
///
/// If the system refuses, or `path`, or the target of its symbolic links, is not a regular file.
pub fn open_named(path: &Path) -> io::Result<File> {
    open(path, OpenOptions::new().read(true), 0)
}

/// Reads the text of a file that a user names.
///
/// # Errors
///
/// As [`open_named`]; or if the file is not UTF-8.
pub fn read_named(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    open_named(path)?.read_to_string(&mut text)?;
    Ok(text)
}

#[cfg(unix)]
fn no_follow() -> i32 {
    rustix::fs::OFlags::NOFOLLOW.bits().cast_signed()
}

#[cfg(not(unix))]
fn no_follow() -> i32 {
    0
}

fn open(path: &Path, options: &OpenOptions, flags: i32) -> io::Result<File> {
    let opened = unblocked(options, flags).open(path);
    let kind = match &opened {
        Ok(file) => file.metadata()?.file_type(),
        // The system's error for a symbolic link or a FIFO is not helpful.
        Err(_) if flags != 0 => match path.symlink_metadata() {
            Ok(found) => found.file_type(),
            Err(_) => return opened,
        },
        Err(_) => return opened,
    };
    if kind.is_file() { opened } else { Err(io::Error::new(ErrorKind::InvalidInput, refusal(kind))) }
}

#[cfg(unix)]
fn unblocked(options: &OpenOptions, flags: i32) -> OpenOptions {
    use std::os::unix::fs::OpenOptionsExt;
    let mut options = options.clone();
    options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed() | flags);
    options
}

#[cfg(not(unix))]
fn unblocked(options: &OpenOptions, _: i32) -> OpenOptions {
    options.clone()
}

fn refusal(kind: FileType) -> String {
    format!("it is {}, not a regular file", name(kind))
}

#[cfg(unix)]
fn name(kind: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    match kind {
        kind if kind.is_dir() => "a folder",
        kind if kind.is_symlink() => "a symbolic link",
        kind if kind.is_fifo() => "a FIFO",
        kind if kind.is_socket() => "a socket",
        _ => "a device",
    }
}

#[cfg(not(unix))]
fn name(kind: FileType) -> &'static str {
    if kind.is_dir() { "a folder" } else { "a symbolic link" }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;
    use std::process::Command;

    use super::*;

    fn refusal(opened: io::Result<File>) -> String {
        opened.expect_err("it is refused").to_string()
    }

    #[test]
    fn a_fifo_a_device_and_a_folder_are_refused_at_once() {
        let place = tempfile::tempdir().unwrap();
        let fifo = place.path().join("fifo");
        assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
        let told = "it is a FIFO, not a regular file";
        for options in [OpenOptions::new().read(true), OpenOptions::new().append(true).create(true)] {
            assert_eq!(refusal(open_own(&fifo, options)), told);
        }
        assert_eq!(refusal(open_named(&fifo)), told);
        assert_eq!(refusal(open_named(Path::new("/dev/zero"))), "it is a device, not a regular file");
        assert_eq!(refusal(open_named(place.path())), "it is a folder, not a regular file");
    }

    #[test]
    fn a_symbolic_link_is_followed_only_if_a_user_named_it() {
        let place = tempfile::tempdir().unwrap();
        let (file, link) = (place.path().join("file"), place.path().join("link"));
        fs::write(&file, "text").unwrap();
        symlink(&file, &link).unwrap();
        assert_eq!(read_named(&link).unwrap(), "text");
        let told = "it is a symbolic link, not a regular file";
        assert_eq!(refusal(open_own(&link, OpenOptions::new().read(true))), told);
        assert_eq!(refusal(open_own(&link, OpenOptions::new().write(true).create(true))), told);
    }

    #[test]
    fn a_file_that_is_not_there_is_reported_as_such() {
        let place = tempfile::tempdir().unwrap();
        let error = open_own(&place.path().join("none"), OpenOptions::new().read(true)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NotFound);
    }
}
