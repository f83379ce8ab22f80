//! Errors of a command line, each as one sentence.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use tilebench_sanitize::message::excerpt;

/// Whether it is not an error, but a request for the help or the version.
pub(crate) fn is_answer(error: &clap::Error) -> bool {
    matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion)
}

/// The error in one sentence: clap writes paragraphs, with tips and the usage below.
pub(crate) fn sentence(error: &clap::Error) -> String {
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return "a command is missing: `tilebench --help` lists the commands".to_owned();
    }
    let mut text = error.to_string();
    for input in inputs(error) {
        text = text.replace(&input, &excerpt(&input).to_string());
    }
    let lines = text.lines().map(str::trim).take_while(|line| !line.starts_with("Usage:"));
    let mut sentence = String::new();
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with("For more information")) {
        let line = line.strip_prefix("error: ").unwrap_or(line);
        let (joint, line) = line.strip_prefix("tip: ").map_or((" ", line), |tip| ("; ", tip));
        if !sentence.is_empty() {
            sentence.push_str(joint);
        }
        sentence.push_str(line);
    }
    // An input with control characters is not found above, since clap leaves some of them out.
    let words: Vec<String> = sentence.split(' ').map(|word| excerpt(word).to_string()).collect();
    format!("{}; --help lists the arguments of the command", words.join(" "))
}

/// The parts of the command line that the message repeats.
fn inputs(error: &clap::Error) -> Vec<String> {
    let kinds = [ContextKind::InvalidArg, ContextKind::InvalidValue, ContextKind::InvalidSubcommand];
    let values = kinds.into_iter().filter_map(|kind| error.get(kind));
    let texts = values.flat_map(|value| match value {
        ContextValue::String(text) => vec![text.clone()],
        ContextValue::Strings(texts) => texts.clone(),
        _ => Vec::new(),
    });
    texts.filter(|text| !text.is_empty()).collect()
}
