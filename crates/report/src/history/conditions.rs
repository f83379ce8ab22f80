//! The conditions under which times of two folders are comparable: quiet sessions on machines of the same speed.

use tilebench_record::Session;

use super::folder::HistoryFolder;
use crate::sessions;

/// The reason why the times of `other` are not comparable with those of `first`, if they are not, as the end of a sentence.
pub(super) fn not_comparable([first, other]: [&HistoryFolder; 2]) -> Option<String> {
    unquiet(first).or_else(|| unquiet(other)).or_else(|| differ([first, other]))
}

/// The reason why the times of `folder` are noisy or of unknown conditions, if they are.
fn unquiet(folder: &HistoryFolder) -> Option<String> {
    let title = &folder.title;
    let Some(manifest) = &folder.manifest else {
        return Some(format!("{title} has no manifest, so its conditions are not known"));
    };
    if manifest.sessions.is_empty() {
        return Some(format!("the manifest of {title} has no session"));
    }
    let any = |holds: &dyn Fn(&Session) -> bool| manifest.sessions.iter().any(holds);
    let cores = manifest.machine.physical_cores.unwrap_or(manifest.machine.cores) as usize;
    let found = [
        (!manifest.other_machines.is_empty(), "several machines were used for the runs of"),
        (any(&|session| !session.pinned), "the jobs were not pinned to cores in a session of"),
        (any(&|session| session.jobs > cores), "more jobs than cores ran at a time in a session of"),
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

/// The difference between the conditions of two quiet folders, if there is one.
fn differ(folders: [&HistoryFolder; 2]) -> Option<String> {
    let [first, other] = folders.map(|folder| folder.manifest.as_ref().expect("a quiet folder has a manifest"));
    if first.machine.cpu != other.machine.cpu {
        return Some("the processor is not that of the reference, so they compare machines, not programs".into());
    }
    let jobs = |sessions: &[Session]| sessions.iter().map(|session| session.jobs).max();
    if jobs(&first.sessions) != jobs(&other.sessions) {
        return Some("the number of jobs is not that of the reference".into());
    }
    let speeds = [first, other].map(|manifest| sessions::loop_speeds(manifest).expect("a quiet session has speeds"));
    let speeds = speeds.concat();
    let (min, max) = sessions::range(&speeds);
    (!sessions::agree(&speeds)).then(|| {
        format!(
            "the fixed loop ran at {:.0} to {:.0} million steps per second, but sessions are compared only if its speeds \
             are within 5 %",
            min / 1e6,
            max / 1e6
        )
    })
}
