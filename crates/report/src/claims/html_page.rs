//! Claims and verdicts as a self-contained HTML page.

use std::fmt::{Error, Write as _};

use crate::claims::judgement::Judgement;
use crate::claims::tables;
use crate::export::html::{self, escape};

/// The style of all pages of reports.
const STYLE: &str = include_str!("../page.css");

/// The page as HTML, without scripts and requests.
pub(super) fn write(judgement: &Judgement) -> Result<String, Error> {
    let claims = &judgement.claims;
    let title = escape(&claims.title);
    let mut text = String::new();
    writeln!(text, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">")?;
    writeln!(text, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")?;
    writeln!(text, "<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<header>\n<h1>{title}</h1>")?;
    writeln!(text, "<p class=\"question\">{}</p>", with_code(claims.about.trim()))?;
    writeln!(text, "<p class=\"facts\">{}.</p>\n</header>", escape(&judgement.counts()))?;
    for (part, judged) in judgement.parts() {
        writeln!(text, "<section>\n<h2>{}</h2>\n<p>From {}.</p>", escape(&part.name), escape(&part.source))?;
        writeln!(text, "<p>{}</p>", with_code(part.here.trim()))?;
        for fact in tables::facts(part).iter().chain(&tables::evidence(&judged)) {
            writeln!(text, "<p class=\"note\">{}</p>", with_code(fact))?;
        }
        let reports = part.experiments.iter().filter(|name| judgement.made.get(*name).is_some_and(|made| made.0 > 0));
        for name in reports.map(|name| escape(name)) {
            writeln!(text, "<p class=\"note\"><a href=\"{name}/index.html\">{name}: all runs</a></p>")?;
        }
        if !judged.is_empty() {
            html::write(&mut text, &tables::table(&judged))?;
        }
        if let Some(differing) = tables::differing(&judged) {
            writeln!(text, "<h3>{}</h3>", escape(&differing.title))?;
            html::write(&mut text, &differing)?;
        }
        writeln!(text, "</section>")?;
    }
    writeln!(text, "</body>\n</html>")?;
    Ok(text)
}

/// `text` as markup; text between backquotes becomes code.
fn with_code(text: &str) -> String {
    let pieces = text.split('`').enumerate().map(|(place, piece)| match place % 2 {
        0 => escape(piece),
        _ => format!("<code>{}</code>", escape(piece)),
    });
    pieces.collect()
}
