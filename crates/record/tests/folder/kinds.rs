//! Anything but a regular file is refused at once: opening a FIFO would wait for its other end.

use std::os::unix::fs::symlink;
use std::process::Command;

use super::*;

#[test]
fn a_fifo_in_place_of_a_lock_a_record_or_a_manifest_is_refused_at_once() {
    for name in [".lock", ".writable", "runs.csv", "iterations.csv", "incumbents.csv", "manifest.json"] {
        let (_dir, path) = place();
        let folder = Folder::open_or_create(&path).unwrap();
        if name != "runs.csv" {
            folder.appender().unwrap().close().unwrap();
            let _ = fs::remove_file(path.join(name));
        }
        assert!(Command::new("mkfifo").arg(path.join(name)).status().unwrap().success());
        let error = match name {
            ".writable" => Folder::open_or_create(&path).unwrap_err(),
            "manifest.json" => folder.manifest().unwrap_err(),
            _ => folder.appender().unwrap_err(),
        };
        assert!(error.to_string().contains("it is a FIFO, not a regular file"), "{name}: {error}");
        assert!(!folder.is_being_written(), "{name}");
    }
}

#[test]
fn a_symbolic_link_in_place_of_a_lock_is_refused_and_its_target_stays() {
    let (dir, path) = place();
    let folder = Folder::open_or_create(&path).unwrap();
    let secret = dir.path().join("secret");
    fs::write(&secret, "mine").unwrap();
    symlink(&secret, path.join(".lock")).unwrap();
    let error = folder.appender().unwrap_err().to_string();
    assert!(error.ends_with("/.lock: it is a symbolic link, not a regular file"), "{error}");
    assert_eq!(fs::read_to_string(secret).unwrap(), "mine");
}

#[test]
fn a_fifo_beside_a_file_that_is_replaced_is_removed() {
    let (_dir, path) = place();
    let folder = Folder::open_or_create(&path).unwrap();
    assert!(Command::new("mkfifo").arg(path.join(".predictions.csv.new")).status().unwrap().success());
    folder.write_predictions(&[]).unwrap();
    assert_eq!(folder.predictions().unwrap(), []);
}
