//! The routing of the blank to the cell in front of a tile, an option.

/// The routing of the blank to the cell in front of a tile.
///
/// Two routings use the ring of up to eight cells around the tile. Their sense of rotation refers to the board that is
/// mirrored so that the blank's goal is nearest to the last cell. If placed or parked tiles block the next step towards
/// the ring, or both directions along it, the rest is a shortest path: this never happens with `Around` on random boards up to
/// 20x20, and about once per line with `Fixed`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BlankRouting {
    /// A shortest path over free cells.
    #[default]
    Shortest,
    /// To the nearest cell of the ring, horizontally before vertically, and then along the ring in the shorter
    /// direction, as in an applet of the late 1990s.
    Around,
    /// Towards the tile, horizontally before vertically, and then clockwise along the ring, or counter-clockwise if
    /// clockwise is blocked; the last 2x2 is rotated clockwise too. Modelled on the fixed routines of a
    /// "brute force" program published with a code-golf answer of 2012.
    Fixed,
}

impl BlankRouting {
    /// All routings with their names in experiment files.
    pub(crate) const ALL: &'static [(&'static str, Self)] =
        &[("shortest", Self::Shortest), ("around", Self::Around), ("fixed", Self::Fixed)];
}
