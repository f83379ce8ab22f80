//! The shortest known lengths of instances, and claims that they refute.

use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;

use crate::Proof;

/// The tolerance for rounding of a product of a weight and a length.
const ROUNDING: f64 = 1e-9;

/// The shortest known length of each instance; `K` identifies an instance.
#[derive(Clone, Debug)]
pub struct ShortestLengths<K> {
    lengths: HashMap<K, u32>,
}

/// A claim that a known length refutes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RefutedClaim {
    /// The length that was claimed to be within its bound.
    pub length: u32,
    /// The shortest known length.
    pub shortest: u32,
    /// The claimed bound as a factor of the shortest length: 1 for a shortest path.
    pub weight: f64,
}

impl<K> Default for ShortestLengths<K> {
    fn default() -> Self {
        Self { lengths: HashMap::new() }
    }
}

impl<K: Eq + Hash> ShortestLengths<K> {
    /// Adds a path of `length` for the instance.
    pub fn add(&mut self, instance: K, length: u32) {
        let known = self.lengths.entry(instance).or_insert(length);
        *known = length.min(*known);
    }

    /// The shortest known length of the instance.
    pub fn get(&self, instance: &K) -> Option<u32> {
        self.lengths.get(instance).copied()
    }

    /// Checks the claim of a `proof` about a `length` against the shortest known length of the instance; `weight`
    /// is the bound of [`Proof::Bounded`]. A length without a claim is not refuted.
    pub fn refute(&self, instance: &K, length: u32, proof: Proof, weight: Option<f64>) -> Option<RefutedClaim> {
        let weight = match proof {
            Proof::Optimal => 1.0,
            Proof::Bounded => weight?,
            Proof::None => return None,
        };
        let shortest = self.get(instance)?;
        let is_within = f64::from(length) <= weight * f64::from(shortest) * (1.0 + ROUNDING);
        (!is_within).then_some(RefutedClaim { length, shortest, weight })
    }
}

impl fmt::Display for RefutedClaim {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { length, shortest, weight } = self;
        if *weight > 1.0 {
            write!(out, "length {length} is claimed to be within {weight} times the shortest")?;
        } else {
            write!(out, "length {length} is claimed to be shortest")?;
        }
        write!(out, ", but another run of the folder found {shortest}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_is_refuted_by_the_shortest_length() {
        let mut shortest = ShortestLengths::default();
        for length in [52, 50, 54] {
            shortest.add("a", length);
        }
        assert_eq!(shortest.get(&"a"), Some(50));
        let refute = |length, proof, weight| shortest.refute(&"a", length, proof, weight);
        assert_eq!(refute(50, Proof::Optimal, None), None);
        let refuted = refute(52, Proof::Optimal, Some(1.5)).unwrap();
        assert_eq!(refuted.to_string(), "length 52 is claimed to be shortest, but another run of the folder found 50");
        assert_eq!(refute(75, Proof::Bounded, Some(1.5)), None);
        let refuted = refute(76, Proof::Bounded, Some(1.5)).unwrap();
        assert_eq!(
            refuted.to_string(),
            "length 76 is claimed to be within 1.5 times the shortest, but another run of the folder found 50"
        );
        assert_eq!(refute(500, Proof::None, Some(1.5)), None);
        assert_eq!(shortest.refute(&"b", 500, Proof::Optimal, None), None);
    }
}
