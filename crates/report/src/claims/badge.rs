//! The verdicts on claims as a badge: a small picture for the page of a project.

use crate::export::html::escape;

/// The height, and the space to the left and to the right of a text.
const HEIGHT: usize = 20;
const PADDING: usize = 6;
/// The width of a letter, so that the badge does not depend on a font.
const LETTER: usize = 7;

const LABEL: &str = "claims";
/// The colours of the two halves; white texts have a contrast of at least 4.5 with each.
const GREY: &str = "#555555";
const GREEN: &str = "#2a7a2a";
const RED: &str = "#b3261e";

/// A badge that states how many of `all` claims agree.
pub(super) fn svg(agreeing: usize, all: usize) -> String {
    let text = if agreeing == all { format!("{all} agree") } else { format!("{agreeing} of {all} agree") };
    let color = if agreeing == all { GREEN } else { RED };
    let [left, right] = [LABEL, &text].map(|text| text.chars().count() * LETTER + 2 * PADDING);
    let wide = left + right;
    let (label, text) = (escape(LABEL), escape(&text));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}\" height=\"{HEIGHT}\" role=\"img\" aria-label=\"{label}: {text}\">\n\
         <title>{label}: {text}</title>\n\
         <rect width=\"{left}\" height=\"{HEIGHT}\" fill=\"{GREY}\"/>\n\
         <rect x=\"{left}\" width=\"{right}\" height=\"{HEIGHT}\" fill=\"{color}\"/>\n\
         <g fill=\"#ffffff\" font-family=\"DejaVu Sans, Verdana, sans-serif\" font-size=\"11\" text-anchor=\"middle\">\n\
         <text x=\"{}\" y=\"14\">{label}</text>\n<text x=\"{}\" y=\"14\">{text}</text>\n</g>\n</svg>\n",
        left / 2,
        left + right / 2
    )
}

#[cfg(test)]
mod tests {
    use tilebench_plot::theme::{BACKGROUND, Color};

    use super::*;

    #[test]
    fn a_badge_is_green_only_if_all_claims_agree() {
        assert!(svg(3, 3).contains("claims: 3 agree") && svg(3, 3).contains(GREEN));
        assert!(svg(2, 3).contains("claims: 2 of 3 agree") && svg(2, 3).contains(RED) && !svg(2, 3).contains(GREEN));
    }

    #[test]
    fn white_texts_are_readable_on_each_half() {
        for color in [GREY, GREEN, RED] {
            let part = |at: usize| u8::from_str_radix(&color[at..at + 2], 16).unwrap();
            assert!(Color(part(1), part(3), part(5), 1.0).contrast(BACKGROUND) >= 4.5, "{color}");
        }
    }
}
