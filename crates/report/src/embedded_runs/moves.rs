//! Moves packed three per character.

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// `moves`, two bits per move (U, L, R, D are 0, 1, 2, 3), the first move in the lowest bits of the first character, after
/// a digit that states the number of moves in the last character. A text that does not consist of moves is kept, after a
/// `?`.
pub(super) fn pack(moves: &str) -> String {
    if moves.is_empty() { String::new() } else { packed(moves).unwrap_or_else(|| format!("?{moves}")) }
}

fn packed(moves: &str) -> Option<String> {
    let mut packed = String::with_capacity(2 + moves.len() / 3);
    packed.push(char::from(b'1' + u8::try_from((moves.len() - 1) % 3).ok()?));
    for three in moves.as_bytes().chunks(3) {
        let mut bits = 0;
        for letter in three.iter().rev() {
            bits = bits << 2 | b"ULRD".iter().position(|known| known == letter)?;
        }
        packed.push(char::from(*DIGITS.get(bits)?));
    }
    Some(packed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_moves_are_one_character() {
        for (moves, packed) in
            [("", ""), ("U", "1A"), ("D", "1D"), ("UD", "2M"), ("ULR", "3k"), ("DDD", "3_"), ("DDDL", "1_B")]
        {
            assert_eq!(pack(moves), packed, "{moves}");
        }
        assert_eq!(pack("up"), "?up");
        assert_eq!(pack("ÜL"), "?ÜL");
    }
}
