//! Checks the cost of a path, its length if every move costs 1, against the known least cost and the claim of the solver.

use tilebench_core::{Cost, Weight};

use crate::VerifyError;

/// The claim of a solver about the cost of the path that it found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CostClaim {
    /// No path costs less.
    Optimal,
    /// The cost is at most this weight times the least cost.
    Bounded(Weight),
    /// No path costs less than this.
    LowerBound(Cost),
    /// No claim.
    None,
}

/// Checks a cost against the least cost, if that is known, and against the lower bound that is claimed. The costs of two paths
/// between the same states differ by a multiple of `divisor`. It is 2 for tiles under every cost model: two paths move each
/// tile equally often, or an even number of times more.
///
/// # Errors
///
/// If the cost is impossible, or violates the claim.
pub fn check_cost(length: Cost, divisor: Cost, claim: CostClaim, optimal: Option<Cost>) -> Result<(), VerifyError> {
    if let CostClaim::LowerBound(bound) = claim
        && bound > optimal.unwrap_or(length)
    {
        return Err(VerifyError::BoundTooHigh { bound, optimal: optimal.unwrap_or(length) });
    }
    let Some(optimal) = optimal else { return Ok(()) };
    if length < optimal {
        return Err(VerifyError::BelowOptimal { length, optimal });
    }
    if !(length - optimal).is_multiple_of(divisor) {
        return Err(VerifyError::OddDifference { length, optimal });
    }
    match claim {
        CostClaim::Optimal if length != optimal => Err(VerifyError::NotOptimal { length, optimal }),
        CostClaim::Bounded(weight) if !weight.allows(length, optimal) => {
            Err(VerifyError::ExceedsWeight { length, optimal, weight })
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error_message(length: Cost, claim: CostClaim, optimal: Cost) -> String {
        check_cost(length, 2, claim, Some(optimal)).unwrap_err().to_string()
    }

    #[test]
    fn an_impossible_length_is_refused_with_every_claim() {
        assert_eq!(
            error_message(55, CostClaim::None, 57),
            "length 55 is below the known shortest, 57: one of the two is wrong"
        );
        assert_eq!(
            error_message(58, CostClaim::None, 57),
            "length 58 and the known shortest, 57, differ by an odd number: one of the two is wrong"
        );
    }

    #[test]
    fn a_violated_claim_is_refused_and_the_same_length_without_a_claim_is_accepted() {
        let weight: Weight = "1.5".parse().unwrap();
        assert_eq!(error_message(59, CostClaim::Optimal, 57), "length 59 is claimed to be shortest, but 57 is known");
        assert_eq!(
            error_message(87, CostClaim::Bounded(weight), 57),
            "length 87 is claimed to be within 1.5 times the shortest, but 57 is known"
        );
        assert_eq!(
            error_message(61, CostClaim::LowerBound(59), 57),
            "no path is claimed to cost less than 59, but one of 57 is known"
        );
        assert_eq!(
            check_cost(61, 2, CostClaim::LowerBound(63), None).unwrap_err().to_string(),
            "no path is claimed to cost less than 63, but one of 61 is known"
        );
        assert_eq!(check_cost(61, 2, CostClaim::LowerBound(57), Some(57)), Ok(()));
        assert_eq!(check_cost(61, 2, CostClaim::LowerBound(61), None), Ok(()));
        assert_eq!(check_cost(85, 2, CostClaim::Bounded(weight), Some(57)), Ok(()));
        assert_eq!(check_cost(57, 2, CostClaim::Optimal, Some(57)), Ok(()));
        assert_eq!(check_cost(87, 2, CostClaim::None, Some(57)), Ok(()));
    }

    #[test]
    fn a_cost_of_another_parity_is_accepted_if_the_divisor_is_1() {
        assert_eq!(check_cost(58, 1, CostClaim::None, Some(57)), Ok(()));
    }

    #[test]
    fn every_length_is_accepted_if_no_length_is_known() {
        assert_eq!(check_cost(1000, 2, CostClaim::Optimal, None), Ok(()));
    }
}
