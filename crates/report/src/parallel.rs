//! Work on the items of a list, or on two results, on all cores.

use std::num::NonZeroUsize;
use std::panic;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// The results of `work` for all `items`, in their order. If the system refuses a thread, the others do its work.
pub(crate) fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::with_capacity(items.len())));
    let take_items = || {
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(place) else { return };
            let result = work(item);
            done.lock().unwrap_or_else(PoisonError::into_inner).push((place, result));
        }
    };
    let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get).min(items.len());
    thread::scope(|scope| {
        for _ in 1..threads {
            let _ = thread::Builder::new().spawn_scoped(scope, take_items);
        }
        take_items();
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_unstable_by_key(|(place, _)| *place);
    done.into_iter().map(|(_, result)| result).collect()
}

/// The results of both functions, which work at the same time. If the system refuses a thread, they work one after the other.
pub(crate) fn join<A: Send, B>(first: impl FnOnce() -> A + Send, second: impl FnOnce() -> B) -> (A, B) {
    // A thread that is refused drops its function, so the function stays here.
    let first = Mutex::new(Some(first));
    let take_first = || {
        let first = first.lock().unwrap_or_else(PoisonError::into_inner).take();
        first.expect("it is called once")()
    };
    thread::scope(|scope| {
        let thread = thread::Builder::new().spawn_scoped(scope, take_first);
        let second = second();
        let first = match thread {
            Ok(thread) => thread.join().unwrap_or_else(|panicked| panic::resume_unwind(panicked)),
            Err(_) => take_first(),
        };
        (first, second)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_items() {
        let items: Vec<u32> = (0..1000).collect();
        assert_eq!(map(&items, |item| item * 2), items.iter().map(|item| item * 2).collect::<Vec<_>>());
        assert!(map(&[0; 0], |item| *item).is_empty());
    }

    #[test]
    fn both_results_are_joined() {
        let values = [1, 2, 3];
        assert_eq!(join(|| values.iter().sum::<i32>(), || values.len()), (6, 3));
    }
}
