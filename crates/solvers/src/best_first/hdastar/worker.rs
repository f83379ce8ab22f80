//! One thread of hash-distributed A*.

use std::sync::mpsc::{RecvTimeoutError, TrySendError};
use std::time::Duration;

use tilebench_core::{Cost, Counters, Termination, narrow, step_cost};

use super::channels::{BATCH, Connection, Message, Network, Senders, SentNode};
use super::{Shard, Store, owner};
use crate::best_first::{ExpandedNode, Successor};
use crate::store::NodeStore;
use crate::{OpenList, SearchDomain};

/// The number of expanded batches after which nodes are sent even if their batches are not full: a node that waits is expanded late.
const ROUNDS_PER_FLUSH: u32 = 8;

/// The time after which a thread that waits looks whether the search is over.
const HALT_CHECK: Duration = Duration::from_millis(50);

/// Ends the search of all threads when one of them returns or panics, so that none waits for it.
struct HaltOnExit<'n, D: SearchDomain> {
    network: &'n Network,
    senders: Senders<D>,
}

impl<D: SearchDomain> Drop for HaltOnExit<'_, D> {
    fn drop(&mut self) {
        self.network.halt(&self.senders);
    }
}

/// A thread with the states that it owns.
pub(super) struct Worker<'a, 'n, D: SearchDomain> {
    pub(super) shard: Shard<'a, D>,
    pub(super) connection: Connection<D>,
    network: &'n Network,
    /// The nodes that are not sent yet, by owner.
    unsent: Vec<Vec<SentNode<D>>>,
    rounds: u32,
    /// The number of successors that were evaluated to be sent.
    evaluated: u64,
    /// The cheapest goal that was popped here, with its cost.
    pub(super) goal: Option<(Cost, D::State)>,
}

impl<'a, 'n, D: SearchDomain> Worker<'a, 'n, D> {
    pub(super) fn new(shard: Shard<'a, D>, connection: Connection<D>, network: &'n Network) -> Self {
        let unsent = connection.senders.iter().map(|_| Vec::new()).collect();
        Self { shard, connection, network, unsent, rounds: 0, evaluated: 0, goal: None }
    }

    /// Searches until no thread has work left, or one is stopped.
    pub(super) fn run(&mut self) {
        let _halt = HaltOnExit { network: self.network, senders: self.connection.senders.clone() };
        if let Err(end) = self.search() {
            self.network.stop(end, &self.connection.senders);
        }
    }

    pub(super) fn counters(&self) -> Counters {
        let evaluated = self.shard.counters.evaluated + self.evaluated;
        Counters { evaluated, ..self.shard.counters() }
    }

    fn search(&mut self) -> Result<(), Termination> {
        while !self.network.is_halted() {
            self.receive()?;
            if self.expand()? {
                continue;
            }
            self.send_all()?;
            // A thread that waits for space in a channel receives, and may have nodes to expand again.
            if self.first_f().is_some() {
                continue;
            }
            if self.network.end_work() {
                return Ok(());
            }
            let Some(nodes) = self.wait() else { return Ok(()) };
            self.insert_all(nodes)?;
        }
        Ok(())
    }

    /// Waits for a batch, with whose count the thread is busy again; `None` if the search is over.
    fn wait(&self) -> Option<Vec<SentNode<D>>> {
        // A message of the end is lost if the channel is full, so the flag counts.
        while !self.network.is_halted() {
            match self.connection.inbox.recv_timeout(HALT_CHECK) {
                Ok(Message::Nodes(nodes)) => return Some(nodes),
                Ok(Message::Done) | Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
        None
    }

    /// Inserts the nodes of all batches that have arrived.
    fn receive(&mut self) -> Result<(), Termination> {
        while let Ok(Message::Nodes(nodes)) = self.connection.inbox.try_recv() {
            self.insert_all(nodes)?;
            self.network.end_work();
        }
        Ok(())
    }

    fn insert_all(&mut self, nodes: Vec<SentNode<D>>) -> Result<(), Termination> {
        for node in &nodes {
            self.shard.lists.nodes.prefetch(node.key);
        }
        let evaluated = self.shard.counters.evaluated;
        for SentNode { key, g, h, op } in nodes {
            self.shard.insert(key, g, op, |_| h)?;
        }
        // The sender counted them.
        self.shard.counters.evaluated = evaluated;
        Ok(())
    }

    /// The f of the first node of the open list, if it is less than the incumbent.
    fn first_f(&mut self) -> Option<u64> {
        let f = self.shard.lists.open.first()? >> 32;
        (f < u64::from(self.network.incumbent())).then_some(f)
    }

    /// Expands the first nodes of the open list together; `false` if no node has less f than the incumbent.
    fn expand(&mut self) -> Result<bool, Termination> {
        let Some(f) = self.first_f() else { return Ok(false) };
        self.shard.popped.clear();
        self.shard.lists.open.pop_batch(Store::<D>::BATCH, &mut self.shard.popped);
        if let Some(goal) = self.shard.select() {
            // The other nodes of the batch have the f of the goal.
            let cost = narrow(f, "half of an order");
            self.network.offer(cost);
            if self.goal.is_none_or(|(known, _)| cost < known) {
                self.goal = Some((cost, goal));
            }
            return Ok(true);
        }
        self.shard.expand()?;
        self.distribute()?;
        self.rounds += 1;
        if self.rounds.is_multiple_of(ROUNDS_PER_FLUSH) {
            self.send_all()?;
        }
        Ok(true)
    }

    /// Inserts the successors whose states this thread owns, and sends the others.
    fn distribute(&mut self) -> Result<(), Termination> {
        let (threads, domain) = (self.unsent.len(), self.shard.domain);
        for at in 0..self.shard.successors.len() {
            let Successor { key, op, parent } = self.shard.successors[at];
            let ExpandedNode { state, g, .. } = self.shard.batch[parent as usize];
            let g = g + step_cost(domain, state, op);
            let owner = owner(key, threads);
            if owner == self.connection.index {
                self.shard.insert(key, g, op, |shard| shard.step_h(parent, state, op))?;
                continue;
            }
            let h = self.shard.step_h(parent, state, op);
            self.evaluated += 1;
            if g.saturating_add(h) < self.network.incumbent() {
                self.unsent[owner].push(SentNode { key, g, h, op });
            }
        }
        self.shard.counters.peak_open = self.shard.counters.peak_open.max(self.shard.open_nodes);
        for to in 0..threads {
            if self.unsent[to].len() >= BATCH {
                self.send(to)?;
            }
        }
        Ok(())
    }

    fn send_all(&mut self) -> Result<(), Termination> {
        (0..self.unsent.len()).try_for_each(|to| if self.unsent[to].is_empty() { Ok(()) } else { self.send(to) })
    }

    /// Sends a batch. While the channel is full, this thread receives, so that threads never wait for each other.
    fn send(&mut self, to: usize) -> Result<(), Termination> {
        self.network.begin_work();
        let mut message = Message::Nodes(std::mem::take(&mut self.unsent[to]));
        while let Err(TrySendError::Full(refused)) = self.connection.senders[to].try_send(message) {
            if self.network.is_halted() {
                return Ok(());
            }
            message = refused;
            self.receive()?;
            std::thread::yield_now();
        }
        Ok(())
    }
}
