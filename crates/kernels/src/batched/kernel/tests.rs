//! Kernels match their specification, in order, and write nothing beyond the padding.

use std::sync::Arc;

use proptest::prelude::*;
use tilebench_heuristics::InversionDistance;

use super::*;
use crate::axis_tables::{VALUE, VALUE_BITS, value};
use crate::{InversionStep, WalkingStep};

/// A board of slack `slack` with its blank in cell `from`, tiles shuffled by `seed`.
fn board(from: u8, slack: u64, mut seed: u64) -> u64 {
    let mut tiles: Vec<u64> = (1..16).collect();
    (0..16u8).fold(0, |word, cell| {
        let nibble = if cell == from {
            slack
        } else {
            let at = usize::try_from(seed % tiles.len() as u64).unwrap();
            seed = (seed / 16) ^ seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            tiles.swap_remove(at)
        };
        word | nibble << (4 * cell)
    })
}

/// The specification of a kernel, cell by cell.
fn expected_successor(board: u64, from: u8, to: u8, increases_h: u16) -> Option<u64> {
    let mut cells: Vec<u64> = (0..16).map(|cell| board >> (4 * cell) & 15).collect();
    let (from, to) = (usize::from(from), usize::from(to));
    let tile = cells[to];
    let slack = cells[from].checked_sub(u64::from(increases_h >> tile & 1))?;
    (cells[from], cells[to]) = (tile, slack);
    Some((0..).zip(cells).map(|(cell, nibble)| nibble << (4 * cell)).sum())
}

proptest! {
    #[test]
    fn kernels_match_the_specification_in_order_and_do_not_write_beyond_the_padding(
        seeds in prop::collection::vec((any::<u64>(), 0u64..16), 1..70),
        (from, to) in (0u8..16, 0u8..16).prop_filter("two cells", |(from, to)| from != to),
        increases_h in any::<u16>(),
    ) {
        let boards: Vec<u64> = seeds.iter().map(|&(seed, slack)| board(from, slack / 4, seed)).collect();
        let expected: Vec<u64> = boards.iter().filter_map(|&board| expected_successor(board, from, to, increases_h)).collect();
        let mut padded = boards.clone();
        // The words after the boards are read but must not change the result.
        padded.resize(boards.len().next_multiple_of(WIDTH), 0x0123_4567_89AB_CDEF);
        for kernel in WIDEST_FIRST {
            let Some(lanes) = SimdLanes::for_kernel(kernel) else { continue };
            let mut out = vec![7; padded.len() + 1];
            let Expanded { kept, generated } =
                lanes.expand(&padded, boards.len(), &Swap::new(from, to, increases_h), &mut out, None);
            prop_assert_eq!(generated, boards.len());
            prop_assert_eq!(&out[..kept], &expected[..], "{:?}", kernel);
            prop_assert_eq!(out[padded.len()], 7, "{:?} wrote beyond the padding", kernel);
        }
    }
}

/// Arbitrary lines across a move: the number added by tile, the first bits of the codes, their lengths, the table.
fn lines() -> impl Strategy<Value = LineDelta> {
    let words = || prop::array::uniform16(any::<u64>());
    (words(), words(), prop::array::uniform16(0u64..=54), 0u32..=10, words()).prop_map(
        |(along, across, first, bits, adds_conflict)| {
            LineDelta::from_terms(false, [along, across, first], (1 << bits) - 1, adds_conflict)
        },
    )
}

/// The specification of a kernel for a node of three words.
fn expected_coded_successor(
    node: [u64; 3],
    (from, to, increases_h): (u8, u8, u16),
    lines: &LineDelta,
) -> Option<[u64; 3]> {
    let [board, along, across] = node;
    let tile = (board >> (4 * to) & 15) as usize;
    let after = across.wrapping_add(lines.across[tile]);
    let code = across.max(after) >> lines.first[tile] & lines.code;
    let adds_conflict = lines.adds_conflict[(code / 64) as usize] >> (code % 64) & 1 == 1;
    let increases_h = if adds_conflict { !increases_h } else { increases_h };
    Some([expected_successor(board, from, to, increases_h)?, along.wrapping_add(lines.along[tile]), after])
}

proptest! {
    #[test]
    fn kernels_look_up_the_line_across_and_update_all_codes(
        seeds in prop::collection::vec((any::<u64>(), 0u64..16, any::<u64>(), any::<u64>()), 1..70),
        (from, to) in (0u8..16, 0u8..16).prop_filter("two cells", |(from, to)| from != to),
        increases_h in any::<u16>(),
        lines in lines(),
    ) {
        let nodes = seeds.iter().map(|&(seed, slack, along, across)| [board(from, slack / 4, seed), along, across]);
        let expected: Vec<[u64; 3]> =
            nodes.clone().filter_map(|node| expected_coded_successor(node, (from, to, increases_h), &lines)).collect();
        let mut words = [0, 1, 2].map(|word| nodes.clone().map(|node| node[word]).collect::<Vec<u64>>());
        let padded = seeds.len().next_multiple_of(WIDTH);
        for words in &mut words {
            words.resize(padded, 0x0123_4567_89AB_CDEF);
        }
        for kernel in WIDEST_FIRST {
            let Some(lanes) = SimdLanes::for_kernel(kernel) else { continue };
            let mut arrays = words.clone().map(|from| (from, vec![7; padded + 1]));
            let slices = arrays.each_mut().map(|(from, into)| SoaSlices { from, into });
            let Expanded { kept, .. } =
                lanes.expand_coded(slices, seeds.len(), &Swap::new(from, to, increases_h), &lines, None);
            let out = arrays.map(|(_, into)| into);
            let written: Vec<[u64; 3]> = (0..kept).map(|at| out.each_ref().map(|words| words[at])).collect();
            prop_assert_eq!(&written, &expected, "{:?}", kernel);
            prop_assert!(out.iter().all(|words| words[padded] == 7), "{:?} wrote beyond the padding", kernel);
        }
    }
}

proptest! {
    #[test]
    fn kernels_leave_out_cut_successors_and_store_the_states_of_the_others(
        seeds in prop::collection::vec((any::<u64>(), 0u64..16, 0u64..8, any::<u64>(), any::<u64>()), 1..70),
        (from, to) in (0u8..16, 0u8..16).prop_filter("two cells", |(from, to)| from != to),
        increases_h in any::<u16>(),
        lines in lines(),
        next in prop::collection::vec(prop_oneof![0u32..8, Just(CUT)], 32),
        direction in 0usize..4,
    ) {
        let transitions: Vec<[u8; 4]> = next.iter().map(|next| next.to_le_bytes()).collect();
        let nodes: Vec<[u64; 4]> = seeds
            .iter()
            .map(|&(seed, slack, state, along, across)| [board(from, slack / 4, seed), along, across, state])
            .collect();
        let next_state = |node: &[u64; 4]| next[4 * usize::try_from(node[3]).unwrap() + direction];
        let uncut: Vec<&[u64; 4]> = nodes.iter().filter(|node| next_state(node) != CUT).collect();
        let boards: Vec<[u64; 2]> = uncut
            .iter()
            .filter_map(|node| Some([expected_successor(node[0], from, to, increases_h)?, next_state(node).into()]))
            .collect();
        let coded: Vec<[u64; 4]> = uncut
            .iter()
            .filter_map(|node| {
                let [board, along, across] =
                    expected_coded_successor([node[0], node[1], node[2]], (from, to, increases_h), &lines)?;
                Some([board, along, across, next_state(node).into()])
            })
            .collect();
        let padded = nodes.len().next_multiple_of(WIDTH);
        let swap = Swap::new(from, to, increases_h);
        for kernel in WIDEST_FIRST {
            let Some(lanes) = SimdLanes::for_kernel(kernel) else { continue };
            let mut arrays: [(Vec<u64>, Vec<u64>); 4] = core::array::from_fn(|word| {
                let mut from: Vec<u64> = nodes.iter().map(|node| node[word]).collect();
                from.resize(padded, 0xFEDC_BA98_7654_3210);
                (from, vec![7; padded + 1])
            });
            let [board_words, _, _, states] = arrays.each_mut().map(|(from, into)| SoaSlices { from, into });
            let trails = Trails { states, transitions: &transitions, direction };
            let expanded = lanes.expand(board_words.from, nodes.len(), &swap, board_words.into, Some(trails));
            let written: Vec<[u64; 2]> =
                (0..expanded.kept).map(|at| [arrays[0].1[at], arrays[3].1[at]]).collect();
            prop_assert_eq!((expanded.generated, &written), (uncut.len(), &boards), "{:?}", kernel);

            let [board_words, along_words, across_words, states] =
                arrays.each_mut().map(|(from, into)| SoaSlices { from, into });
            let trails = Trails { states, transitions: &transitions, direction };
            let slices = [board_words, along_words, across_words];
            let expanded = lanes.expand_coded(slices, nodes.len(), &swap, &lines, Some(trails));
            let written: Vec<[u64; 4]> =
                (0..expanded.kept).map(|at| arrays.each_ref().map(|(_, into)| into[at])).collect();
            prop_assert_eq!((expanded.generated, &written), (uncut.len(), &coded), "{:?}", kernel);
            prop_assert!(arrays.iter().all(|(_, into)| into[padded] == 7), "{:?} wrote beyond the padding", kernel);
        }
    }
}

/// An arbitrary effect on the state of an axis, with one half or both.
fn axis_steps() -> impl Strategy<Value = AxisStep> {
    let walking =
        (prop::collection::vec(any::<u32>(), 64), prop::array::uniform16(0u64..8)).prop_map(|(moves, exchanges)| {
            WalkingStep { moves: moves.into_iter().map(|entry| entry % (8 << VALUE_BITS)).collect(), row: 8, exchanges }
        });
    let entries = prop::collection::vec(0u32..1 << (VALUE_BITS + 6), InversionDistance::MAX_COUNTS);
    let inversion =
        (entries, prop::collection::vec(0u32..16, 0..5), prop::array::uniform16(any::<u16>()), any::<bool>());
    let inversion = inversion.prop_map(|(entries, cells, earlier, moves_later)| InversionStep {
        // Counts to which the largest change can be added, and from which it can be subtracted.
        entries: Arc::new(core::array::from_fn(|count| entries[count] + (64 << VALUE_BITS))),
        passed: cells.iter().map(|cell| 4 * cell).collect(),
        earlier: earlier.map(|tiles| u64::from(tiles) * 0x0001_0001_0001_0001),
        moves_later,
    });
    let step = |walking, inversion| AxisStep { axis: 0, walking, inversion };
    prop_oneof![
        walking.clone().prop_map(move |walking| step(Some(walking), None)),
        inversion.clone().prop_map(move |inversion| step(None, Some(inversion))),
        (walking, inversion).prop_map(move |(walking, inversion)| step(Some(walking), Some(inversion))),
    ]
}

proptest! {
    #[test]
    fn kernels_look_up_the_next_state_of_one_axis_and_keep_the_other(
        seeds in prop::collection::vec((any::<u64>(), 0u64..16, 0u64..8, 64u64..128, any::<u64>()), 1..70),
        (from, to) in (0u8..16, 0u8..16).prop_filter("two cells", |(from, to)| from != to),
        step in axis_steps(),
        values in any::<u64>(),
    ) {
        let nodes: Vec<[u64; 3]> = seeds
            .iter()
            .map(|&(seed, slack, rank, count, other)| {
                let ranks = rank << VALUE_BITS | count << (32 + VALUE_BITS);
                [board(from, slack / 4, seed), ranks | seed & values & (VALUE | VALUE << 32), other]
            })
            .collect();
        let expected: Vec<[u64; 3]> = nodes
            .iter()
            .filter_map(|&[board, state, other]| {
                let next = step.next(board, (board >> (4 * to) & 15) as usize, state);
                let increases_h = if value(next) > value(state) { u16::MAX } else { 0 };
                Some([expected_successor(board, from, to, increases_h)?, next, other])
            })
            .collect();
        let padded = nodes.len().next_multiple_of(WIDTH);
        for kernel in WIDEST_FIRST {
            let Some(lanes) = SimdLanes::for_kernel(kernel) else { continue };
            let mut arrays: [(Vec<u64>, Vec<u64>); 3] = core::array::from_fn(|word| {
                let mut from: Vec<u64> = nodes.iter().map(|node| node[word]).collect();
                from.resize(padded, 0xFEDC_BA98_7654_3210);
                (from, vec![7; padded + 1])
            });
            let slices = arrays.each_mut().map(|(from, into)| SoaSlices { from, into });
            let Expanded { kept, generated } =
                lanes.expand_axes(slices, nodes.len(), &Swap::new(from, to, 0), &step, None);
            let written: Vec<[u64; 3]> =
                (0..kept).map(|at| arrays.each_ref().map(|(_, into)| into[at])).collect();
            prop_assert_eq!((generated, &written), (nodes.len(), &expected), "{:?}", kernel);
            prop_assert!(arrays.iter().all(|(_, into)| into[padded] == 7), "{:?} wrote beyond the padding", kernel);
        }
    }
}

#[test]
#[should_panic(expected = "assertion failed")]
fn slices_of_unequal_lengths_are_rejected() {
    let lines = LineDelta::from_terms(false, [[0; 16]; 3], 0, [0; 16]);
    let mut arrays = [([0; 8], vec![0; 8]), ([0; 8], vec![0; 7]), ([0; 8], vec![0; 8])];
    let slices = arrays.each_mut().map(|(from, into)| SoaSlices { from, into });
    SimdLanes::for_kernel(Kernel::Auto).unwrap().expand_coded(slices, 8, &Swap::new(0, 1, 0), &lines, None);
}

#[test]
#[should_panic(expected = "assertion failed")]
fn slices_without_padding_are_rejected() {
    let lanes = SimdLanes::for_kernel(Kernel::Auto).unwrap();
    lanes.expand(&[0; 7], 7, &Swap::new(0, 1, 0), &mut [0; 8], None);
}
