//! Control groups: a memory limit that the kernel holds for a whole tree of processes, in which it ends
//! a process of that tree and none of another (Linux; cgroup v1 and v2).
//!
//! A group is made below the one that this process is in, where it may be: as root, or where a folder
//! was delegated to the user.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use crate::tree;

/// The two interfaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Version {
    V1,
    V2,
}

/// A group for the processes of a job, until it is dropped.
#[derive(Debug)]
pub(crate) struct Cgroup {
    folder: PathBuf,
    version: Version,
}

/// Where this process may make groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Parent {
    folder: PathBuf,
    pub(crate) version: Version,
}

impl Parent {
    /// The place, where a group can be made and limited there.
    pub(crate) fn find() -> Option<Self> {
        let own = fs::read_to_string("/proc/self/cgroup").ok()?;
        let mounts = fs::read_to_string("/proc/self/mounts").ok()?;
        candidates(&own, &mounts).into_iter().find(Self::works)
    }

    /// Whether a group can be made here and given a limit. Groups that a runner left which was killed
    /// are removed on the way.
    fn works(&self) -> bool {
        self.sweep();
        if self.version == Version::V2 {
            self.hand_down();
        }
        self.make().is_some_and(|group| group.limit(Some(1 << 40)))
    }

    /// Lets groups below this one be limited (v2). A group that holds processes may not hand down its
    /// controllers, so where this process is the only one in it, it goes into a group below.
    fn hand_down(&self) {
        let turn_on = || fs::write(self.folder.join("cgroup.subtree_control"), "+memory").is_ok();
        let here = self.folder.join("cgroup.procs");
        let own = std::process::id().to_string();
        let is_alone = || fs::read_to_string(&here).is_ok_and(|pids| pids.trim() == own);
        if turn_on() || !is_alone() {
            return;
        }
        let below = self.folder.join(format!("{PREFIX}{own}{RUNNER}"));
        let goes = fs::create_dir(&below).is_ok() && fs::write(below.join("cgroup.procs"), &own).is_ok();
        if goes && !turn_on() {
            let _ = fs::write(&here, &own);
            let _ = fs::remove_dir(&below);
        }
    }

    /// Removes groups of runners that are no more.
    fn sweep(&self) {
        let is_left = |name: &str| {
            let runner = name.strip_prefix(PREFIX).and_then(|rest| rest.split('-').next());
            runner.is_some_and(|pid| !Path::new("/proc").join(pid).exists())
        };
        let groups = self.folder.read_dir().into_iter().flatten().flatten();
        for group in groups.filter(|group| is_left(&group.file_name().to_string_lossy())) {
            // One that somebody is still in refuses.
            let _ = fs::remove_dir(group.path());
        }
    }

    /// Makes a group.
    pub(crate) fn make(&self) -> Option<Cgroup> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let name = format!("{PREFIX}{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let folder = self.folder.join(name);
        fs::create_dir(&folder).ok()?;
        Some(Cgroup { folder, version: self.version })
    }
}

/// The least limit on the memory of the group that this process is in, where there is one.
pub(crate) fn limit_of_own() -> Option<u64> {
    let own = fs::read_to_string("/proc/self/cgroup").ok()?;
    let mounts = fs::read_to_string("/proc/self/mounts").ok()?;
    let limit = |place: Parent| {
        let file = if place.version == Version::V1 { "memory.limit_in_bytes" } else { "memory.max" };
        // A group may have more than its parents, but never gets it.
        let limits = place.folder.ancestors().filter_map(|folder| fs::read_to_string(folder.join(file)).ok());
        limits.filter_map(|text| text.trim().parse().ok()).min()
    };
    candidates(&own, &mounts).into_iter().filter_map(limit).min()
}

const PREFIX: &str = "tilebench-";

/// How the name of a group ends that a runner went into itself.
const RUNNER: &str = "-runner";

/// The places that `/proc/self/cgroup` and `/proc/self/mounts` name: that of the memory controller
/// first, which has its own hierarchy in v1 only.
fn candidates(own: &str, mounts: &str) -> Vec<Parent> {
    let mounted = |kind: &str, option: Option<&str>| {
        mounts.lines().find_map(|line| {
            let mut parts = line.split(' ');
            let (_, folder, found, options) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
            let fits = found == kind && option.is_none_or(|option| options.split(',').any(|other| other == option));
            fits.then(|| PathBuf::from(folder))
        })
    };
    let below = |root: PathBuf, path: &str| {
        // A runner that went into a group of its own makes others beside it.
        let path = match path.rsplit_once('/') {
            Some((above, name)) if name.starts_with(PREFIX) && name.ends_with(RUNNER) => above,
            _ => path,
        };
        root.join(path.trim_start_matches('/'))
    };
    let group = |line: &str| {
        let mut parts = line.splitn(3, ':');
        let (_, controllers, path) = (parts.next()?, parts.next()?, parts.next()?);
        if controllers.is_empty() {
            return Some(Parent { folder: below(mounted("cgroup2", None)?, path), version: Version::V2 });
        }
        let is_memory = controllers.split(',').any(|controller| controller == "memory");
        let folder = below(mounted("cgroup", is_memory.then_some("memory"))?, path);
        is_memory.then_some(Parent { folder, version: Version::V1 })
    };
    let mut places: Vec<Parent> = own.lines().filter_map(group).collect();
    places.sort_by_key(|place| place.version == Version::V2);
    places
}

impl Cgroup {
    /// Puts a process in, with all that it will start. Whether that worked.
    pub(crate) fn enter(&self, pid: u32) -> bool {
        self.write("cgroup.procs", &pid.to_string())
    }

    /// Limits the memory of all processes in it together; none is no limit. Whether that worked.
    pub(crate) fn limit(&self, bytes: Option<u64>) -> bool {
        let text = |none: &str| bytes.map_or_else(|| none.to_owned(), |bytes| bytes.to_string());
        match self.version {
            Version::V1 => {
                // The limit with swap is never below that without: it goes up first and down last.
                let (lower, upper) = ("memory.limit_in_bytes", "memory.memsw.limit_in_bytes");
                let value = text("-1");
                self.write(upper, &value);
                let held = self.write(lower, &value);
                self.write(upper, &value);
                self.write("memory.swappiness", "0");
                held
            }
            Version::V2 => {
                self.write("memory.swap.max", "0");
                self.write("memory.max", &text("max"))
            }
        }
    }

    /// What its processes hold now, pages of files that they read among it.
    pub(crate) fn usage(&self) -> Option<u64> {
        self.number(if self.version == Version::V1 { "memory.usage_in_bytes" } else { "memory.current" })
    }

    /// How many processes in it the kernel ended for want of memory.
    pub(crate) fn kills(&self) -> u64 {
        let file = if self.version == Version::V1 { "memory.oom_control" } else { "memory.events" };
        let text = fs::read_to_string(self.folder.join(file)).unwrap_or_default();
        let count = text.lines().find_map(|line| line.strip_prefix("oom_kill "));
        count.and_then(|count| count.trim().parse().ok()).unwrap_or(0)
    }

    /// Ends its processes.
    pub(crate) fn kill(&self) {
        tree::kill(&self.processes());
    }

    fn write(&self, file: &str, text: &str) -> bool {
        let file = self.folder.join(file);
        // Never made here: a folder without the controller has no such file.
        file.exists() && fs::write(file, text).is_ok()
    }

    fn number(&self, file: &str) -> Option<u64> {
        fs::read_to_string(self.folder.join(file)).ok()?.trim().parse().ok()
    }

    /// The processes in it.
    fn processes(&self) -> Vec<u32> {
        let text = fs::read_to_string(self.folder.join("cgroup.procs")).unwrap_or_default();
        text.lines().filter_map(|pid| pid.parse().ok()).collect()
    }
}

impl Drop for Cgroup {
    /// Removes the group, which takes until the last process in it is gone.
    fn drop(&mut self) {
        const TRIES: u32 = 100;
        for _ in 0..TRIES {
            if remove(&self.folder) || self.processes().is_empty() && !self.folder.exists() {
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
    }
}

fn remove(folder: &Path) -> bool {
    fs::remove_dir(folder).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOUNTS: &str = "tmpfs /sys/fs/cgroup tmpfs rw 0 0\n\
                          cgroup /sys/fs/cgroup/cpu,cpuacct cgroup rw,cpu,cpuacct 0 0\n\
                          cgroup /sys/fs/cgroup/memory cgroup rw,relatime,memory 0 0\n\
                          cgroup2 /sys/fs/cgroup/unified cgroup2 rw 0 0\n";

    #[test]
    fn the_groups_of_both_versions_are_found_below_their_mounts() {
        let own = "4:memory:/a/b\n2:cpu,cpuacct:/c\n0::/d\n";
        let parent = |folder: &str, version| Parent { folder: PathBuf::from(folder), version };
        let expected =
            [parent("/sys/fs/cgroup/memory/a/b", Version::V1), parent("/sys/fs/cgroup/unified/d", Version::V2)];
        assert_eq!(candidates(own, MOUNTS), expected);
        let only_two = "cgroup2 /sys/fs/cgroup cgroup2 rw,nosuid 0 0\n";
        assert_eq!(candidates("0::/user.slice\n", only_two), [parent("/sys/fs/cgroup/user.slice", Version::V2)]);
        assert_eq!(candidates("0::/a/tilebench-7-runner\n", only_two), [parent("/sys/fs/cgroup/a", Version::V2)]);
        assert_eq!(candidates("0::/x\n", ""), []);
        assert_eq!(candidates("", MOUNTS), []);
    }

    /// A folder that looks as a group of either version does.
    fn double(version: Version, files: &[&str]) -> (tempfile::TempDir, Cgroup) {
        let place = tempfile::tempdir().unwrap();
        for file in files {
            fs::write(place.path().join(file), "").unwrap();
        }
        let group = Cgroup { folder: place.path().to_owned(), version };
        (place, group)
    }

    #[test]
    fn a_limit_is_written_as_each_version_wants_it() {
        let text = |place: &tempfile::TempDir, file| fs::read_to_string(place.path().join(file)).unwrap();
        let (place, group) = double(Version::V2, &["memory.max", "memory.swap.max"]);
        assert!(group.limit(Some(5000)));
        assert_eq!((text(&place, "memory.max"), text(&place, "memory.swap.max")), ("5000".into(), "0".into()));
        assert!(group.limit(None));
        assert_eq!(text(&place, "memory.max"), "max");
        let (place, group) = double(Version::V1, &["memory.limit_in_bytes"]);
        assert!(group.limit(Some(5000)) && group.limit(None));
        assert_eq!(text(&place, "memory.limit_in_bytes"), "-1");
        assert!(!double(Version::V2, &[]).1.limit(Some(1)), "without the controller there is no such file");
    }

    #[test]
    fn a_runner_that_is_alone_in_its_group_goes_into_one_below_where_it_cannot_hand_down_from_there() {
        let place = tempfile::tempdir().unwrap();
        let own = std::process::id().to_string();
        let below = place.path().join(format!("{PREFIX}{own}{RUNNER}"));
        let parent = Parent { folder: place.path().to_owned(), version: Version::V2 };
        // A folder in the place of the file refuses to be written, as a group with processes does.
        fs::create_dir(place.path().join("cgroup.subtree_control")).unwrap();
        fs::write(place.path().join("cgroup.procs"), format!("{own}\n1\n")).unwrap();
        parent.hand_down();
        assert!(!below.exists(), "somebody else is in the group");
        fs::write(place.path().join("cgroup.procs"), format!("{own}\n")).unwrap();
        parent.hand_down();
        assert!(below.exists() && fs::read_to_string(below.join("cgroup.procs")).unwrap() == own);
        assert_eq!(fs::read_to_string(place.path().join("cgroup.procs")).unwrap(), own, "it did not help: it is back");
    }

    #[test]
    fn kills_for_want_of_memory_are_counted() {
        let (place, group) = double(Version::V2, &["memory.events"]);
        fs::write(place.path().join("memory.events"), "low 0\noom 3\noom_kill 2\noom_group_kill 0\n").unwrap();
        assert_eq!(group.kills(), 2);
        let (place, group) = double(Version::V1, &[]);
        assert_eq!(group.kills(), 0);
        fs::write(place.path().join("memory.oom_control"), "oom_kill_disable 0\nunder_oom 0\noom_kill 1\n").unwrap();
        assert_eq!(group.kills(), 1);
    }
}
