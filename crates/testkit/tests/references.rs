//! Checks that every citation has an entry in docs/references.bib, and every entry a citation.
//!
//! A citation is "Author 1999", "Author and Author 1999" or, for three authors or more, "Author and others 1999".

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// The years in which a cited work can have appeared. The earliest one cited is of 1710.
const YEARS: RangeInclusive<u32> = 1700..=2029;

/// Capitalised words before a number like a year that are not the name of an author, each with the reason.
const NON_AUTHORS: &[(&str, &str)] = &[("Board", "the number of an instance"), ("Golf", "a site named Code Golf")];

/// Folders that are not read, besides those of build products: records, and expected outputs that a test writes.
const SKIPPED_FOLDERS: &[&str] = &["results", "snapshots"];

/// The extensions of the files that are read. Of a CSV file only the comments count.
const READ_EXTENSIONS: &[&str] = &["rs", "md", "toml", "csv", "py", "sh", "js"];

/// Words that begin a surname in lower case.
const PARTICLES: &[&str] = &["de", "den", "der", "van", "von"];

/// An entry of the bibliography.
#[derive(Debug)]
struct BibliographyEntry {
    fields: BTreeMap<String, String>,
    surnames: Vec<String>,
}

/// The authors that a citation names after the first one.
#[derive(Debug, PartialEq, Eq)]
enum Coauthors {
    None,
    Second(String),
    More,
}

/// A citation in a text.
#[derive(Debug, PartialEq, Eq)]
struct Citation {
    line: usize,
    first: String,
    others: Coauthors,
    /// The year and its letter.
    year: String,
}

/// A citation, or the line of a citation in another form and the reason why it is wrong.
type ParsedCitation = Result<Citation, (usize, String)>;

/// A letter without its accent, in lower-case ASCII.
fn fold(letter: char) -> Option<&'static str> {
    const ACCENTS: &[(&str, &str)] = &[
        ("àáâãäåā", "a"),
        ("çćč", "c"),
        ("ď", "d"),
        ("èéêëěē", "e"),
        ("ìíîïī", "i"),
        ("ł", "l"),
        ("ñńň", "n"),
        ("òóôõöøō", "o"),
        ("ř", "r"),
        ("śšş", "s"),
        ("ß", "ss"),
        ("ť", "t"),
        ("ùúûüůū", "u"),
        ("ýÿ", "y"),
        ("źżž", "z"),
    ];
    ACCENTS.iter().find(|(letters, _)| letters.contains(letter)).map(|(_, plain)| *plain)
}

/// The key of a work: surname in lower-case ASCII letters, then the year with its letter.
fn key(surname: &str, year: &str) -> String {
    let mut key = String::new();
    for letter in surname.chars().flat_map(char::to_lowercase).filter(|letter| letter.is_alphabetic()) {
        match fold(letter) {
            Some(plain) => key.push_str(plain),
            None => key.push(letter),
        }
    }
    key + year
}

/// The words of a text with their lines, without the marks of comments and of strings that go over several lines.
fn words(text: &str) -> Vec<(usize, &str)> {
    let mut words = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim().trim_start_matches(['/', '#', '%', '*', '>']).trim_start_matches('!');
        words.extend(line.trim_end_matches('\\').split_whitespace().map(|word| (number + 1, word)));
    }
    words
}

/// The year and its letter if `word` is a year, with or without punctuation around it, or the end of the text of a link.
fn year(word: &str) -> Option<&str> {
    let word = word.trim_start_matches(|letter: char| !letter.is_alphanumeric());
    let (year, after) = word.split_at(word.find(|letter: char| !letter.is_alphanumeric()).unwrap_or(word.len()));
    if after.contains(char::is_alphanumeric) && !after.starts_with("](") {
        return None;
    }
    let digits = year.strip_suffix(|letter| ('a'..='h').contains(&letter)).unwrap_or(year);
    let number: u32 = digits.parse().ok()?;
    (digits.len() == 4 && YEARS.contains(&number)).then_some(year)
}

/// `word` as a surname, if it is one. Opening punctuation may stand before it, but nothing after it.
fn surname(word: &str) -> Option<&str> {
    let name = word.trim_start_matches(|letter: char| !letter.is_alphanumeric());
    let is_name = |letter: char| letter.is_alphabetic() || ['-', '\'', '’'].contains(&letter);
    let capitals = name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase);
    let listed = NON_AUTHORS.iter().any(|(word, _)| *word == name);
    (capitals && name.ends_with(char::is_alphabetic) && name.chars().all(is_name) && !listed).then_some(name)
}

/// The surname that ends before word `end`, with its particles, and the place of its first word.
fn surname_before(words: &[(usize, &str)], end: usize) -> Option<(usize, String)> {
    let mut start = end.checked_sub(1)?;
    let mut name = surname(words[start].1)?.to_owned();
    // Words before opening punctuation are not part of the name.
    while start > 0 && words[start].1.starts_with(char::is_alphabetic) {
        let particle = words[start - 1].1.trim_start_matches(|letter: char| !letter.is_alphanumeric());
        if !PARTICLES.contains(&particle) {
            break;
        }
        start -= 1;
        name = format!("{particle} {name}");
    }
    Some((start, name))
}

/// The citation whose year is word `place`, if that word is such a year.
fn parse_citation(words: &[(usize, &str)], place: usize) -> Option<ParsedCitation> {
    let (line, word) = words[place];
    let year = year(word)?;
    let wrong = |reason: &str| Some(Err((line, format!("{reason} {year}"))));
    let before = |back: usize| place.checked_sub(back).map_or("", |place| words[place].1);
    if ["al", "al."].contains(&before(1)) {
        return wrong("write \"Author and others\" for \"et al.\" before");
    }
    if before(1) == "and" && parse_citation(words, place.checked_sub(2)?).is_some() {
        return wrong("name the author again before");
    }
    let opened = !word.starts_with(char::is_alphanumeric);
    if opened && before(1).strip_suffix("'s").is_some_and(|name| surname(name).is_some()) {
        return wrong("write \"that of Author YEAR\" for \"Author's (YEAR)\":");
    }
    let more = before(1) == "others" && before(2) == "and";
    let (start, last) = surname_before(words, if more { place - 2 } else { place })?;
    if opened {
        return wrong("write \"Author YEAR\" without brackets around the year:");
    }
    let right = |first, others| Some(Ok(Citation { line, first, others, year: year.to_owned() }));
    if more {
        return right(last, Coauthors::More);
    }
    // Punctuation before the surname would separate it from another author.
    let joined = start > 1 && words[start].1.starts_with(char::is_alphabetic) && words[start - 1].1 == "and";
    let Some((start, first)) = joined.then(|| surname_before(words, start - 1)).flatten() else {
        return right(last, Coauthors::None);
    };
    let third = start.checked_sub(1).and_then(|place| words[place].1.strip_suffix(','));
    if words[start].1.starts_with(char::is_alphabetic) && third.is_some_and(|word| surname(word).is_some()) {
        return wrong("write \"Author and others\" for three authors or more before");
    }
    right(first, Coauthors::Second(last))
}

/// The citations of a text.
fn citations(text: &str) -> Vec<ParsedCitation> {
    let words = words(text);
    (0..words.len()).filter_map(|place| parse_citation(&words, place)).collect()
}

/// Splits off the value in braces with which `text` begins.
fn braced(text: &str) -> Result<(&str, &str), String> {
    let start = text.chars().take(30).collect::<String>();
    let mut depth = 0_usize;
    for (place, letter) in text.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            let value = text[..=place].strip_prefix('{').ok_or_else(|| format!("no brace at '{start}'"))?;
            return Ok((&value[..value.len() - 1], &text[place + 1..]));
        }
    }
    Err(format!("no brace closes '{start}'"))
}

/// The fields of an entry, of which `text` is everything after the key.
fn fields(mut text: &str) -> Result<BTreeMap<String, String>, String> {
    let mut fields = BTreeMap::new();
    while !text.is_empty() {
        let rest = text.strip_prefix(',').ok_or_else(|| format!("no comma before '{text}'"))?.trim_start();
        if rest.is_empty() {
            break;
        }
        let (name, rest) = rest.split_once('=').ok_or_else(|| format!("no value at '{rest}'"))?;
        let (name, (value, rest)) = (name.trim(), braced(rest.trim_start())?);
        if value.is_empty() || fields.insert(name.to_owned(), value.to_owned()).is_some() {
            return Err(format!("field '{name}' is empty or there twice"));
        }
        text = rest.trim_start();
    }
    Ok(fields)
}

/// An entry, if it has all that it needs and the key that follows from it.
fn entry(found: &str, kind: &str, fields: BTreeMap<String, String>) -> Result<BibliographyEntry, String> {
    let field = |name: &str| fields.get(name).ok_or_else(|| format!("{found} has no {name}"));
    let venue = match kind {
        "article" => "journal",
        "inproceedings" | "incollection" => "booktitle",
        "book" => "publisher",
        "phdthesis" => "school",
        "techreport" => "institution",
        "misc" => "howpublished",
        _ => return Err(format!("{found} is of an unknown kind, {kind}")),
    };
    field(venue)?;
    field("title")?;
    let (author, year) = (field("author")?, field("year")?);
    let surnames: Vec<String> =
        author.split(" and ").map(|name| name.split(',').next().unwrap_or_default().trim().to_owned()).collect();
    let expected = key(&surnames[0], year);
    let letter = found.strip_prefix(&expected).ok_or_else(|| format!("the key of {found} begins with {expected}"))?;
    if year.parse().is_ok_and(|year| YEARS.contains(&year)) && ["", "b", "c", "d", "e"].contains(&letter) {
        Ok(BibliographyEntry { fields, surnames })
    } else {
        Err(format!("{found} has a wrong year or letter"))
    }
}

/// The entries of a bibliography by their keys.
fn bibliography(text: &str) -> Result<BTreeMap<String, BibliographyEntry>, String> {
    let text = text.lines().filter(|line| !line.starts_with('%')).collect::<Vec<_>>().join("\n");
    let (mut rest, mut entries) = (text.trim(), BTreeMap::new());
    while !rest.is_empty() {
        let (kind, body) = rest
            .strip_prefix('@')
            .and_then(|rest| rest.split_once('{'))
            .ok_or_else(|| format!("no entry at '{rest:.30}'"))?;
        let (body, after) = braced(&rest[1 + kind.len()..]).map_err(|reason| format!("{reason} in '{body:.30}'"))?;
        let place = body.find(',').ok_or_else(|| format!("'{body}' has no fields"))?;
        let (key, body) = body.split_at(place);
        let entry = fields(body.trim()).and_then(|fields| entry(key, kind, fields));
        if entries.last_key_value().is_some_and(|(last, _): (&String, _)| last.as_str() >= key) {
            return Err(format!("{key} is there twice or not in the order of keys"));
        }
        entries.insert(key.to_owned(), entry.map_err(|reason| format!("{key}: {reason}"))?);
        rest = after.trim_start();
    }
    Ok(entries)
}

/// The key of the entry of a citation, or the reason why there is none.
fn resolve(citation: &Citation, entries: &BTreeMap<String, BibliographyEntry>) -> Result<String, String> {
    let key = key(&citation.first, &citation.year);
    let entry = entries.get(&key).ok_or_else(|| format!("docs/references.bib has no entry {key}"))?;
    let fits = match &citation.others {
        Coauthors::None => entry.surnames.len() == 1,
        Coauthors::Second(second) => entry.surnames.len() == 2 && entry.surnames[1] == *second,
        Coauthors::More => entry.surnames.len() > 2,
    };
    if fits { Ok(key) } else { Err(format!("the authors of {key} are {}", entry.fields["author"])) }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The files below `folder` that contain citations, without this file: its citations are invented.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() {
            if !name.starts_with('.') && !name.starts_with("target") && !SKIPPED_FOLDERS.contains(&name) {
                files(&path, found);
            }
        } else if READ_EXTENSIONS.iter().any(|end| path.extension().is_some_and(|extension| extension == *end))
            && !path.ends_with("testkit/tests/references.rs")
        {
            found.push(path);
        }
    }
}

/// The text of a file, and of a CSV file the comments.
fn text(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    if path.extension().is_some_and(|extension| extension == "csv") {
        text.lines().map(|line| if line.starts_with('#') { line } else { "" }).collect::<Vec<_>>().join("\n")
    } else {
        text
    }
}

#[test]
fn every_citation_has_an_entry_and_every_entry_a_citation() {
    let entries = bibliography(&fs::read_to_string(root().join("docs/references.bib")).unwrap()).unwrap();
    let (mut paths, mut faults, mut cited) = (Vec::new(), Vec::new(), BTreeSet::new());
    files(&root(), &mut paths);
    paths.sort();
    for path in &paths {
        for found in citations(&text(path)) {
            let resolution = found.and_then(|found| resolve(&found, &entries).map_err(|reason| (found.line, reason)));
            match resolution {
                Ok(key) => _ = cited.insert(key),
                Err((line, reason)) => {
                    let path = path.strip_prefix(root()).unwrap().display();
                    faults.push(format!("{path}:{line}: {reason}"));
                }
            }
        }
    }
    let uncited = entries.keys().filter(|key| !cited.contains(*key));
    faults.extend(uncited.map(|key| format!("docs/references.bib: {key} is cited nowhere")));
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

/// The citations of `text` as the bibliography would list them, and the lines of wrong forms.
fn found(text: &str) -> (Vec<String>, Vec<usize>) {
    let (mut right, mut wrong) = (Vec::new(), Vec::new());
    for found in citations(text) {
        match found {
            Ok(Citation { first, others: Coauthors::None, year, .. }) => right.push(format!("{first}|{year}")),
            Ok(Citation { first, others: Coauthors::Second(second), year, .. }) => {
                right.push(format!("{first}+{second}|{year}"));
            }
            Ok(Citation { first, others: Coauthors::More, year, .. }) => right.push(format!("{first}+|{year}")),
            Err((line, _)) => wrong.push(line),
        }
    }
    (right, wrong)
}

#[test]
fn citations_are_found_in_comments_tables_and_strings() {
    let text = "
        //! As in Ahorn 1931 (see Birke and Čedr 1942b; *Dattel and others 1953*), \"Eiche-Fichte 1964\".
        /// The rule of Ginkgo and
        /// Hasel 1975, and that of de Ilex and van der Jasmin 1986, O'Kiefer and others
        // 1997.
        | [Linde 2008](x.md) | text \\
        # Mandel and Nuss 2019
    ";
    let expected = [
        "Ahorn|1931",
        "Birke+Čedr|1942b",
        "Dattel+|1953",
        "Eiche-Fichte|1964",
        "Ginkgo+Hasel|1975",
        "de Ilex+van der Jasmin|1986",
        "O'Kiefer+|1997",
        "Linde|2008",
        "Mandel+Nuss|2019",
    ];
    assert_eq!(found(text), (expected.map(str::to_owned).to_vec(), Vec::new()));
}

#[test]
fn numbers_dates_and_venues_are_not_citations() {
    let text = "the ten boards of 1996, since 2002, Board 1940, AAAI 2004, in the late 1990s, Some(1900), A* 2000,
        Ahorn 12345, Ahorn 185, Ahorn, 1931, Artificial Intelligence 27 (1985) 97-109, version 2024";
    assert_eq!(found(text), (Vec::new(), Vec::new()));
}

#[test]
fn other_forms_are_reported_with_their_lines() {
    let text = "Ahorn (1931) shows
        Ahorn, Birke and Čedr 1942
        Dattel et al. 1953, Dattel et al. (1953)
        Eiche's (1964)
        Fichte 1975 and 1986
        Ginkgo and others (1997)
        Hasel and Ilex (2008)";
    assert_eq!(found(text), (vec!["Fichte|1975".to_owned()], vec![1, 2, 3, 3, 4, 5, 6, 7]));
}

#[test]
fn a_citation_resolves_by_first_author_year_and_number_of_authors() {
    let entry = |key: &str, author: &str, year: &str| {
        format!("@article{{{key},author={{{author}}},title={{{{A}}}},journal={{B}},year={{{year}}}}}\n")
    };
    let text = entry("ahorn1931", "Ahorn, A.", "1931")
        + &entry("ahorn1931b", "Ahorn, A. and Birke, B.", "1931")
        + &entry("cedr1942", "Čedr, C. and Dattel, D. and Eiche, E.", "1942");
    let entries = bibliography(&text).unwrap();
    let resolution = |text: &str| citations(text).remove(0).map(|found| resolve(&found, &entries)).unwrap();
    assert_eq!(resolution("Ahorn 1931"), Ok("ahorn1931".to_owned()));
    assert_eq!(resolution("Ahorn and Birke 1931b"), Ok("ahorn1931b".to_owned()));
    assert_eq!(resolution("Čedr and others 1942"), Ok("cedr1942".to_owned()));
    for wrong in ["Ahorn 1932", "Ahorn and Birke 1931", "Ahorn 1931b", "Ahorn and Čedr 1931b", "Ahorn and others 1931"]
    {
        assert!(resolution(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn a_malformed_bibliography_is_refused() {
    let whole =
        "@book{ahorn1931,\n  author = {Ahorn, A.},\n  title = {A {B}},\n  publisher = {C},\n  year = {1931},\n}\n";
    assert_eq!(bibliography(whole).unwrap().len(), 1);
    for (part, other) in [
        ("{B}}", "{B}"),
        ("{B}}", "B}}"),
        ("  author = {Ahorn, A.},\n", ""),
        ("  title = {A {B}},\n", ""),
        ("  publisher = {C},\n", ""),
        ("  year = {1931},\n", ""),
        ("{C},", "{C}"),
        ("{C}", "\"C\""),
        ("{C}", "{}"),
        ("ahorn1931", "ahorn1932"),
        ("ahorn1931", "ahorn1931x"),
        ("@book", "@novel"),
        ("@book", "book"),
        ("publisher", "title"),
    ] {
        assert!(bibliography(&whole.replacen(part, other, 1)).is_err(), "{other} for {part}");
    }
    assert!(bibliography(&whole.repeat(2)).is_err());
}

#[test]
fn every_listed_word_is_needed() {
    let mut paths = Vec::new();
    files(&root(), &mut paths);
    let texts: Vec<String> = paths.iter().map(|path| text(path)).collect();
    for (word, reason) in NON_AUTHORS {
        let needed =
            texts.iter().any(|text| words(text).windows(2).any(|pair| pair[0].1 == *word && year(pair[1].1).is_some()));
        assert!(needed, "{word} ({reason}) stands before no year");
    }
}
