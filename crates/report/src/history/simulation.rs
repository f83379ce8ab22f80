//! Simulated sessions of programs whose true speed is known.
//!
//! The time of a run is the time of its instance, times the effect of its session, times noise, all log-normal. Effects
//! of consecutive sessions are correlated (an autoregressive process), the effects on separate machines are not. The fixed loop
//! does not show them, and every session looks quiet: the conditions do not protect from them here.

use std::collections::BTreeMap;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use tilebench_record::{Manifest, Proof, Session, Status};

use super::folder::{ConfigurationKey, HistoryFolder, HistoryRun, InstanceRun};
use crate::fixture;
use crate::stats::distributions::normal_quantile;

/// The instances of a session.
const INSTANCES: u32 = 20;

/// The standard deviation of the noise of a run, on logarithms.
const NOISE: f64 = 0.05;

/// A machine whose sessions differ.
pub(crate) struct SimulatedMachine {
    rng: ChaCha8Rng,
    /// The standard deviation of the sessions' effects, on logarithms.
    spread: f64,
    /// The correlation of the effects of consecutive sessions.
    correlation: f64,
    effect: f64,
    sessions: u32,
}

impl SimulatedMachine {
    pub(crate) fn new(seed: u64, spread: f64, correlation: f64) -> Self {
        let mut machine = Self { rng: ChaCha8Rng::seed_from_u64(seed), spread, correlation, effect: 0.0, sessions: 0 };
        machine.effect = spread * machine.normal();
        machine
    }

    fn normal(&mut self) -> f64 {
        normal_quantile((f64::from(self.rng.next_u32()) + 0.5) / 4_294_967_296.0)
    }

    /// An empty folder.
    pub(crate) fn folder(title: &str) -> HistoryFolder {
        let manifest = Manifest { sessions: Vec::new(), ..fixture::manifest() };
        HistoryFolder { title: title.into(), manifest: Some(manifest), names: Vec::new(), runs: BTreeMap::new() }
    }

    /// Adds a session to `folder`: one repeat of each instance, by a program that takes `slowdown` times as long.
    pub(crate) fn session(&mut self, folder: &mut HistoryFolder, slowdown: f64) {
        let name = ConfigurationKey { set: "made-up".into(), solver: "IDA*".into() };
        let manifest = folder.manifest.as_mut().unwrap();
        let place = manifest.sessions.len();
        manifest.sessions.push(Session {
            began: format!("2026-01-31T12:00:{:05}Z", self.sessions),
            jobs: 1,
            pinned: true,
            rows: Some(u64::from(INSTANCES) * place as u64),
            load_before: Some(0.0),
            load_after: Some(1.0),
            speed_before: Some(5e8),
            speed_after: Some(5e8),
        });
        self.sessions += 1;
        self.effect =
            self.correlation * self.effect + self.spread * (1.0 - self.correlation.powi(2)).sqrt() * self.normal();
        if folder.names.is_empty() {
            folder.names.push(name.clone());
        }
        let runs = folder.runs.entry(name).or_default();
        for instance in 1..=INSTANCES {
            let logarithm = self.effect + NOISE * self.normal();
            let run = HistoryRun {
                id: instance.to_string().into(),
                status: Status::Solved,
                proof: Proof::Optimal,
                length: Some(50),
                generated: Some(1000),
                expanded: Some(500),
                wall_s: 0.01 * f64::from(instance) * slowdown * logarithm.exp(),
                counted_limits: [None; 2],
                is_killed: false,
                session: Some(place),
            };
            runs.insert(InstanceRun::numbered(instance, u32::try_from(place).unwrap() + 1), run);
        }
    }
}
