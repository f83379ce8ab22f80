//! Input from elsewhere, made safe to open, to print and to write.
//!
//! Experiment files, result folders, other programs and command lines may be damaged or hostile. This crate has the
//! three rules by which the rest of the program treats them: which files are opened ([`mod@file`]), how a message repeats
//! a text ([`message`]), and how a text is written into a CSV cell ([`cell`]).

pub mod cell;
pub mod file;
pub mod message;
