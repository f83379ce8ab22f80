//! Searches in processes of their own: one worker a job, of the same program, which makes one search
//! after the other and keeps the tables that it has looked up. Tables are files that all workers map, so
//! they are in memory once.
//!
//! For each run the runner sends a [`Job`], the worker makes the search ready and says so, the runner
//! arms the limits and tells it to begin, and the worker sends the filled-in record. What the worker
//! says is believed no more than what a thread would: the runner replays and judges.
//!
//! Limits are held twice. The search itself looks at a flag and counts; that ends nearly every run, with
//! its counts whole. Where it does not look, the runner kills its process: 20 ms and 1 % after the time
//! limit, and at the memory limit by a control group or, where there is none, by the address space and by
//! looking at the process a hundred times a second. A process that dies is a row, and the next run gets a
//! new one.
//!
//! Nothing outlives the runner: a worker whose input ends, which it does however the runner dies, ends
//! itself and all that it started.

mod death;
mod guard;
mod living;
mod pool;
mod scratch;
mod serve;
mod wire;

use tilebench_catalog::Configuration;
use tilebench_record::{EndedBy, Run, Status, Table};

use crate::attempt::{Searched, Seat};
use crate::foreign::{Ended, Errand, Exit};
use crate::task::Task;
use crate::trace::Trace;
use guard::{Guard, Stopped};
use living::{Living, News};
pub(crate) use pool::Pool;
pub use serve::serve;
use wire::{Job, Reply, Request};

/// A job's worker.
#[derive(Debug)]
pub(crate) struct WorkerSeat<'a> {
    pool: &'a Pool<'a>,
    /// The processors that its searches are kept on, as many as the widest has threads; none where they are not.
    processors: Vec<usize>,
    living: Option<Living>,
}

impl<'a> WorkerSeat<'a> {
    /// The seat of a job whose searches are kept on `processors`. Its worker is started when it is needed.
    pub(crate) fn new(pool: &'a Pool<'a>, processors: Vec<usize>) -> Self {
        Self { pool, processors, living: None }
    }

    /// A worker, started just now where there is none.
    fn living(&mut self) -> Result<&mut Living, String> {
        let living = match self.living.take() {
            Some(living) => living,
            None => Living::start(self.pool)?,
        };
        Ok(self.living.insert(living))
    }

    /// Ends the worker and all that it started.
    fn kill(&mut self) {
        if let Some(living) = self.living.take() {
            living.kill();
        }
    }
}

impl Seat for WorkerSeat<'_> {
    fn search(&mut self, task: &Task<'_>, configuration: &Configuration, run: Run) -> Searched {
        let (pool, processors) = (self.pool, self.processors.clone());
        let living = match self.living() {
            Ok(living) => living,
            Err(fault) => return Searched { run, fault: Some(fault), ..Searched::default() },
        };
        living.make_room(configuration, task.goal_board, task.draw.order);
        let prepare = Request::Prepare(Box::new(Job::new(task, configuration, run.clone(), processors)));
        let tables = match living.ask(&prepare, None, pool.cancel) {
            News::Reply(Reply::Ready(tables)) => tables,
            News::Reply(Reply::Done(run, trace)) => return told(*run, trace, Vec::new()),
            News::Reply(Reply::Refused(fault)) => return Searched { run, fault: Some(fault), ..Searched::default() },
            news => return self.lost(run, Vec::new(), news, None),
        };
        let guard = Guard::arm(living, &task.solver.limits, configuration.threads());
        match living.ask(&Request::Go, Some(&guard), pool.cancel) {
            News::Reply(Reply::Done(run, trace)) => told(*run, trace, tables),
            news => self.lost(run, tables, news, Some(&guard)),
        }
    }

    fn launch(&mut self, errand: &Errand) -> Result<Ended, String> {
        let (pool, processor) = (self.pool, self.processors.first().copied());
        let living = self.living()?;
        let guard = Guard::of_program(living, errand);
        // Two that count differently would disagree.
        let memory = errand.memory.filter(|_| !guard.is_held_by_kernel());
        let errand = Errand { memory, ..errand.clone() };
        let news = living.ask(&Request::Launch(Box::new(errand), processor), Some(&guard), pool.cancel);
        if let News::Reply(Reply::Refused(fault)) = news {
            return Err(fault);
        }
        let was_killed_for_memory = living.kills() > guard.killed_before();
        if let News::Reply(Reply::Ended(mut ended)) = news {
            if was_killed_for_memory {
                ended.exit = Exit::OutOfMemory;
            }
            return Ok(*ended);
        }
        // The worker itself is lost, and with it what the program said.
        let run = self.lost(Run::default(), Vec::new(), news, Some(&guard)).run;
        let exit = match run.status {
            Status::Cancelled => Exit::Cancelled,
            Status::TimeLimit => Exit::TimeLimit,
            Status::MemoryLimit => Exit::OutOfMemory,
            _ => Exit::WorkerLost(run.message, run.signal),
        };
        Ok(Ended { cpu_s: run.cpu_s, ..Ended::without_words(exit, run.wall_s) })
    }
}

fn told(run: Run, trace: Trace, tables: Vec<Table>) -> Searched {
    Searched { run, trace, tables, fault: None }
}

impl WorkerSeat<'_> {
    /// Makes a row of a run whose worker brought no answer, and is ended. `guard` is there once the search
    /// had begun.
    fn lost(&mut self, mut run: Run, tables: Vec<Table>, news: News, guard: Option<&Guard>) -> Searched {
        let Some(mut living) = self.living.take() else { return told(run, Trace::default(), tables) };
        let killed = guard.map_or(0, Guard::killed_before);
        let cpu = guard.map(|guard| guard.cpu_used(&living));
        // From here on it searches no more; giving back its memory takes its time.
        let wall = guard.map(|guard| guard.began.elapsed());
        match news {
            News::Stopped(stopped) => {
                let over = guard.map(|guard| guard.over(&living));
                living.kill();
                (run.status, run.ended_by) = match stopped {
                    Stopped::Time | Stopped::Cpu => (Status::TimeLimit, Some(EndedBy::Runner)),
                    Stopped::Memory => (Status::MemoryLimit, Some(EndedBy::Runner)),
                    Stopped::Cancelled => (Status::Cancelled, None),
                };
                run.overshoot = over.filter(|_| stopped == Stopped::Memory);
                stopped.message().clone_into(&mut run.message);
            }
            News::Reply(_) => {
                living.kill();
                run.status = Status::Crashed;
                "the worker answered what it was not asked".clone_into(&mut run.message);
            }
            News::Garbage(error) => {
                living.kill();
                (run.status, run.message) = (Status::Crashed, format!("the worker said nonsense: {error}"));
            }
            News::Died => {
                let death = living.death(killed);
                run.signal = death.signal;
                if death.for_memory {
                    (run.status, run.ended_by) = (Status::MemoryLimit, Some(EndedBy::System));
                    run.overshoot = guard.map(Guard::allowance);
                } else {
                    run.status = Status::Crashed;
                }
                run.message = death.message;
            }
        }
        if let (Some(wall), Some(cpu)) = (wall, cpu) {
            (run.wall_s, run.cpu_s) = (wall.as_secs_f64(), cpu.as_secs_f64());
        }
        told(run, Trace::default(), tables)
    }
}

impl Drop for WorkerSeat<'_> {
    fn drop(&mut self) {
        self.kill();
    }
}
