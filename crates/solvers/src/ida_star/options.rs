//! The options of IDA*.

use core::fmt;

use tilebench_core::Weight;

use super::Threads;
pub use crate::options::WEIGHT;
use crate::options::{OptionSpec, Options, SWITCH, ValueParser, parse_integer};

/// Whether children raise their parent's estimate.
pub static BPMX: OptionSpec<bool> = OptionSpec {
    name: "bpmx",
    former: None,
    values: "true or false",
    default: "false",
    summary: "Whether the h of a child raises that of its parent (bidirectional pathmax), for inconsistent heuristics.",
    parser: SWITCH,
};

/// The number of threads.
pub static THREADS: OptionSpec<usize> = OptionSpec {
    name: "threads",
    former: None,
    values: "an integer from 1 to 1024",
    default: "1",
    summary: "Number of threads that search one instance, each on its own core.",
    parser: ValueParser::Function(|text| parse_integer("threads", text, 1, Threads::MAX)),
};

/// Whether threads count exactly.
pub static DETERMINISTIC: OptionSpec<bool> = OptionSpec {
    name: "deterministic",
    former: None,
    values: "true or false",
    default: "true",
    summary: "Whether several threads return the counts and the solution of one thread, or stop at the first goal that a thread finds.",
    parser: SWITCH,
};

/// The implementation of iterations. All generate the same nodes; they differ in speed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kernel {
    /// The recursion in small iterations; in large ones, batches by the widest vectors that the processor has. The recursion
    /// only, if the heuristic or the domain does not support batches.
    #[default]
    Auto,
    /// The recursion.
    Plain,
    /// Batches, one state at a time.
    Portable,
    /// Batches, two states at a time, on aarch64.
    Neon,
    /// Batches, four states at a time, on x86-64.
    Avx2,
    /// Batches, eight states at a time, on x86-64.
    Avx512,
}

impl Kernel {
    /// All by name.
    pub const ALL: &'static [(&'static str, Self)] = &[
        ("auto", Self::Auto),
        ("plain", Self::Plain),
        ("portable", Self::Portable),
        ("neon", Self::Neon),
        ("avx2", Self::Avx2),
        ("avx512", Self::Avx512),
    ];

    /// Whether batches are requested by name.
    #[must_use]
    pub fn is_forced(self) -> bool {
        !matches!(self, Self::Auto | Self::Plain)
    }
}

/// As it is named in experiment files.
impl fmt::Display for Kernel {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = Self::ALL.iter().find(|(_, kernel)| kernel == self);
        out.write_str(named.map_or("", |(name, _)| name))
    }
}

/// The kernel.
pub static KERNEL: OptionSpec<Kernel> = OptionSpec {
    name: "kernel",
    former: None,
    values: "auto, plain, portable, neon, avx2 or avx512",
    default: "auto",
    summary: "Method of expansion: by recursion (plain) or in batches; counts and path are the same, the time differs.",
    parser: ValueParser::OneOf(Kernel::ALL),
};

/// The maximum number of operators of the strings that are cut.
pub static PRUNE: OptionSpec<Option<u32>> = OptionSpec {
    name: "prune",
    former: None,
    values: "none or an integer from 2 to 22",
    default: "none",
    summary: "Maximum number of moves of a string that is not searched because another with the same effect, in the same rectangle, is not longer.",
    parser: ValueParser::Function(|text| match text {
        "none" => Ok(None),
        _ => parse_integer("prune", text, 2, 22).map(Some).map_err(|reason| format!("{reason}, or none")),
    }),
};

/// Whether one of two symmetric first moves is left out.
pub static SYMMETRY: OptionSpec<bool> = OptionSpec {
    name: "symmetry",
    former: None,
    values: "true or false",
    default: "false",
    summary: "Whether one of two first moves is left out if the start is its own mirror image in the main diagonal, as a goal turned by 180 degrees is.",
    parser: SWITCH,
};

/// The values of the options of IDA*.
#[derive(Clone, Copy, Debug)]
pub struct Config<'a> {
    /// The weight on the heuristic.
    pub weight: Weight,
    /// Whether children raise their parent's estimate.
    pub bpmx: bool,
    /// The implementation of iterations.
    pub kernel: Kernel,
    /// The threads.
    pub threads: Threads,
    /// The maximum number of operators of the strings that are cut, if any are.
    pub prune: Option<u32>,
    /// Whether one of two symmetric first moves is left out.
    pub symmetry: bool,
    /// The automaton that cuts them, for a domain that reads it; `None` while the values are only checked.
    pub automaton: Option<&'a [u8]>,
}

impl Default for Config<'_> {
    /// IDA* with its default options.
    fn default() -> Self {
        Self::new(&Options::default())
    }
}

impl Config<'_> {
    /// The values that `options` set.
    #[must_use]
    pub fn new(options: &Options) -> Self {
        let threads = Threads { count: options.get(&THREADS), deterministic: options.get(&DETERMINISTIC) };
        Self {
            weight: options.get(&WEIGHT),
            bpmx: options.get(&BPMX),
            kernel: options.get(&KERNEL),
            threads,
            prune: options.get(&PRUNE),
            symmetry: options.get(&SYMMETRY),
            automaton: None,
        }
    }

    /// Whether these values can be combined.
    ///
    /// # Errors
    ///
    /// One sentence that names the options that exclude each other.
    pub fn check(&self) -> Result<(), String> {
        if self.bpmx && self.threads.count > 1 {
            return Err("bpmx searches with one thread: leave threads out".to_owned());
        }
        if self.bpmx && self.prune.is_some() {
            return Err("bpmx searches without prune: leave one of them out".to_owned());
        }
        if self.kernel.is_forced() && (self.bpmx || self.weight != Weight::ONE) {
            let kernel = self.kernel;
            return Err(format!("kernel '{kernel}' searches without bpmx and with weight 1: leave kernel out"));
        }
        Ok(())
    }
}
