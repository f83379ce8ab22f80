//! Pairs of sessions of two folders that follow each other.

use super::folder::Folder;

/// Each session of `first` beside one of `other` that is its neighbour in time, as their places; no session twice.
///
/// Sessions of one folder that follow each other share the conditions of their hour. Were all sessions of one program
/// before all of the other, those conditions would pass for a difference between programs, however many sessions there
/// are: so only neighbours are pairs, and two such folders have one.
pub(super) fn of([first, other]: [&Folder; 2]) -> Vec<[usize; 2]> {
    let mut sessions: Vec<(&str, usize, usize)> = Vec::new();
    for (which, folder) in [first, other].into_iter().enumerate() {
        let began =
            folder.manifest.iter().flat_map(|manifest| &manifest.sessions).map(|session| session.began.as_str());
        sessions.extend(began.enumerate().map(|(place, began)| (began, which, place)));
    }
    sessions.sort_unstable();
    let mut pairs = Vec::new();
    let mut rest = &sessions[..];
    while let [(_, which, place), (_, next, next_place), ..] = rest {
        if which == next {
            rest = &rest[1..];
        } else {
            pairs.push(if *which == 0 { [*place, *next_place] } else { [*next_place, *place] });
            rest = &rest[2..];
        }
    }
    pairs
}
