//! The iteration that a process searches in units: finished parts, the units that it has taken, and parts not yet written.

use std::collections::BTreeSet;
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::time::Instant;

use tilebench_catalog::{Cost, NextUnit, UnitPart, UnitParts};

use super::claims::Claims;
use super::log::{PartLogs, WorkTimes};
use super::owner::Owners;

/// An iteration that is searched in units.
#[derive(Debug)]
pub(super) struct OpenIteration {
    pub(super) threshold: Cost,
    pub(super) folder: PathBuf,
    pub(super) parts: UnitParts,
    pub(super) logs: PartLogs,
    pub(super) claims: Claims,
    /// The units that threads of this process search.
    pub(super) mine: BTreeSet<u64>,
    /// Finished parts that are not written yet.
    pub(super) pending: Vec<UnitPart>,
    pub(super) flushed: Instant,
    pub(super) reported: Instant,
}

impl OpenIteration {
    /// Reads the parts that other processes have added. A part that cannot be of this iteration is an error.
    pub(super) fn read_new(&mut self) -> io::Result<()> {
        let (split, threshold) = (self.parts.split(), self.threshold);
        let mut is_damaged = false;
        self.logs.read_new(|part| {
            let is_possible = split.contains(part) && part.counts.next > threshold;
            if is_possible {
                self.parts.add(part);
            }
            is_damaged |= !is_possible;
        })?;
        if is_damaged { Err(ErrorKind::InvalidData.into()) } else { Ok(()) }
    }

    /// Keeps a part until it is written, joined to the one before it if they are of one unit.
    pub(super) fn keep(&mut self, part: UnitPart) {
        self.parts.add(part);
        let unit = |root: u64| root / self.parts.split().roots_per_unit;
        let before =
            self.pending.iter_mut().rev().find(|before| !before.is_end_of_search() && before.end == part.first);
        match before {
            Some(before) if !part.is_end_of_search() && unit(before.first) == unit(part.first) => {
                before.end = part.end;
                before.counts.add(part.counts);
            }
            _ => self.pending.push(part),
        }
    }

    /// Writes the parts that are not written yet.
    pub(super) fn flush(&mut self, times: WorkTimes) -> io::Result<()> {
        if !self.pending.is_empty() {
            self.logs.append(&self.pending, times)?;
            self.pending.clear();
        }
        self.flushed = Instant::now();
        Ok(())
    }

    /// Takes a unit that no process searches: the first that none has taken, or one whose process is dead.
    pub(super) fn take(&mut self, owners: &mut Owners, times: WorkTimes) -> io::Result<NextUnit> {
        let split = self.parts.split();
        let is_needed = |parts: &UnitParts, unit: u64| parts.is_needed(split.range(unit).0);
        while let Some(unit) = self.claims.take_first(split.units(), owners.name())? {
            if !is_needed(&self.parts, unit) {
                break;
            }
            if let Some(roots) = self.rest(unit) {
                return Ok(roots);
            }
        }
        self.flush(times)?;
        self.read_new()?;
        let mut others = false;
        for unit in 0..split.units() {
            if self.mine.contains(&unit) || self.parts.rest(unit).is_none() {
                continue;
            }
            let last = self.claims.last(unit)?;
            if last.as_ref().is_some_and(|claim| claim.owner == owners.name()) {
                // A claim whose confirmation was lost, as on NFS.
                if let Some(roots) = self.rest(unit) {
                    return Ok(roots);
                }
            } else if last.as_ref().is_some_and(|claim| !owners.is_dead(&claim.owner)) {
                others = true;
            } else if self.claims.take_over(unit, last.as_ref(), owners.name())? {
                // The process may have finished it before it ended.
                self.read_new()?;
                if let Some(roots) = self.rest(unit) {
                    return Ok(roots);
                }
            } else {
                others = true;
            }
        }
        Ok(if others { NextUnit::Wait } else { NextUnit::Nothing })
    }

    /// The roots of a unit that are to be searched, by this process.
    fn rest(&mut self, unit: u64) -> Option<NextUnit> {
        let (first, end) = self.parts.rest(unit)?;
        self.mine.insert(unit);
        Some(NextUnit::Roots { first, end })
    }
}
