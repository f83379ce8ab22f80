//! Control groups: a memory limit that the kernel enforces for a whole process tree, by killing a process of that tree and
//! not of another (Linux; cgroup v1 and v2).
//!
//! A group is created below the group of this process if that is permitted: as root, or in a folder delegated to the user.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use crate::{memory, processes};

/// The interface of the kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CgroupVersion {
    /// One hierarchy per controller.
    V1,
    /// One hierarchy for all controllers.
    V2,
}

/// A control group, removed when it is dropped.
#[derive(Debug)]
pub struct Cgroup {
    folder: PathBuf,
    version: CgroupVersion,
}

/// A group below which this process may create others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParentCgroup {
    folder: PathBuf,
    version: CgroupVersion,
}

impl ParentCgroup {
    /// The group of this process, if another can be created and limited below it.
    #[must_use]
    pub fn find() -> Option<Self> {
        let own = fs::read_to_string("/proc/self/cgroup").ok()?;
        let mounts = fs::read_to_string("/proc/self/mounts").ok()?;
        candidates(&own, &mounts).into_iter().find(Self::works)
    }

    /// The interface that it is used by.
    #[must_use]
    pub fn version(&self) -> CgroupVersion {
        self.version
    }

    /// Whether a group can be created here and limited. Removes groups left by killed runners first.
    fn works(&self) -> bool {
        self.sweep();
        if self.version == CgroupVersion::V2 {
            self.enable_controller();
        }
        self.create_child().is_some_and(|group| group.limit(Some(1 << 40)))
    }

    /// Enables the memory controller for groups below this one (v2). The kernel refuses that for a group with processes, so
    /// if this process is the only one in it, it moves to a group below.
    fn enable_controller(&self) {
        let enable = || fs::write(self.folder.join("cgroup.subtree_control"), "+memory").is_ok();
        let procs = self.folder.join("cgroup.procs");
        let own = std::process::id().to_string();
        let is_alone = || fs::read_to_string(&procs).is_ok_and(|pids| pids.trim() == own);
        if enable() || !is_alone() {
            return;
        }
        let below = self.folder.join(format!("{PREFIX}{own}{RUNNER}"));
        let moves = fs::create_dir(&below).is_ok() && fs::write(below.join("cgroup.procs"), &own).is_ok();
        if moves && !enable() {
            let _ = fs::write(&procs, &own);
            let _ = fs::remove_dir(&below);
        }
    }

    /// Removes groups whose runners have ended.
    fn sweep(&self) {
        let is_left = |name: &str| {
            let runner = name.strip_prefix(PREFIX).and_then(|rest| rest.split('-').next());
            runner.is_some_and(|pid| !Path::new("/proc").join(pid).exists())
        };
        let groups = self.folder.read_dir().into_iter().flatten().flatten();
        for group in groups.filter(|group| is_left(&group.file_name().to_string_lossy())) {
            // The kernel refuses to remove a group with processes.
            let _ = fs::remove_dir(group.path());
        }
    }

    /// Creates a group.
    pub(crate) fn create_child(&self) -> Option<Cgroup> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let name = format!("{PREFIX}{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let folder = self.folder.join(name);
        fs::create_dir(&folder).ok()?;
        Some(Cgroup { folder, version: self.version })
    }
}

/// The memory that this process and the others of its control group may have together: the group's limit or the memory of
/// the machine, whichever is less.
#[must_use]
pub fn allowed_memory() -> Option<u64> {
    let installed = memory::installed()?;
    Some(own_limit().map_or(installed, |limit| installed.min(limit)))
}

/// The minimum of the memory limits of this process's group and its ancestors.
fn own_limit() -> Option<u64> {
    let own = fs::read_to_string("/proc/self/cgroup").ok()?;
    let mounts = fs::read_to_string("/proc/self/mounts").ok()?;
    let limit = |group: ParentCgroup| {
        let file = if group.version == CgroupVersion::V1 { "memory.limit_in_bytes" } else { "memory.max" };
        // A limit above an ancestor's has no effect.
        let limits = group.folder.ancestors().filter_map(|folder| fs::read_to_string(folder.join(file)).ok());
        limits.filter_map(|text| text.trim().parse().ok()).min()
    };
    candidates(&own, &mounts).into_iter().filter_map(limit).min()
}

const PREFIX: &str = "tilebench-";

/// The suffix of the name of a group that a runner moved to itself.
const RUNNER: &str = "-runner";

/// The groups that `/proc/self/cgroup` and `/proc/self/mounts` name, that of a v1 memory controller first.
fn candidates(own: &str, mounts: &str) -> Vec<ParentCgroup> {
    let mounted = |kind: &str, option: Option<&str>| {
        mounts.lines().find_map(|line| {
            let mut parts = line.split(' ');
            let (_, folder, found, options) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
            let fits = found == kind && option.is_none_or(|option| options.split(',').any(|other| other == option));
            fits.then(|| PathBuf::from(folder))
        })
    };
    let below = |root: PathBuf, path: &str| {
        // A runner that moved to its own group creates others next to it.
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
            return Some(ParentCgroup { folder: below(mounted("cgroup2", None)?, path), version: CgroupVersion::V2 });
        }
        let is_memory = controllers.split(',').any(|controller| controller == "memory");
        let folder = below(mounted("cgroup", is_memory.then_some("memory"))?, path);
        is_memory.then_some(ParentCgroup { folder, version: CgroupVersion::V1 })
    };
    let mut groups: Vec<ParentCgroup> = own.lines().filter_map(group).collect();
    groups.sort_by_key(|group| group.version == CgroupVersion::V2);
    groups
}

impl Cgroup {
    /// Adds a process, with all that it will start. Returns whether that worked.
    pub(crate) fn add(&self, pid: u32) -> bool {
        self.write("cgroup.procs", &pid.to_string())
    }

    /// Limits the memory of all its processes together; `None` removes the limit. Returns whether that worked.
    pub(crate) fn limit(&self, bytes: Option<u64>) -> bool {
        let text = |none: &str| bytes.map_or_else(|| none.to_owned(), |bytes| bytes.to_string());
        match self.version {
            CgroupVersion::V1 => {
                // The limit with swap must never be below the limit without: raise it first and lower it last.
                let (lower, upper) = ("memory.limit_in_bytes", "memory.memsw.limit_in_bytes");
                let value = text("-1");
                self.write(upper, &value);
                let is_limited = self.write(lower, &value);
                self.write(upper, &value);
                self.write("memory.swappiness", "0");
                is_limited
            }
            CgroupVersion::V2 => {
                self.write("memory.swap.max", "0");
                self.write("memory.max", &text("max"))
            }
        }
    }

    /// The memory that its processes hold now, including pages of files that they read.
    pub(crate) fn usage(&self) -> Option<u64> {
        self.number(if self.version == CgroupVersion::V1 { "memory.usage_in_bytes" } else { "memory.current" })
    }

    /// The number of its processes that the kernel killed because memory ran out.
    pub(crate) fn oom_kills(&self) -> u64 {
        let file = if self.version == CgroupVersion::V1 { "memory.oom_control" } else { "memory.events" };
        let text = fs::read_to_string(self.folder.join(file)).unwrap_or_default();
        let count = text.lines().find_map(|line| line.strip_prefix("oom_kill "));
        count.and_then(|count| count.trim().parse().ok()).unwrap_or(0)
    }

    /// Kills its processes.
    pub(crate) fn kill(&self) {
        processes::kill(&self.processes());
    }

    fn write(&self, file: &str, text: &str) -> bool {
        let file = self.folder.join(file);
        // Never created here: a folder without the controller has no such file.
        file.exists() && fs::write(file, text).is_ok()
    }

    fn number(&self, file: &str) -> Option<u64> {
        fs::read_to_string(self.folder.join(file)).ok()?.trim().parse().ok()
    }

    /// Its processes.
    fn processes(&self) -> Vec<u32> {
        let text = fs::read_to_string(self.folder.join("cgroup.procs")).unwrap_or_default();
        text.lines().filter_map(|pid| pid.parse().ok()).collect()
    }
}

impl Drop for Cgroup {
    /// Removes the group, which succeeds once its last process has ended.
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
    fn candidates_of_both_versions_are_found_below_their_mounts() {
        let own = "4:memory:/a/b\n2:cpu,cpuacct:/c\n0::/d\n";
        let parent = |folder: &str, version| ParentCgroup { folder: PathBuf::from(folder), version };
        let expected = [
            parent("/sys/fs/cgroup/memory/a/b", CgroupVersion::V1),
            parent("/sys/fs/cgroup/unified/d", CgroupVersion::V2),
        ];
        assert_eq!(candidates(own, MOUNTS), expected);
        let only_two = "cgroup2 /sys/fs/cgroup cgroup2 rw,nosuid 0 0\n";
        assert_eq!(candidates("0::/user.slice\n", only_two), [parent("/sys/fs/cgroup/user.slice", CgroupVersion::V2)]);
        assert_eq!(candidates("0::/a/tilebench-7-runner\n", only_two), [parent("/sys/fs/cgroup/a", CgroupVersion::V2)]);
        assert_eq!(candidates("0::/x\n", ""), []);
        assert_eq!(candidates("", MOUNTS), []);
    }

    /// A folder with files like those of a group.
    fn fake_group(version: CgroupVersion, files: &[&str]) -> (tempfile::TempDir, Cgroup) {
        let place = tempfile::tempdir().unwrap();
        for file in files {
            fs::write(place.path().join(file), "").unwrap();
        }
        let group = Cgroup { folder: place.path().to_owned(), version };
        (place, group)
    }

    #[test]
    fn the_limit_files_of_each_version_are_written() {
        let text = |place: &tempfile::TempDir, file| fs::read_to_string(place.path().join(file)).unwrap();
        let (place, group) = fake_group(CgroupVersion::V2, &["memory.max", "memory.swap.max"]);
        assert!(group.limit(Some(5000)));
        assert_eq!((text(&place, "memory.max"), text(&place, "memory.swap.max")), ("5000".into(), "0".into()));
        assert!(group.limit(None));
        assert_eq!(text(&place, "memory.max"), "max");
        let (place, group) = fake_group(CgroupVersion::V1, &["memory.limit_in_bytes"]);
        assert!(group.limit(Some(5000)) && group.limit(None));
        assert_eq!(text(&place, "memory.limit_in_bytes"), "-1");
        assert!(!fake_group(CgroupVersion::V2, &[]).1.limit(Some(1)), "without the controller there is no such file");
    }

    #[test]
    fn a_runner_alone_in_its_group_moves_below_if_it_cannot_enable_the_controller() {
        let place = tempfile::tempdir().unwrap();
        let own = std::process::id().to_string();
        let below = place.path().join(format!("{PREFIX}{own}{RUNNER}"));
        let parent = ParentCgroup { folder: place.path().to_owned(), version: CgroupVersion::V2 };
        // Writing to a folder fails, as it does for a group with processes.
        fs::create_dir(place.path().join("cgroup.subtree_control")).unwrap();
        fs::write(place.path().join("cgroup.procs"), format!("{own}\n1\n")).unwrap();
        parent.enable_controller();
        assert!(!below.exists(), "another process is in the group");
        fs::write(place.path().join("cgroup.procs"), format!("{own}\n")).unwrap();
        parent.enable_controller();
        assert!(below.exists() && fs::read_to_string(below.join("cgroup.procs")).unwrap() == own);
        assert_eq!(
            fs::read_to_string(place.path().join("cgroup.procs")).unwrap(),
            own,
            "it did not help: the process is back"
        );
    }

    #[test]
    fn out_of_memory_kills_are_counted() {
        let (place, group) = fake_group(CgroupVersion::V2, &["memory.events"]);
        fs::write(place.path().join("memory.events"), "low 0\noom 3\noom_kill 2\noom_group_kill 0\n").unwrap();
        assert_eq!(group.oom_kills(), 2);
        let (place, group) = fake_group(CgroupVersion::V1, &[]);
        assert_eq!(group.oom_kills(), 0);
        fs::write(place.path().join("memory.oom_control"), "oom_kill_disable 0\nunder_oom 0\noom_kill 1\n").unwrap();
        assert_eq!(group.oom_kills(), 1);
    }
}
