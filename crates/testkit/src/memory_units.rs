//! A store of work units in memory, which fails on request as if the process were killed.

use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tilebench_core::{ChunkCounts, Cost, NextUnit, UnitPart, UnitParts, UnitPlan, UnitSizes, UnitSplit, UnitStore};

/// Work units in memory.
#[derive(Debug)]
pub struct MemoryUnits {
    sizes: UnitSizes,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    threshold: Cost,
    iterations: BTreeMap<Cost, UnitParts>,
    taken: BTreeSet<u64>,
    /// The number of parts that can still be recorded.
    records_left: u64,
    /// The number of parts that were recorded.
    recorded: u64,
}

impl MemoryUnits {
    /// An empty store that cuts every iteration after the first by `sizes`.
    #[must_use]
    pub fn new(sizes: UnitSizes) -> Self {
        Self { sizes, state: Mutex::default() }
    }

    /// Begins a process that dies when it has recorded `records` parts; all units that are not finished are free again.
    pub fn begin_process(&self, records: u64) {
        let mut state = self.state();
        state.taken.clear();
        state.records_left = records;
    }

    /// The number of parts that were recorded.
    #[must_use]
    pub fn recorded(&self) -> u64 {
        self.state().recorded
    }

    /// The nodes that were generated below the finished roots of all iterations.
    #[must_use]
    pub fn generated(&self) -> u64 {
        self.state().iterations.values().map(|parts| parts.counts().generated).sum()
    }

    /// The number of units of the largest iteration.
    #[must_use]
    pub fn max_units(&self) -> u64 {
        self.state().iterations.values().map(|parts| parts.split().units()).max().unwrap_or(0)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn parts(&mut self) -> &mut UnitParts {
        self.iterations.get_mut(&self.threshold).expect("the iteration was split")
    }
}

impl UnitStore for MemoryUnits {
    fn begin(&self, threshold: Cost, last: u64) -> Result<UnitPlan, ErrorKind> {
        let mut state = self.state();
        state.threshold = threshold;
        Ok(match state.iterations.get(&threshold) {
            Some(parts) => UnitPlan::Begun(parts.split(), self.sizes),
            None if last == 0 => UnitPlan::Whole,
            None => UnitPlan::New(self.sizes),
        })
    }

    fn split(&self, proposed: UnitSplit) -> Result<UnitSplit, ErrorKind> {
        let mut state = self.state();
        state.taken.clear();
        let threshold = state.threshold;
        Ok(state.iterations.entry(threshold).or_insert_with(|| UnitParts::new(proposed)).split())
    }

    fn take(&self) -> Result<NextUnit, ErrorKind> {
        let state = &mut *self.state();
        let parts = &state.iterations[&state.threshold];
        let free = |unit: &u64| !state.taken.contains(unit) && parts.rest(*unit).is_some();
        let Some(unit) = (0..parts.split().units()).find(free) else { return Ok(NextUnit::Nothing) };
        let (first, end) = parts.rest(unit).expect("it is free");
        state.taken.insert(unit);
        Ok(NextUnit::Roots { first, end })
    }

    fn record(&self, part: UnitPart) -> Result<bool, ErrorKind> {
        let mut state = self.state();
        state.records_left = state.records_left.checked_sub(1).ok_or(ErrorKind::BrokenPipe)?;
        state.recorded += 1;
        state.parts().add(part);
        Ok(state.parts().is_needed(part.end))
    }

    fn finished(&self) -> Result<Vec<UnitPart>, ErrorKind> {
        Ok(self.state().parts().finished())
    }

    fn counts(&self) -> Result<ChunkCounts, ErrorKind> {
        Ok(self.state().parts().counts())
    }
}
