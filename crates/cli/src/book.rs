//! The chapters of the book: the pages of `docs/`, compiled into the program.

use std::path::Path;

/// A chapter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Chapter {
    /// The path of its file in `docs/`.
    path: &'static str,
    /// Its text, as Markdown.
    pub(crate) text: &'static str,
}

/// Chapters by the paths of their files.
macro_rules! chapters {
    ($($path:literal,)*) => {
        &[$(Chapter { path: $path, text: include_str!(concat!("../docs/", $path)) }),*]
    };
}

/// All chapters, in the order of `docs/SUMMARY.md`.
pub(crate) const CHAPTERS: &[Chapter] = chapters![
    "README.md",
    "tutorial/first-experiment.md",
    "tutorial/compare-heuristics.md",
    "tutorial/bring-your-solver.md",
    "tutorial/write-a-heuristic.md",
    "tutorial/another-domain.md",
    "tutorial/reproduce-a-paper.md",
    "tutorial/run-on-a-cluster.md",
    "tutorial/statistics-for-reviewers.md",
    "experiment-file.md",
    "instances.md",
    "columns.md",
    "page.md",
    "claims.md",
    "exports.md",
    "foreign-solvers.md",
    "cluster.md",
    "methodology.md",
    "heuristics.md",
    "predictions.md",
    "regressions.md",
    "reliability.md",
    "gallery.md",
    "reproduction.md",
    "lineage.md",
    "performance.md",
    "instructions.md",
    "scale.md",
];

impl Chapter {
    /// Its name: `book`, or that of its file.
    pub(crate) fn name(&self) -> &'static str {
        let stem = Path::new(self.path).file_stem().and_then(|stem| stem.to_str());
        stem.filter(|stem| *stem != "README").unwrap_or("book")
    }

    /// Its title.
    pub(crate) fn title(&self) -> &'static str {
        let first = self.text.lines().next().unwrap_or_default();
        first.trim_start_matches("# ")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_chapters_are_those_of_the_summary_in_its_order() {
        let summary = include_str!("../docs/SUMMARY.md");
        let links = summary.lines().filter_map(|line| line.split_once("](")?.1.strip_suffix(')'));
        assert!(links.eq(CHAPTERS.iter().map(|chapter| chapter.path)), "docs/SUMMARY.md has other chapters");
    }

    #[test]
    fn every_page_is_a_chapter_with_a_name_of_its_own_and_a_title() {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
        let pages = ["", "tutorial"].iter().flat_map(|folder| docs.join(folder).read_dir().unwrap());
        let pages = pages.map(|entry| entry.unwrap().path());
        let pages = pages.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
        let pages: BTreeSet<String> = pages
            .map(|path| path.strip_prefix(&docs).unwrap().to_str().unwrap().to_owned())
            .filter(|path| path != "SUMMARY.md")
            .collect();
        assert_eq!(pages, CHAPTERS.iter().map(|chapter| chapter.path.to_owned()).collect());
        assert_eq!(CHAPTERS.iter().map(Chapter::name).collect::<BTreeSet<_>>().len(), CHAPTERS.len());
        assert!(CHAPTERS.iter().all(|chapter| chapter.text.starts_with("# ")));
    }
}
