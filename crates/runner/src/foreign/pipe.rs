//! Reading what a program writes, up to a bound, by threads: it must neither wait for us nor fill our memory.

use std::io::Read;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tilebench_sanitize::message::escaped;
use tilebench_sanitize::threads::{self, NoThread};

/// As much of standard error as is kept.
pub(super) const LAST_WORDS: usize = 500;

/// How long the pipes of a program that has ended are read on: what it started may hold them open.
const LINGER: Duration = Duration::from_millis(250);

/// What is read from a pipe by a thread.
pub(super) struct Pipe {
    shared: Arc<Shared>,
    reader: JoinHandle<()>,
}

#[derive(Default)]
struct Shared {
    bytes: Mutex<Vec<u8>>,
    full: AtomicBool,
}

impl Pipe {
    /// Reads to the end or until there are more than `most` bytes.
    ///
    /// # Errors
    ///
    /// If the system has no thread for it.
    pub(super) fn read(pipe: Option<impl Read + Send + 'static>, most: usize) -> Result<Self, NoThread> {
        let shared = Arc::new(Shared::default());
        let reader = threads::spawn("that reads what a program prints", {
            let shared = Arc::clone(&shared);
            move || {
                let Some(mut pipe) = pipe else { return };
                let mut block = vec![0; 1 << 16];
                while let Ok(count @ 1..) = pipe.read(&mut block) {
                    let mut bytes = shared.bytes.lock().unwrap_or_else(PoisonError::into_inner);
                    let room = most - bytes.len();
                    bytes.extend_from_slice(&block[..count.min(room)]);
                    if count > room {
                        shared.full.store(true, Ordering::Relaxed);
                        return;
                    }
                    // Of what has no limit only the end is asked for.
                    if most == usize::MAX && bytes.len() > 8 * LAST_WORDS {
                        let old = bytes.len() - 4 * LAST_WORDS;
                        bytes.drain(..old);
                    }
                }
            }
        })?;
        Ok(Self { shared, reader })
    }

    pub(super) fn is_full(&self) -> bool {
        self.shared.full.load(Ordering::Relaxed)
    }

    /// Waits until all is read, but not for long.
    pub(super) fn drain(&self) {
        let begun = Instant::now();
        while !self.reader.is_finished() && begun.elapsed() < LINGER {
            thread::sleep(Duration::from_micros(200));
        }
    }

    pub(super) fn bytes(&self) -> Vec<u8> {
        self.shared.bytes.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// The end of `text` as one line.
pub(super) fn last_words(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let start = line.char_indices().rev().nth(LAST_WORDS - 1).map_or(0, |(at, _)| at);
    escaped(&line[start..]).to_string()
}
