//! Who is told what becomes of tables.

/// What happens to a table.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A table is going to be built, because none is kept.
    Building {
        /// Its name.
        name: &'a str,
        /// Its length.
        bytes: u64,
    },
    /// How far building is, in units of the builder's own.
    Progress {
        /// Done so far.
        done: u64,
        /// All there is to do.
        of: u64,
    },
    /// It is built.
    Built {
        /// Its name.
        name: &'a str,
        /// How long that took.
        seconds: f64,
    },
}

/// Is told what becomes of tables.
pub trait Watch: Send + Sync {
    /// Something happened.
    fn event(&self, event: &Event<'_>);
}

/// Watches nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoWatch;

impl Watch for NoWatch {
    fn event(&self, _: &Event<'_>) {}
}
