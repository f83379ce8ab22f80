//! The choice of the blank's way to the cell in front of the tile that it is to move.

/// How the blank gets in front of a tile.
///
/// Two ways keep to the ring of up to eight cells around the tile. On it they turn as seen on the
/// board that is mirrored so that the blank belongs nearest to the last cell. Where placed or parked
/// tiles bar the next step towards the ring, or both ways along it, the rest is a shortest way: never
/// by `Around` on random boards up to 20x20, and by `Fixed` about once a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hole {
    /// By a shortest way among the cells that are free.
    #[default]
    Shortest,
    /// To the nearest cell of the ring, sideways before up or down, and then along the ring whichever
    /// way is shorter, as in an applet of the late 1990s.
    Around,
    /// Straight for the tile, sideways before up or down, and then clockwise along the ring, the other
    /// way only where that is barred; the last 2x2 turns clockwise too. After the fixed routines of a
    /// "brute force" program beside a code-golf answer of 2012.
    Fixed,
}

impl Hole {
    /// All ways with the names by which they are chosen.
    pub(crate) const ALL: &'static [(&'static str, Self)] =
        &[("shortest", Self::Shortest), ("around", Self::Around), ("fixed", Self::Fixed)];
}
