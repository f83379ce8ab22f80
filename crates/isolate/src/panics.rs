//! Catching a panic as a message.

use std::any::Any;
use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::path::Path;
use std::sync::Once;

thread_local! {
    /// `Some` while this thread is in [`catch`]; the message of the panic that happened there.
    static CAUGHT: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Runs `work`, and returns the message of a panic instead of printing it.
///
/// # Errors
///
/// If `work` panics.
pub fn catch<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    install();
    CAUGHT.set(Some(String::new()));
    // State that `work` left inconsistent is its own, and is dropped with it.
    let done = panic::catch_unwind(AssertUnwindSafe(work));
    let message = CAUGHT.take().unwrap_or_default();
    done.map_err(|payload| {
        // A panic of another thread, which a pool resumes here without the hook.
        if message.is_empty() { format!("panicked: {}", one_line(payload_as_str(&*payload))) } else { message }
    })
}

/// The message of a payload; `None` if it is not a text.
fn payload_as_str(payload: &(dyn Any + Send)) -> Option<&str> {
    payload.downcast_ref::<&str>().copied().or_else(|| payload.downcast_ref::<String>().map(String::as_str))
}

/// The message of a panic in one line.
fn one_line(message: Option<&str>) -> String {
    message.unwrap_or("a panic without a message").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Installs a hook before the existing one, which handles panics inside [`catch`] only.
fn install() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let outer = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let inside = CAUGHT.with_borrow_mut(|caught| caught.as_mut().map(|message| *message = describe(info)));
            if inside.is_none() {
                outer(info);
            }
        }));
    });
}

/// The message in one line, with the source location if that is a path of this workspace.
fn describe(info: &PanicHookInfo<'_>) -> String {
    let message = one_line(info.payload_as_str());
    match info.location() {
        Some(place) if Path::new(place.file()).is_relative() => {
            format!("panicked at {}:{}: {message}", place.file(), place.line())
        }
        _ => format!("panicked: {message}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_of_another_thread_that_is_resumed_becomes_its_message() {
        let resumed = || {
            let payload = std::thread::spawn(|| panic!("tile {}\nis missing", 7)).join().unwrap_err();
            panic::resume_unwind(payload)
        };
        assert_eq!(catch::<()>(resumed), Err("panicked: tile 7 is missing".to_owned()));
    }

    #[test]
    fn a_panic_becomes_its_message_and_its_place() {
        let message = catch(|| panic!("tile {}\nis missing", 7)).unwrap_err();
        assert!(message.starts_with("panicked at "), "{message}");
        assert!(message.ends_with(": tile 7 is missing"), "{message}");
        assert_eq!(catch(|| 3), Ok(3));
    }
}
