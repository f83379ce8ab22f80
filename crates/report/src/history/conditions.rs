//! Whether the times of two folders can be compared: both made in quiet sessions, on machines of one speed.

use tilebench_record::Session;

use super::folder::HistoryFolder;
use crate::sessions;

/// Why the times of `other` cannot be compared with those of `first`, if so, as the end of a sentence.
pub(super) fn why_not([first, other]: [&HistoryFolder; 2]) -> Option<String> {
    unquiet(first).or_else(|| unquiet(other)).or_else(|| differ([first, other]))
}

/// Why the times of `folder` are noisy or of unknown conditions, if so.
fn unquiet(folder: &HistoryFolder) -> Option<String> {
    let title = &folder.title;
    let Some(manifest) = &folder.manifest else {
        return Some(format!("no manifest says under which conditions {title} was made"));
    };
    if manifest.sessions.is_empty() {
        return Some(format!("the manifest of {title} has no session"));
    }
    let any = |holds: &dyn Fn(&Session) -> bool| manifest.sessions.iter().any(holds);
    let cores = manifest.machine.physical_cores.unwrap_or(manifest.machine.cores) as usize;
    let found = [
        (!manifest.other_machines.is_empty(), "several machines made the runs of"),
        (any(&|session| !session.pinned), "the jobs were not pinned to cores in a session of"),
        (any(&|session| session.jobs > cores), "more jobs than cores were run side by side in a session of"),
        (any(&|session| session.is_busy().is_none()), "the load of the machine is not known for a session of"),
        (any(&|session| session.is_busy() == Some(true)), "other programs kept the machine busy before a session of"),
        (any(&|session| session.has_drifted().is_none()), "the speed of the fixed loop is not known for a session of"),
        (
            any(&|session| session.has_drifted() == Some(true)),
            "the fixed loop's speed changed by more than 5 % in a session of",
        ),
    ];
    found.iter().find(|(holds, _)| *holds).map(|(_, why)| format!("{why} {title}"))
}

/// How the conditions of two quiet folders differ, if so.
fn differ(folders: [&HistoryFolder; 2]) -> Option<String> {
    let [first, other] = folders.map(|folder| folder.manifest.as_ref().expect("a quiet folder has a manifest"));
    if first.machine.cpu != other.machine.cpu {
        return Some(
            "another kind of processor made them than the reference: they compare machines, not programs".into(),
        );
    }
    let jobs = |sessions: &[Session]| sessions.iter().map(|session| session.jobs).max();
    if jobs(&first.sessions) != jobs(&other.sessions) {
        return Some("another number of runs went side by side than in the reference".into());
    }
    let speeds = [first, other].map(|manifest| sessions::loop_speeds(manifest).expect("a quiet session has speeds"));
    let speeds = speeds.concat();
    let (min, max) = sessions::range(&speeds);
    (!sessions::agree(&speeds)).then(|| {
        format!(
            "the fixed loop ran at {:.0} to {:.0} million steps per second, and sessions are compared if its speeds are \
             within 5 %",
            min / 1e6,
            max / 1e6
        )
    })
}
