//! The program `tilebench`.

fn main() {}
