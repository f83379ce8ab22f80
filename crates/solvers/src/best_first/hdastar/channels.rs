//! Batches of nodes between threads, and how threads learn that all work is done.

use core::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use tilebench_core::{BitPacked, Cost, Domain, Termination};

use super::NO_INCUMBENT;

/// The number of nodes of a full batch.
pub(super) const BATCH: usize = 64;

/// The number of batches that wait for a thread at most. A thread that sends to a full channel receives until there is space.
pub(super) const CAPACITY: usize = 32;

/// A node that is sent to the owner of its state.
pub(super) struct SentNode<D: BitPacked> {
    /// The mixed number of the state.
    pub(super) key: D::Code,
    pub(super) g: Cost,
    pub(super) h: Cost,
    pub(super) op: <D as Domain>::Op,
}

/// A message to a thread.
pub(super) enum Message<D: BitPacked> {
    /// Nodes whose states it owns.
    Nodes(Vec<SentNode<D>>),
    /// The search is over.
    Done,
}

/// The senders to all threads, by index.
pub(super) type Senders<D> = Vec<SyncSender<Message<D>>>;

/// The channels of a thread.
pub(super) struct Connection<D: BitPacked> {
    /// The index of the thread.
    pub(super) index: usize,
    pub(super) inbox: Receiver<Message<D>>,
    pub(super) senders: Senders<D>,
}

/// The connections of `threads` threads with each other.
pub(super) fn connect<D: BitPacked>(threads: usize) -> Vec<Connection<D>> {
    let (senders, inboxes): (Vec<_>, Vec<_>) = (0..threads).map(|_| sync_channel(CAPACITY)).unzip();
    let connection = |(index, inbox)| Connection { index, inbox, senders: Senders::clone(&senders) };
    inboxes.into_iter().enumerate().map(connection).collect()
}

/// The maximum number of bytes of the batches that wait for a thread, and of those that it fills; 0 for a single thread.
pub(super) fn bytes<D: BitPacked>(threads: usize) -> u64 {
    let batches = if threads == 1 { 0 } else { CAPACITY + threads };
    (batches * BATCH * size_of::<SentNode<D>>()) as u64
}

/// The data that all threads share.
#[derive(Debug)]
pub(super) struct Network {
    /// The number of busy threads and of batches that were not received. It is 0 only when no work is left: a batch is counted before
    /// it is sent by a busy thread, and a thread that waits takes over the count of the batch that it receives.
    pub(super) work: AtomicUsize,
    /// The cost of the best known path.
    incumbent: AtomicU32,
    is_halted: AtomicBool,
    stopped: Mutex<Option<Termination>>,
}

impl Network {
    /// Of `threads` threads, which are busy.
    pub(super) fn new(threads: usize) -> Self {
        Self {
            work: AtomicUsize::new(threads),
            incumbent: AtomicU32::new(NO_INCUMBENT),
            is_halted: AtomicBool::new(false),
            stopped: Mutex::new(None),
        }
    }

    /// Counts a batch that is about to be sent.
    pub(super) fn begin_work(&self) {
        self.work.fetch_add(1, Ordering::SeqCst);
    }

    /// Counts a batch that a busy thread received, or a thread that becomes idle; returns whether no work is left.
    pub(super) fn end_work(&self) -> bool {
        self.work.fetch_sub(1, Ordering::SeqCst) == 1
    }

    /// The cost of the best known path.
    pub(super) fn incumbent(&self) -> Cost {
        // A thread that sees an older cost only expands more nodes.
        self.incumbent.load(Ordering::Relaxed)
    }

    /// Lowers the cost of the best known path to `cost`.
    pub(super) fn offer(&self, cost: Cost) {
        self.incumbent.fetch_min(cost, Ordering::SeqCst);
    }

    pub(super) fn is_halted(&self) -> bool {
        self.is_halted.load(Ordering::SeqCst)
    }

    /// Ends the search of all threads.
    pub(super) fn halt<D: BitPacked>(&self, senders: &Senders<D>) {
        self.is_halted.store(true, Ordering::SeqCst);
        for sender in senders {
            // A thread looks at the flag, too; the message only wakes it at once.
            let _ = sender.try_send(Message::Done);
        }
    }

    /// Ends the search of all threads for this reason. The first reason is kept.
    pub(super) fn stop<D: BitPacked>(&self, end: Termination, senders: &Senders<D>) {
        let mut stopped = self.stopped.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        stopped.get_or_insert(end);
        drop(stopped);
        self.halt(senders);
    }

    /// The reason why the search was stopped, if it was.
    pub(super) fn stopped(&self) -> Option<Termination> {
        *self.stopped.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}
