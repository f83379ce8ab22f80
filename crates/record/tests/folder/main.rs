//! Reading and writing result folders, and the errors of invalid ones.

mod bounds;
mod iterations;
#[cfg(unix)]
mod kinds;
mod manifests;
mod repairing;
mod rows;
mod strict;
mod unreadable;

use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;
use tilebench_record::{
    Bounds, Build, EndedBy, EnforcedLimit, Folder, HeuristicTables, Incumbent, Iteration, Machine, Manifest, Proof,
    PublishedValue, RecordError, RecordedBound, RecordedRun, Repair, ReportSettings, Run, Session, Status, TableInfo,
};

const HEADER: &str = "run_id,experiment,set,instance,rows,cols,board,goal,solver,algorithm,heuristic,weight,order,seed,\
                      repeat,status,proof,length,optimal,h0,expanded,generated,reopened,evaluated,iterations,peak_open,\
                      peak_closed,peak_bytes,peak_rss,setup_s,wall_s,cpu_s,moves,message,options,time_limit_s,\
                      node_limit,memory_limit_mib,move_runs,table_slots,table_states,table_probes,table_longest,disk_limit_mib,peak_disk,\
                      cpu_limit_s,depth_limit,ended_by,overshoot,signal,instructions,cost,cost_model,metric,expanded_backward,\
                      generated_backward,incumbents,found_expanded,meeting_g,meeting_g_backward,lower_bound,domain,attributes\n";

/// The number of columns of `runs.csv`.
fn columns() -> usize {
    HEADER.split(',').count()
}

/// The place of a column, counted from 1.
fn place_of(column: &str) -> usize {
    HEADER.split(',').position(|name| name == column).map_or(0, |place| place + 1)
}

fn place() -> (TempDir, PathBuf) {
    let dir = tempfile::tempdir().expect("a temporary folder can be made");
    let path = dir.path().join("result");
    (dir, path)
}

/// A run with this number of iterations.
fn run_with(id: &str, iterations: u64) -> Run {
    Run { iterations: Some(iterations), ..run(id) }
}

fn run(id: &str) -> Run {
    Run {
        run_id: id.into(),
        experiment: "weights".into(),
        set: "korf100".into(),
        instance: "79".into(),
        rows: Some(4),
        cols: Some(4),
        board: "2 5 8 15".into(),
        goal: "blank-first".into(),
        solver: "WA* w=4/3, manhattan".into(),
        algorithm: "wastar".into(),
        heuristic: "manhattan".into(),
        weight: "4/3".into(),
        order: "ULRD".into(),
        seed: u64::MAX,
        repeat: 1,
        status: Status::Solved,
        proof: Proof::Bounded,
        length: Some(46),
        optimal: Some(42),
        h0: Some(28),
        expanded: Some(266_000),
        generated: Some(540_860),
        wall_s: 1e-7,
        cpu_s: 0.1 + 0.2,
        setup_s: 12_345.678_901_234_5,
        moves: "ULRD".into(),
        time_limit_s: Some(60.0),
        memory_limit_mib: Some(4096),
        move_runs: Some(4),
        table_slots: Some(1 << 20),
        table_states: Some(500_000),
        disk_limit_mib: Some(100),
        peak_disk: Some(12_345),
        cpu_limit_s: Some(50.5),
        depth_limit: Some(80),
        ended_by: Some(EndedBy::Runner),
        overshoot: Some(0.031),
        signal: Some(9),
        instructions: Some(7_000_000_000),
        cost: Some(92),
        cost_model: "heavy".into(),
        metric: "multi".into(),
        expanded_backward: Some(100_000),
        generated_backward: Some(200_000),
        ..Run::default()
    }
}

fn iteration(id: &str, threshold: u32) -> Iteration {
    Iteration { run_id: id.into(), threshold, generated: 10, expanded: 5, wall_s: 0.25 }
}
