//! The file name of a requested chart, derived from the request.

use super::PlotRequest;

/// The maximum length of a part; longer parts are cut.
const MAX_PART_LENGTH: usize = 60;

/// The file name, without the suffix of the set and the extension.
pub(super) fn for_request(request: &PlotRequest) -> String {
    let mut name = format!("plot-{}", request.kind);
    let between = request.between.as_ref().map(|pair| pair.join(" "));
    let by = request.group.as_ref().map(|group| format!("by {group}"));
    let width = request.width.map(|width| format!("{width}"));
    let pool = request.pool.then(|| "pool".to_owned());
    let caption = request.without_caption.then(|| "no-caption".to_owned());
    let parts = [&request.x, &request.y, &by, &request.filter, &between, &pool, &width, &caption];
    for part in parts.into_iter().flatten().map(|part| safe(part)).filter(|part| !part.is_empty()) {
        name.push('-');
        name.push_str(&part);
    }
    name
}

/// `text` in lower-case letters, digits, underscores and single hyphens. Comparisons are spelled out, so that different
/// filters seldom share a name.
fn safe(text: &str) -> String {
    let marks =
        [("==", " is "), ("!=", " not "), ("<=", " most "), (">=", " least "), ("<", " below "), (">", " above ")];
    let mut words = text.to_owned();
    for (mark, word) in marks.into_iter().chain([("||", " or "), ("!~", " without "), ("~", " with "), ("!", " not ")])
    {
        words = words.replace(mark, word);
    }
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let parts: Vec<&str> = words.split(|letter| !is_part(letter)).filter(|part| !part.is_empty()).collect();
    parts.join("-").to_ascii_lowercase().chars().take(MAX_PART_LENGTH).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_contains_the_request_and_filters_differ_by_their_comparison() {
        let request = |filter: &str| PlotRequest {
            kind: "box".into(),
            x: Some("wall_s".into()),
            filter: Some(filter.into()),
            width: Some(250.0),
            ..PlotRequest::default()
        };
        assert_eq!(for_request(&request("length > 50")), "plot-box-wall_s-length-above-50-250");
        assert_eq!(for_request(&request("status != \"solved\"")), "plot-box-wall_s-status-not-solved-250");
        assert_ne!(for_request(&request("length > 50")), for_request(&request("length >= 50")));
    }
}
