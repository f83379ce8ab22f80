//! The laws of domains, checked on every state of a small one.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use tilebench_core::{
    Cost, Limits, NoObserver, SearchContext, StateCode, StateKey, StopFlag, Termination, shortcut_defect,
};
use tilebench_puzzle::SeededRng;
use tilebench_solvers::{ErasedHeuristic, Guarantee, InstanceDomain};

use crate::domain_form::{DomainForm, Form};
use crate::{Configuration, DomainState, InstanceState, Proof, Registry};

/// The parameters of families of heuristics that are checked.
const PARAMETERS: [u32; 4] = [0, 1, 2, 4];

/// The maximum number of nodes of a search. Algorithms that need more to solve a state, such as depth-first search, are not judged
/// by it.
const MAX_NODES: u64 = 300_000;

/// The maximum size of random states that is tried: the first size with few states is checked.
const MAX_SIZE: u32 = 64;

/// The maximum number of states of that size.
const MAX_RANDOM_STATES: usize = 1_000;

/// The number of random states that are drawn per state of that size.
const DRAWS_PER_STATE: usize = 50;

/// The number of states from which every algorithm is started, at all distances.
const STARTS: usize = 12;

/// Checks a domain that is registered, with a goal from which at most a few thousand states are reached: that states are read as they
/// are written and unpacked as they are packed, with numbers of the declared bits, and can be goals, that operators are undone by their
/// inverses at the same cost, that costs have the declared bounds and divisor, that random states of a size are uniform if a number is a
/// size, that the heuristics are correct along every operator and as admissible and consistent as they are declared, and that every algorithm
/// finds paths of the cost that it guarantees, which [`InstanceDomain::replay`] accepts, but not without the last operator.
///
/// # Panics
///
/// If a law is violated, with the state and the law.
pub fn check_domain_laws<D: InstanceDomain>(goal: &str) {
    let domain = D::from_goal(goal).expect("a goal of the domain");
    let states = distances(&domain, usize::MAX).expect("no maximum");
    for &(state, _) in states.values() {
        check_state(&domain, state);
        check_costs(&domain, &states, state);
        let other_goal = domain.with_goal(state).goal();
        assert_eq!(other_goal, state, "{}: `with_goal` has another goal", domain.state_text(state));
    }
    check_heuristics(&domain, &states);
    check_random::<D>();
    check_algorithms(&domain, &states);
}

/// By packed state: the state and its distance from the goal.
type Distances<D> = BTreeMap<<D as tilebench_core::Domain>::Key, (<D as tilebench_core::Domain>::State, Cost)>;

/// The distances of all states (Dijkstra 1959), unless there are more than `max`; operators are undone at the same cost.
fn distances<D: InstanceDomain>(domain: &D, max: usize) -> Option<Distances<D>> {
    let mut distances = BTreeMap::new();
    let mut open = BinaryHeap::from([Reverse((0, domain.pack(domain.goal())))]);
    while let Some(Reverse((distance, key))) = open.pop() {
        if distances.contains_key(&key) {
            continue;
        }
        let state = domain.unpack(key);
        distances.insert(key, (state, distance));
        if distances.len() > max {
            return None;
        }
        for &op in domain.ops(state, domain.root_op(state)) {
            let cost = domain.cost(state, op);
            open.push(Reverse((distance + cost, domain.pack(domain.apply(state, op)))));
        }
    }
    Some(distances)
}

/// Checks the bound and the divisor of path costs along every operator of `state`.
fn check_costs<D: InstanceDomain>(domain: &D, states: &Distances<D>, state: D::State) {
    let (text, divisor) = (domain.state_text(state), domain.cost_gcd());
    let distance = |state: D::State| states[&domain.pack(state)].1;
    let (max, here) = (domain.max_cost(), distance(state));
    assert!(u64::from(here) <= max, "{text}: the cost of a path is {here}, above the maximum of {max}");
    for &op in domain.ops(state, domain.root_op(state)) {
        // Two paths from the goal to the successor, if operators are undone at the same cost.
        let costs = [here + domain.cost(state, op), distance(domain.apply(state, op))];
        let difference = costs[0].abs_diff(costs[1]);
        assert!(
            difference.is_multiple_of(divisor),
            "{text}: two paths by {op:?} cost {costs:?}, not equal modulo {divisor}"
        );
    }
}

/// Checks the forms and the operators of a state.
fn check_state<D: InstanceDomain>(domain: &D, state: D::State) {
    let text = domain.state_text(state);
    assert_eq!(domain.state(&text), Ok(state), "{text}: not read as it was written");
    assert_eq!(domain.unpack(domain.pack(state)), state, "{text}: not unpacked as it was packed");
    assert_eq!(domain.decode(domain.encode(state)), state, "{text}: not decoded as it was encoded");
    assert_ne!(domain.pack(state), D::Key::VACANT, "{text}: packed as an unused slot");
    let (code, bits) = (domain.encode(state), domain.code_bits());
    for number in [code, domain.rank(code)] {
        assert!(
            bits >= D::Code::BITS || number >> bits == D::Code::ZERO,
            "{text}: the number {number:?} has more than {bits} bits"
        );
    }
    assert_eq!(domain.rank(domain.rank(code)), code, "{text}: the rank of the rank is another number");
    assert!(D::standard_goal(&text).is_ok(), "{text}: no standard goal");
    let ops = domain.ops(state, domain.root_op(state));
    assert!(ops.len() as u64 <= D::MAX_BRANCHING, "{text}: {} operators", ops.len());
    for &op in ops {
        let (next, inverse) = (domain.apply(state, op), domain.inverse(op));
        let (there, back) = (domain.cost(state, op), domain.cost(next, inverse));
        assert_ne!(next, state, "{text}: {op:?} changes nothing");
        assert_eq!(domain.apply(next, inverse), state, "{text}: {op:?} is not undone by {inverse:?}");
        assert_eq!(there, back, "{text}: {op:?} costs {there}, and its inverse {back}");
        assert!(there >= domain.min_cost() && there > 0, "{text}: {op:?} costs {there}");
        assert!(!D::UNIT_COST || there == 1, "{text}: {op:?} costs {there}, but costs are unit costs");
        assert!(domain.ops(next, op).iter().all(|&after| after != inverse), "{text}: {op:?} may be undone at once");
        assert!(D::op_number(op) >> D::OP_BITS == 0, "{text}: the number of {op:?} has more than {} bits", D::OP_BITS);
        assert_eq!(domain.incoming_op(next, D::op_number(op)), op, "{text}: {op:?} is not found by its number");
        let word = D::op_text(op);
        assert!(word.split_whitespace().eq([word.as_str()]), "'{word}' is not one word");
    }
}

/// Checks every heuristic on all states.
fn check_heuristics<D: InstanceDomain>(domain: &D, states: &Distances<D>) {
    for row in D::heuristics() {
        let is_family = row.info.name_with(0).is_some();
        for parameter in if is_family { &PARAMETERS[..] } else { &[0] } {
            let name = row.info.name;
            let heuristic = (row.make)(domain, *parameter).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
            let all: Vec<D::State> = states.values().map(|&(state, _)| state).collect();
            if let Some(defect) = shortcut_defect(domain, &ErasedHeuristic::new(&*heuristic), &all) {
                panic!("{name} ({parameter}): {defect}");
            }
            for &(state, distance) in states.values() {
                let of_state = || format!("{name} ({parameter}) on {}", domain.state_text(state));
                let cache = heuristic.initial(domain, state);
                let h = cache.h();
                assert!(state != domain.goal() || h == 0, "{}: h of the goal is {h}", of_state());
                assert!(!row.info.admissible || h <= distance, "{}: h {h} at {distance}", of_state());
                for &op in domain.ops(state, domain.root_op(state)) {
                    let stepped = heuristic.step(domain, &cache, state, op);
                    let next = domain.apply(state, op);
                    assert_eq!(stepped, heuristic.initial(domain, next), "{}: the step {op:?}", of_state());
                    let fall = h.saturating_sub(stepped.h());
                    let cost = domain.cost(state, op);
                    assert!(!row.info.consistent || fall <= cost, "{}: h falls by {fall} along {op:?}", of_state());
                }
            }
        }
    }
}

/// Checks that sizes that are none are refused, and that random states of a small size are uniform.
fn check_random<D: InstanceDomain>() {
    assert!(D::random("no size", &mut |_| 0).is_err(), "a text that is not a size is accepted");
    let space = (1..=MAX_SIZE).find_map(|size| {
        let size = size.to_string();
        // If every draw is the largest one.
        let text = D::random(&size, &mut |bound| bound - 1).ok()?;
        let goal = D::standard_goal(&text).unwrap_or_else(|refusal| panic!("a random state of size {size}: {refusal}"));
        let domain = D::from_goal(&goal).unwrap_or_else(|refusal| panic!("the standard goal of {text}: {refusal}"));
        let states = distances(&domain, MAX_RANDOM_STATES)?;
        (states.len() > 1).then_some((size, domain, states))
    });
    // A domain may have other sizes than numbers.
    if let Some((size, domain, states)) = space {
        check_uniform(&size, &domain, &states);
    }
}

/// Checks by a test of goodness of fit (Pearson 1900) that the random states of a size are drawn uniformly from `states`.
fn check_uniform<D: InstanceDomain>(size: &str, domain: &D, states: &Distances<D>) {
    let mut drawn: BTreeMap<D::Key, usize> = states.keys().map(|&key| (key, 0)).collect();
    let mut rng = SeededRng::new(1);
    for _ in 0..states.len() * DRAWS_PER_STATE {
        let text = D::random(size, &mut |bound| rng.below(bound)).expect("a size that was accepted");
        let state = domain.state(&text).unwrap_or_else(|refusal| panic!("a random state of size {size}: {refusal}"));
        assert_eq!(domain.state_text(state), text, "a random state of size {size} has another text");
        *drawn.get_mut(&domain.pack(state)).expect("a state that reaches the goal") += 1;
    }
    let expected = DRAWS_PER_STATE as f64;
    let statistic: f64 = drawn.values().map(|&count| (count as f64 - expected).powi(2) / expected).sum();
    // Its mean and its standard deviation; the draws of a domain are the same in every test.
    let freedom = (states.len() - 1) as f64;
    let limit = freedom + 6.0 * (2.0 * freedom).sqrt();
    assert!(
        statistic <= limit,
        "random states of size {size} are not uniform: chi squared {statistic:.0} over {freedom}"
    );
}

/// Checks every algorithm with every heuristic.
fn check_algorithms<D: InstanceDomain>(domain: &D, states: &Distances<D>) {
    let form = Form::<D>::new();
    let mut by_distance: Vec<(D::State, Cost)> = states.values().copied().collect();
    by_distance.sort_by_key(|&(_, distance)| distance);
    let starts = by_distance.iter().step_by(by_distance.len().div_ceil(STARTS)).chain(by_distance.last());
    let starts: Vec<(D::State, Cost)> = starts.copied().collect();
    let goal = domain.state_text(domain.goal());
    for algorithm in form.algorithms() {
        let heuristics = D::heuristics().into_iter().filter(|row| !algorithm.consistent || row.info.consistent);
        let named = heuristics.map(|row| Some(row.info.name_with(1).unwrap_or_else(|| row.info.name.to_owned())));
        let names: Vec<Option<String>> = if algorithm.informed { named.collect() } else { vec![None] };
        for heuristic in names {
            let configuration = Configuration::new(algorithm.name, heuristic.as_deref(), &[]);
            let configuration = configuration.unwrap_or_else(|refusal| panic!("{refusal}"));
            let cost_model = Registry::get().find_cost_model(D::COST_MODEL).expect("a registered cost model");
            let configuration = configuration.with_cost_model(cost_model);
            let search = match form.prepare(&configuration, &goal) {
                Ok(search) => search,
                Err(refusal) if D::UNIT_COST => panic!("{}: {refusal}", configuration.name()),
                // Some algorithms need unit costs.
                Err(_) => continue,
            };
            for &(start, distance) in &starts {
                let text = domain.state_text(start);
                let stop = StopFlag::new();
                let mut observer = NoObserver;
                let limits = Limits { generated: MAX_NODES, ..Limits::NONE };
                let mut context =
                    SearchContext { limits, stop: &stop, observer: &mut observer, scratch: None, seed: 1 };
                let state = InstanceState::Other(DomainState { domain: D::INFO.name, text: text.clone() });
                let result = search.run(&state, &mut context).expect("a state of the domain");
                let of_run = || format!("{} from {text}", configuration.name());
                let is_complete = algorithm.guarantee != Guarantee::None;
                assert!(
                    matches!(result.end, Termination::Solved | Termination::NodeLimit)
                        || (!is_complete && result.end == Termination::Incomplete),
                    "{}: {:?}",
                    of_run(),
                    result.end
                );
                let Some(cost) = result.cost else { continue };
                let ops: Vec<&str> = result.moves.split_whitespace().collect();
                assert_eq!(D::replay(&text, &goal, &ops), Ok(cost), "{}: the path", of_run());
                let is_part_refused = ops.split_last().is_none_or(|(_, part)| D::replay(&text, &goal, part).is_err());
                assert!(is_part_refused, "{}: `replay` accepts a path without its last operator", of_run());
                let is_optimal = configuration.proof() == Proof::Optimal && result.end == Termination::Solved;
                assert!(cost >= distance, "{}: cost {cost} at distance {distance}", of_run());
                assert!(!is_optimal || cost == distance, "{}: cost {cost} at distance {distance}", of_run());
            }
        }
    }
}
