//! Opening regular files only.
//!
//! Opening a FIFO waits for its other end, and reading a device may never end. So files are opened without
//! blocking, and anything but a regular file is refused. Files that belong to this program (locks, records, manifests
//! and tables) may not be symbolic links either, since only the program names them.

use std::fs::{File, FileType, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// Opens a file that belongs to this program, with `options`.
///
/// # Errors
///
/// If the system refuses, or `path` is not a regular file. A symbolic link is not followed.
pub fn open_program_file(path: &Path, options: &OpenOptions) -> io::Result<File> {
    open(path, options, no_follow())
}

/// Opens a file that a user names, for reading.
///
/// # Errors
///
/// If the system refuses, or `path`, or the target of its symbolic links, is not a regular file.
pub fn open_user_file(path: &Path) -> io::Result<File> {
    open(path, OpenOptions::new().read(true), 0)
}

/// Reads the text of a file that a user names.
///
/// # Errors
///
/// As [`open_user_file`], or if the file is not UTF-8.
pub fn read_user_file(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    open_user_file(path)?.read_to_string(&mut text)?;
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
    let opened = nonblocking(options, flags).open(path);
    let kind = match &opened {
        Ok(file) => file.metadata()?.file_type(),
        // The system's error for a symbolic link or a FIFO is not helpful.
        Err(_) if flags != 0 => match path.symlink_metadata() {
            Ok(found) => found.file_type(),
            Err(_) => return opened,
        },
        Err(_) => return opened,
    };
    if kind.is_file() { opened } else { Err(io::Error::new(ErrorKind::InvalidInput, refusal_message(kind))) }
}

#[cfg(unix)]
fn nonblocking(options: &OpenOptions, flags: i32) -> OpenOptions {
    use std::os::unix::fs::OpenOptionsExt;
    let mut options = options.clone();
    options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed() | flags);
    options
}

#[cfg(not(unix))]
fn nonblocking(options: &OpenOptions, _: i32) -> OpenOptions {
    options.clone()
}

fn refusal_message(kind: FileType) -> String {
    format!("it is {}, not a regular file", kind_name(kind))
}

#[cfg(unix)]
fn kind_name(kind: FileType) -> &'static str {
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
fn kind_name(kind: FileType) -> &'static str {
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
    fn fifos_devices_and_folders_are_refused_without_blocking() {
        let folder = tempfile::tempdir().unwrap();
        let fifo = folder.path().join("fifo");
        assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
        let message = "it is a FIFO, not a regular file";
        for options in [OpenOptions::new().read(true), OpenOptions::new().append(true).create(true)] {
            assert_eq!(refusal(open_program_file(&fifo, options)), message);
        }
        assert_eq!(refusal(open_user_file(&fifo)), message);
        assert_eq!(refusal(open_user_file(Path::new("/dev/zero"))), "it is a device, not a regular file");
        assert_eq!(refusal(open_user_file(folder.path())), "it is a folder, not a regular file");
    }

    #[test]
    fn symbolic_links_are_followed_only_in_paths_named_by_a_user() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "text").unwrap();
        symlink(&file, &link).unwrap();
        assert_eq!(read_user_file(&link).unwrap(), "text");
        let message = "it is a symbolic link, not a regular file";
        assert_eq!(refusal(open_program_file(&link, OpenOptions::new().read(true))), message);
        assert_eq!(refusal(open_program_file(&link, OpenOptions::new().write(true).create(true))), message);
    }

    #[test]
    fn a_missing_file_is_reported_as_not_found() {
        let folder = tempfile::tempdir().unwrap();
        let error = open_program_file(&folder.path().join("none"), OpenOptions::new().read(true)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NotFound);
    }
}
