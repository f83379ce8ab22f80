//! Handling of untrusted input and refused resources: damage and refusals become plain errors.
//!
//! Experiment files, result folders, other programs and command lines may be damaged or hostile. This crate has the rules for them:
//! which files are opened ([`mod@file`]), which names are valid ([`names`]), how a message repeats a text ([`message`]) and states a
//! count ([`mod@count`]), and how a text is written into a CSV cell ([`csv_cell`]) or into LaTeX ([`latex`]). A system may also
//! refuse threads: [`threads`] starts threads and reports refusals.

pub mod count;
pub mod csv_cell;
pub mod file;
pub mod latex;
pub mod message;
pub mod names;
pub mod threads;
