//! Checks a length against the known optimal length and the claim of the solver.

use tilebench_core::{Cost, Weight};

use crate::VerifyError;

/// The claim of a solver about the length that it found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LengthClaim {
    /// No path is shorter.
    Optimal,
    /// The length is at most this weight times the shortest length.
    Bounded(Weight),
    /// No path costs less than this.
    LowerBound(Cost),
    /// No claim.
    None,
}

/// Checks `length` against the shortest length, if the shortest length is known, and against the lower bound that is claimed.
///
/// # Errors
///
/// If the length is impossible, or violates the claim.
pub fn check_length(length: Cost, claim: LengthClaim, optimal: Option<Cost>) -> Result<(), VerifyError> {
    if let LengthClaim::LowerBound(bound) = claim
        && bound > optimal.unwrap_or(length)
    {
        return Err(VerifyError::BoundTooHigh { bound, optimal: optimal.unwrap_or(length) });
    }
    let Some(optimal) = optimal else { return Ok(()) };
    if length < optimal {
        return Err(VerifyError::BelowOptimal { length, optimal });
    }
    if !(length - optimal).is_multiple_of(2) {
        return Err(VerifyError::OddDifference { length, optimal });
    }
    match claim {
        LengthClaim::Optimal if length != optimal => Err(VerifyError::NotOptimal { length, optimal }),
        LengthClaim::Bounded(weight) if !weight.allows(length, optimal) => {
            Err(VerifyError::ExceedsWeight { length, optimal, weight })
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error_message(length: Cost, claim: LengthClaim, optimal: Cost) -> String {
        check_length(length, claim, Some(optimal)).unwrap_err().to_string()
    }

    #[test]
    fn an_impossible_length_is_refused_with_every_claim() {
        assert_eq!(
            error_message(55, LengthClaim::None, 57),
            "length 55 is below the known shortest, 57: one of the two is wrong"
        );
        assert_eq!(
            error_message(58, LengthClaim::None, 57),
            "length 58 and the known shortest, 57, differ by an odd number: one of the two is wrong"
        );
    }

    #[test]
    fn a_violated_claim_is_refused_and_the_same_length_without_a_claim_is_accepted() {
        let weight: Weight = "1.5".parse().unwrap();
        assert_eq!(error_message(59, LengthClaim::Optimal, 57), "length 59 is claimed to be shortest, but 57 is known");
        assert_eq!(
            error_message(87, LengthClaim::Bounded(weight), 57),
            "length 87 is claimed to be within 1.5 times the shortest, but 57 is known"
        );
        assert_eq!(
            error_message(61, LengthClaim::LowerBound(59), 57),
            "no path is claimed to be shorter than 59, but 57 is known"
        );
        assert_eq!(
            check_length(61, LengthClaim::LowerBound(63), None).unwrap_err().to_string(),
            "no path is claimed to be shorter than 63, but 61 is known"
        );
        assert_eq!(check_length(61, LengthClaim::LowerBound(57), Some(57)), Ok(()));
        assert_eq!(check_length(61, LengthClaim::LowerBound(61), None), Ok(()));
        assert_eq!(check_length(85, LengthClaim::Bounded(weight), Some(57)), Ok(()));
        assert_eq!(check_length(57, LengthClaim::Optimal, Some(57)), Ok(()));
        assert_eq!(check_length(87, LengthClaim::None, Some(57)), Ok(()));
    }

    #[test]
    fn every_length_is_accepted_if_no_length_is_known() {
        assert_eq!(check_length(1000, LengthClaim::Optimal, None), Ok(()));
    }
}
