//! Bitmaps in words: single bits, and ranges that begin at any bit.

const BITS: usize = u64::BITS as usize;

/// Sets one bit.
#[inline]
pub(crate) fn set(map: &mut [u64], bit: usize) {
    map[bit / BITS] |= 1 << (bit % BITS);
}

/// Calls `each` with the bits that are set among the `len` bits from `start`, counted from `start`.
#[inline]
pub(crate) fn for_each_set(map: &[u64], start: usize, len: usize, mut each: impl FnMut(usize)) {
    let (first, end) = (start / BITS, start + len);
    for (word, &bits) in map[first..end.div_ceil(BITS)].iter().enumerate() {
        if bits == 0 {
            continue;
        }
        let base = (first + word) * BITS;
        let mut left = bits;
        if base < start {
            left &= u64::MAX << (start - base);
        }
        if base + BITS > end {
            left &= u64::MAX >> (base + BITS - end);
        }
        while left != 0 {
            each(base + left.trailing_zeros() as usize - start);
            left &= left - 1;
        }
    }
}

/// Sets in `to`, from bit `target`, the bits that are set in the `len` bits of `from` from bit `source`.
#[inline]
pub(crate) fn or_range(to: &mut [u64], target: usize, from: &[u64], source: usize, len: usize) {
    let mut done = 0;
    while done < len {
        let count = (len - done).min(BITS);
        let bits = word_at(from, source + done) & (u64::MAX >> (BITS - count));
        if bits != 0 {
            let (word, shift) = ((target + done) / BITS, (target + done) % BITS);
            to[word] |= bits << shift;
            if shift + count > BITS {
                to[word + 1] |= bits >> (BITS - shift);
            }
        }
        done += count;
    }
}

/// The 64 bits from bit `start`, with zeros beyond the end.
#[inline]
fn word_at(map: &[u64], start: usize) -> u64 {
    let (word, shift) = (start / BITS, start % BITS);
    let low = map[word] >> shift;
    match map.get(word + 1) {
        Some(high) if shift > 0 => low | high << (BITS - shift),
        _ => low,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn ranges_are_copied_and_iterated_like_single_bits(
            map in proptest::collection::vec(any::<u64>(), 1..6),
            (start, len, target) in (0..384_usize, 0..384_usize, 0..384_usize),
        ) {
            let all = map.len() * BITS;
            let start = start % all;
            let len = len % (all - start + 1);
            let target = target % (all - len + 1);
            let plain: Vec<usize> = (0..len).filter(|at| map[(start + at) / BITS] >> ((start + at) % BITS) & 1 == 1).collect();
            let mut walked = Vec::new();
            for_each_set(&map, start, len, |bit| walked.push(bit));
            prop_assert_eq!(&walked, &plain);
            let (mut by_bits, mut by_range) = (vec![0; map.len()], vec![0; map.len()]);
            for at in &plain {
                set(&mut by_bits, target + at);
            }
            or_range(&mut by_range, target, &map, start, len);
            prop_assert_eq!(by_range, by_bits);
        }
    }
}
