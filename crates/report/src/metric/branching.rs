//! The effective branching factor.

/// Number of bisections after which the ends are equal in double precision.
const HALVINGS: usize = 64;

/// The b of the uniform tree of `generated` nodes, the start included, and depth `length`: 1 + b + ... + b^length. None
/// without a move.
///
/// *Reference*: Nilsson 1971; Russell and Norvig 2010, where N does not count the start and N + 1 = 1 + b + ... + b^d.
pub(crate) fn branching_factor(generated: u64, length: u32) -> Option<f64> {
    if length == 0 || generated == 0 {
        return None;
    }
    let (nodes, depth) = (generated as f64, f64::from(length));
    // b^length is one of the terms, so this is an upper bound on b.
    let (mut low, mut high) = (0.0, nodes.powf(1.0 / depth));
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if tree(middle, depth) < nodes {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(f64::midpoint(low, high))
}

/// 1 + b + ... + b^depth.
fn tree(b: f64, depth: f64) -> f64 {
    let above = b - 1.0;
    // Both are exact if b is near 1.
    if above.abs() < 1e-15 { depth + 1.0 } else { ((depth + 1.0) * above.ln_1p()).exp_m1() / above }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_factor_of_a_uniform_tree_is_its_own() {
        // 1 + 2 + ... + 2^10, 1 + 3 + 9 + 27, a path of 50 moves, and one move to one of 7 successors.
        for (generated, length, expected) in [(2047, 10, 2.0), (40, 3, 3.0), (51, 50, 1.0), (8, 1, 7.0)] {
            let found = branching_factor(generated, length).unwrap();
            assert!((found - expected).abs() < 1e-12, "{generated} nodes, {length} moves: {found}");
        }
    }

    #[test]
    fn the_textbook_example_has_its_published_figure() {
        // Russell and Norvig 2010: a solution at depth 5 with 52 nodes, the start not counted, is 1.92.
        assert!(branching_factor(53, 5).is_some_and(|b| (b - 1.92).abs() < 0.005));
    }

    #[test]
    fn fewer_nodes_than_moves_are_a_factor_below_one_and_no_move_is_none() {
        assert!(branching_factor(10, 50).is_some_and(|b| b > 0.0 && b < 1.0));
        assert_eq!((branching_factor(1, 0), branching_factor(0, 5)), (None, None));
    }
}
