//! The group of the least key, if the key of a group follows from its least f and its x.

use tilebench_core::Cost;

use super::search::Choice;
use crate::Group;
use crate::open::Tournament;

/// The groups by key, of equals by x.
#[derive(Debug)]
pub(super) struct LeastKey<K>(Tournament<(K, Cost)>);

impl<K: Ord + Copy> LeastKey<K> {
    pub(super) const fn new() -> Self {
        Self(Tournament::new())
    }

    /// The bytes held.
    pub(super) fn bytes(&self) -> u64 {
        self.0.bytes()
    }

    /// The group of the least key of f and x, with that key, after the keys of changed groups were computed.
    #[inline]
    pub(super) fn update(&mut self, choice: &Choice<'_>, key: impl Fn(Cost, Cost) -> K) -> Option<(usize, K)> {
        // A list that the system has no memory for ends the search by its own growth.
        assert!(self.0.reserve(choice.groups.len()), "there is memory for a key per group");
        for &at in choice.changed {
            self.set(at as usize, choice.groups[at as usize], &key);
        }
        self.0.first().map(|(at, (key, _))| (at, key))
    }

    /// The same if the keys of all groups changed.
    pub(super) fn rebuild(&mut self, choice: &Choice<'_>, key: impl Fn(Cost, Cost) -> K) -> Option<(usize, K)> {
        assert!(self.0.reserve(choice.groups.len()), "there is memory for a key per group");
        for (at, group) in choice.groups.iter().enumerate() {
            self.set(at, *group, &key);
        }
        self.0.first().map(|(at, (key, _))| (at, key))
    }

    #[inline]
    fn set(&mut self, at: usize, group: Group, key: &impl Fn(Cost, Cost) -> K) {
        self.0.set(at, group.f().map(|f| (key(f, group.x), group.x)));
    }
}
