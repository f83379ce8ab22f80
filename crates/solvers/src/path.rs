//! Reconstructing the path of a search that stores the last operator of each state.

/// The operators from `start` to `goal`. `parent` returns the last operator of the path to a state, and the state before it.
pub fn reconstruct_path<S: Copy + PartialEq, Op>(start: S, goal: S, parent: impl Fn(S) -> (Op, S)) -> Vec<Op> {
    let mut path = Vec::new();
    let mut state = goal;
    while state != start {
        let (op, before) = parent(state);
        path.push(op);
        state = before;
    }
    path.reverse();
    path
}

#[cfg(test)]
mod tests {
    use super::reconstruct_path;

    #[test]
    fn the_operators_are_in_the_order_of_the_path() {
        assert_eq!(reconstruct_path(3, 7, |number| (number - 1, number - 1)), [3, 4, 5, 6]);
        assert_eq!(reconstruct_path(3, 3, |number| (number, number)), []);
    }
}
