//! Input and resources from outside of the program, used so that damage and refusals become plain errors.
//!
//! Experiment files, result folders, other programs and command lines may be damaged or hostile. This crate has the
//! three rules by which the rest of the program treats them: which files are opened ([`mod@file`]), how a message repeats
//! a text ([`message`]), and how a text is written into a CSV cell ([`cell`]). A system may also refuse threads: [`threads`]
//! starts them and reports it.

pub mod cell;
pub mod file;
pub mod message;
pub mod threads;
