//! The checksum of a table, on all cores.
//!
//! BLAKE3 is a tree: the bytes are cut into pieces that are subtrees of it, threads of our own hash
//! the pieces, and their results are merged to the hash that one thread would compute. The rayon
//! support of the crate `blake3` is not used: a worker of a pool that waits takes other work, which may
//! wait for the table that is being checked.

use std::sync::{Mutex, PoisonError};
use std::thread;

use blake3::hazmat::{ChainingValue, HasherExt, Mode, merge_subtrees_non_root, merge_subtrees_root};
use blake3::{Hash, Hasher};

/// The length of a piece; the last may be shorter. A power of two, hence a subtree.
const PIECE: usize = 1 << 20;

/// The BLAKE3 hash of `bytes`.
pub(super) fn table_hash(bytes: &[u8]) -> Hash {
    if bytes.len() <= PIECE {
        return blake3::hash(bytes);
    }
    let pieces = pieces(bytes);
    let (left, right) = halves(&pieces);
    merge_subtrees_root(&merge(left), &merge(right), Mode::Hash)
}

/// The hash of each piece.
fn pieces(bytes: &[u8]) -> Vec<ChainingValue> {
    let mut values = vec![ChainingValue::default(); bytes.len().div_ceil(PIECE)];
    let queue = Mutex::new(bytes.chunks(PIECE).zip(&mut values).zip((0..).step_by(PIECE)));
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work = || {
        while let Some(((piece, value), offset)) = next() {
            *value = Hasher::new().set_input_offset(offset).update(piece).finalize_non_root();
        }
    };
    thread::scope(|scope| {
        for _ in 1..thread::available_parallelism().map_or(1, usize::from) {
            // If the system refuses a thread, the others do its work.
            let _ = thread::Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
    values
}

/// The hash of the subtree over `pieces`.
fn merge(pieces: &[ChainingValue]) -> ChainingValue {
    if let [only] = pieces {
        return *only;
    }
    let (left, right) = halves(pieces);
    merge_subtrees_non_root(&merge(left), &merge(right), Mode::Hash)
}

/// The left and right children of a subtree of more than one piece. The left child has the largest power of two of
/// pieces that leaves at least one for the right child.
fn halves(pieces: &[ChainingValue]) -> (&[ChainingValue], &[ChainingValue]) {
    pieces.split_at(pieces.len().div_ceil(2).next_power_of_two())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_equals_that_of_one_thread_at_every_number_of_pieces() {
        let words = (1_u64..).map(|word| word.wrapping_mul(0x9E37_79B9_7F4A_7C15).to_le_bytes());
        let bytes: Vec<u8> = words.flatten().take(10 * PIECE).collect();
        for pieces in 0..=9 {
            for more in [0, 1, 1023, 1024, 1025, 4999] {
                let bytes = &bytes[..pieces * PIECE + more];
                assert_eq!(table_hash(bytes), blake3::hash(bytes), "{} bytes", bytes.len());
            }
        }
    }
}
