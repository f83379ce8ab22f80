//! The options that bidirectional algorithms share.

use crate::options::{OptionSpec, ValueParser};

/// The order of nodes of equal priority.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tie {
    /// The order of the fastest search.
    Fast,
    /// The order of the published program, with whose counts it agrees.
    Published,
}

/// The order of nodes of equal priority.
pub(super) static TIE: OptionSpec<Tie> = OptionSpec {
    name: "tie",
    former: None,
    values: "fast or published",
    default: "fast",
    summary: "The order of nodes of equal priority: the fastest, or that of the published program, whose counts it gives exactly.",
    parser: ValueParser::OneOf(&[("fast", Tie::Fast), ("published", Tie::Published)]),
};
