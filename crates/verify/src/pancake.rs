//! Replay of flips on a stack of pancakes, on a plain list of sizes.

use tilebench_core::Cost;

/// Replays `flips`, each the number of pancakes from the top that it flips, on the stack `start`, whose sizes are given from the
/// top, and returns their cost: 1 each, or if `is_heavy`, the size of the larger of the two pancakes at the ends of the
/// flipped part.
///
/// # Errors
///
/// One sentence, if a flip is not one of the stack, the stack at the end is not `goal`, or the cost exceeds 32 bits.
pub fn flip_cost(start: &str, goal: &str, flips: &[&str], is_heavy: bool) -> Result<Cost, String> {
    let mut stack: Vec<&str> = start.split_whitespace().collect();
    let size = |pancake: &str| pancake.parse::<u64>().map_err(|_| format!("'{pancake}' is not the size of a pancake"));
    let mut cost = 0;
    for (position, flip) in flips.iter().enumerate() {
        let refused = || format!("flip {} of '{flip}' pancakes is not one from 2 to {}", position + 1, stack.len());
        let count = flip.parse::<usize>().ok().filter(|count| (2..=stack.len()).contains(count)).ok_or_else(refused)?;
        let (top, rest) = stack.split_at(count);
        cost += if is_heavy { size(top[0])?.max(size(top[count - 1])?) } else { 1 };
        stack = top.iter().rev().chain(rest).copied().collect();
    }
    let end = stack.join(" ");
    if end != goal {
        return Err(format!("the flips, {} in all, end at {end}, which is not the goal {goal}", flips.len()));
    }
    Cost::try_from(cost).map_err(|_| format!("a cost of {cost} exceeds 32 bits"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flips_are_replayed_and_cost_1_each_or_the_larger_end() {
        assert_eq!(flip_cost("3 1 2", "1 2 3", &["3", "2"], false), Ok(2));
        assert_eq!(flip_cost("3 1 2", "1 2 3", &["3", "2"], true), Ok(3 + 2));
        assert_eq!(flip_cost("1 2 3", "1 2 3", &[], true), Ok(0));
    }

    #[test]
    fn an_error_names_the_flip_or_the_end() {
        let refused = |flips: &[&str]| flip_cost("2 3 1", "1 2 3", flips, false).unwrap_err();
        assert_eq!(refused(&["3", "4"]), "flip 2 of '4' pancakes is not one from 2 to 3");
        assert_eq!(refused(&["1"]), "flip 1 of '1' pancakes is not one from 2 to 3");
        assert_eq!(refused(&["x"]), "flip 1 of 'x' pancakes is not one from 2 to 3");
        assert_eq!(refused(&["2"]), "the flips, 1 in all, end at 3 2 1, which is not the goal 1 2 3");
    }
}
