//! Reading a program's output by threads and up to a maximum, so that it neither blocks nor fills this process's memory.

use std::io::Read;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use tilebench_sanitize::threads::{self, SpawnError};

use crate::stderr_tail::MAX_TAIL;

/// How long the pipes of an ended program are still read: a process that it started may hold them open.
const DRAIN_TIMEOUT: Duration = Duration::from_millis(250);

/// A pipe that a thread reads.
pub(super) struct Pipe {
    state: Arc<PipeState>,
    reader: JoinHandle<()>,
}

/// The time by which a number of lines had arrived.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Arrival {
    /// The number of complete lines.
    pub lines: u64,
    /// Wall-clock seconds since the start of the program.
    pub wall_s: f64,
}

/// The maximum number of recorded arrivals; the last one then has the time of the last line.
const MAX_ARRIVALS: usize = 1 << 16;

#[derive(Default)]
struct PipeState {
    bytes: Mutex<Vec<u8>>,
    arrivals: Mutex<Vec<Arrival>>,
    full: AtomicBool,
}

impl Pipe {
    /// Reads to the end or to `max` bytes, with the arrivals of lines since `begun`.
    ///
    /// # Errors
    ///
    /// If the system refuses a thread.
    pub(super) fn read(
        pipe: Option<impl Read + Send + 'static>,
        max: usize,
        begun: Instant,
    ) -> Result<Self, SpawnError> {
        let state = Arc::new(PipeState::default());
        let reader = threads::spawn("that reads the output of a program", {
            let state = Arc::clone(&state);
            move || {
                let Some(mut pipe) = pipe else { return };
                let mut block = vec![0; 1 << 16];
                let mut lines = 0;
                while let Ok(count @ 1..) = pipe.read(&mut block) {
                    let new = block[..count].split(|&byte| byte == b'\n').count() as u64 - 1;
                    if new > 0 {
                        lines += new;
                        let mut arrivals = state.arrivals.lock().unwrap_or_else(PoisonError::into_inner);
                        arrivals.truncate(MAX_ARRIVALS - 1);
                        arrivals.push(Arrival { lines, wall_s: begun.elapsed().as_secs_f64() });
                    }
                    let mut bytes = state.bytes.lock().unwrap_or_else(PoisonError::into_inner);
                    let left = max - bytes.len();
                    bytes.extend_from_slice(&block[..count.min(left)]);
                    if count > left {
                        state.full.store(true, Ordering::Relaxed);
                        return;
                    }
                    // Without a maximum, only the tail is needed.
                    if max == usize::MAX && bytes.len() > 8 * MAX_TAIL {
                        let old = bytes.len() - 4 * MAX_TAIL;
                        bytes.drain(..old);
                    }
                }
            }
        })?;
        Ok(Self { state, reader })
    }

    /// Whether there was more than the maximum.
    pub(super) fn is_full(&self) -> bool {
        self.state.full.load(Ordering::Relaxed)
    }

    /// Waits briefly until everything is read.
    pub(super) fn drain(&self) {
        let start = Instant::now();
        while !self.reader.is_finished() && start.elapsed() < DRAIN_TIMEOUT {
            thread::sleep(Duration::from_micros(200));
        }
    }

    /// The arrivals of the lines read so far.
    pub(super) fn arrivals(&self) -> Vec<Arrival> {
        self.state.arrivals.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The bytes read so far.
    pub(super) fn bytes(&self) -> Vec<u8> {
        self.state.bytes.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
