//! The places of the ones in a row of bits.
//!
//! The end of a loop over the ones of each word cannot be predicted. Here each byte writes eight places, of which those of its ones are
//! kept.

/// By byte: the places of its ones, and then zeros.
static PLACES: [[u16; 8]; 256] = {
    let mut places = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut place, mut found) = (0, 0);
        while place < 8 {
            if byte >> place & 1 == 1 {
                places[byte][found] = place;
                found += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    places
};

/// By byte: the number of its ones.
static ONES: [u8; 256] = {
    let mut ones = [0; 256];
    let mut byte = 1;
    while byte < 256 {
        ones[byte] = ones[byte / 2] + if byte % 2 == 1 { 1 } else { 0 };
        byte += 1;
    }
    ones
};

/// The maximum number of places of a row.
const MAX_PLACES: usize = 1 << 16;

/// Memory for the places of the ones of one row.
#[derive(Debug)]
pub(super) struct BitList(Box<[u16; MAX_PLACES]>);

impl Default for BitList {
    fn default() -> Self {
        Self(vec![0; MAX_PLACES].try_into().expect("the lengths are equal"))
    }
}

impl BitList {
    /// The places of the ones, ascending, of fewer than 2^16 - 8 bits.
    #[inline]
    pub(super) fn of(&mut self, row: &[u64]) -> &[u16] {
        let mut found = 0;
        for (&word, first) in row.iter().zip((0..).step_by(64)) {
            if word == 0 {
                continue;
            }
            for (byte, first) in word.to_le_bytes().into_iter().zip((first..).step_by(8)) {
                let byte = usize::from(byte);
                let places = self.0[found..].first_chunk_mut().expect("a row has fewer bits than there are places");
                *places = PLACES[byte].map(|place: u16| place + first);
                found += usize::from(ONES[byte]);
            }
        }
        &self.0[..found]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_places_are_those_of_all_ones() {
        let mut list = BitList::default();
        for row in [vec![], vec![0], vec![u64::MAX; 630], vec![1, 0, 1 << 63, 0x0123_4567_89AB_CDEF]] {
            let ones = (0..row.len() * 64).filter(|place| row[place / 64] >> (place % 64) & 1 == 1);
            assert!(list.of(&row).iter().map(|place| usize::from(*place)).eq(ones));
        }
    }
}
