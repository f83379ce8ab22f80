//! The path of a search that knows by which operator each state was reached.

/// The operators from `start` to `goal`, read backwards: `arrival` returns the last operator on the path to a state, and the state
/// before it.
pub fn trace<S: Copy + PartialEq, Op>(start: S, goal: S, arrival: impl Fn(S) -> (Op, S)) -> Vec<Op> {
    let mut path = Vec::new();
    let mut state = goal;
    while state != start {
        let (op, before) = arrival(state);
        path.push(op);
        state = before;
    }
    path.reverse();
    path
}

#[cfg(test)]
mod tests {
    use super::trace;

    #[test]
    fn the_operators_are_in_the_order_of_the_path() {
        assert_eq!(trace(3, 7, |number| (number - 1, number - 1)), [3, 4, 5, 6]);
        assert_eq!(trace(3, 3, |number| (number, number)), []);
    }
}
