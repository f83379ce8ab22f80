//! Checks a length against the known length of the board and the claim of the solver.

use tilebench_core::{Cost, Weight};

use crate::Refusal;

/// The claim of a solver about the length it found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// No path is shorter.
    Optimal,
    /// The length is at most this weight times the shortest.
    Bounded(Weight),
    /// Nothing.
    Nothing,
}

/// Checks `length` against the shortest length, if that is known.
///
/// # Errors
///
/// If the length is impossible, or breaks the claim.
pub fn check_length(length: Cost, claim: Claim, optimal: Option<Cost>) -> Result<(), Refusal> {
    let Some(optimal) = optimal else { return Ok(()) };
    if length < optimal {
        return Err(Refusal::BelowOptimal { length, optimal });
    }
    if !(length - optimal).is_multiple_of(2) {
        return Err(Refusal::OddDifference { length, optimal });
    }
    match claim {
        Claim::Optimal if length != optimal => Err(Refusal::NotOptimal { length, optimal }),
        Claim::Bounded(weight) if !weight.allows(length, optimal) => {
            Err(Refusal::BeyondWeight { length, optimal, weight })
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(length: Cost, claim: Claim, optimal: Cost) -> String {
        check_length(length, claim, Some(optimal)).unwrap_err().to_string()
    }

    #[test]
    fn a_length_that_no_path_can_have_is_refused_whatever_is_claimed() {
        assert_eq!(
            refusal(55, Claim::Nothing, 57),
            "length 55 is below the known shortest, 57: one of the two is wrong"
        );
        assert_eq!(
            refusal(58, Claim::Nothing, 57),
            "length 58 and the known shortest, 57, differ by an odd number: one of the two is wrong"
        );
    }

    #[test]
    fn a_broken_claim_is_refused_and_the_same_length_without_it_is_not() {
        let weight: Weight = "1.5".parse().unwrap();
        assert_eq!(refusal(59, Claim::Optimal, 57), "length 59 is claimed to be shortest, but 57 is known");
        assert_eq!(
            refusal(87, Claim::Bounded(weight), 57),
            "length 87 is claimed to be within 1.5 times the shortest, but 57 is known"
        );
        assert_eq!(check_length(85, Claim::Bounded(weight), Some(57)), Ok(()));
        assert_eq!(check_length(57, Claim::Optimal, Some(57)), Ok(()));
        assert_eq!(check_length(87, Claim::Nothing, Some(57)), Ok(()));
    }

    #[test]
    fn nothing_is_refused_where_nothing_is_known() {
        assert_eq!(check_length(1000, Claim::Optimal, None), Ok(()));
    }
}
