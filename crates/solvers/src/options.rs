//! Options of algorithms: each algorithm declares its own in its module, and reads their values from [`Options`].

use core::fmt::Debug;
use core::str::FromStr;

use tilebench_core::Weight;
use tilebench_sanitize::message::excerpt;

/// An option of an algorithm with values of type `T`.
#[derive(Debug)]
pub struct OptionSpec<T: 'static> {
    /// The name in experiment files.
    pub name: &'static str,
    /// The former name, if the option was renamed.
    pub former: Option<FormerOption>,
    /// A description of its values.
    pub values: &'static str,
    /// The value if it is not set.
    pub default: &'static str,
    /// Its effect, in one sentence.
    pub summary: &'static str,
    /// Parses a value.
    pub parser: ValueParser<T>,
}

/// The former name of an option and of its values.
///
/// They are still accepted. Records and names of configurations keep them, so that runs keep their ids.
#[derive(Debug)]
pub struct FormerOption {
    /// The former name.
    pub name: &'static str,
    /// The values that were renamed: the former name of each, and its present one.
    pub values: &'static [(&'static str, &'static str)],
}

/// Parses the values of an option.
#[derive(Debug)]
pub enum ValueParser<T: 'static> {
    /// One of these names.
    OneOf(&'static [(&'static str, T)]),
    /// A function, whose error is one sentence.
    Function(fn(&str) -> Result<T, String>),
}

/// An option with its value type erased: for lists, help and validation.
pub trait AnyOption: Sync + Debug {
    /// The name in experiment files.
    fn name(&self) -> &'static str;
    /// The former name, if the option was renamed.
    fn former(&self) -> Option<&FormerOption>;
    /// A description of its values.
    fn values(&self) -> &'static str;
    /// The names of its values; none if its values are not a list of names.
    fn choices(&self) -> Vec<&'static str>;
    /// The value if it is not set.
    fn default(&self) -> &'static str;
    /// Its effect, in one sentence.
    fn summary(&self) -> &'static str;
    /// Validates a value.
    ///
    /// # Errors
    ///
    /// One sentence that names the value and the values allowed.
    fn check(&self, text: &str) -> Result<(), String>;

    /// The present name of `value` if `name` is the present or the former name of this option.
    fn present_value<'a>(&self, name: &str, value: &'a str) -> Option<&'a str> {
        if name == self.name() {
            return Some(value);
        }
        let former = self.former().filter(|former| former.name == name)?;
        let renamed = former.values.iter().find(|(former, _)| *former == value);
        Some(renamed.map_or(value, |(_, present)| present))
    }

    /// The name of this option and of `value` in records: the former ones, if they were renamed.
    fn recorded<'a>(&self, value: &'a str) -> (&'static str, &'a str) {
        let Some(former) = self.former() else { return (self.name(), value) };
        let renamed = former.values.iter().find(|(_, present)| *present == value);
        (former.name, renamed.map_or(value, |(former, _)| former))
    }

    /// How the option and its values were renamed, if they were, in one sentence without a period.
    fn renaming(&self) -> Option<String> {
        let former = self.former()?;
        let values: Vec<String> =
            former.values.iter().map(|(former, present)| format!("{present} instead of {former}")).collect();
        let with = if values.is_empty() { String::new() } else { format!(", with the value {}", values.join(", or ")) };
        Some(format!("`{}` is now called `{}`{with}", former.name, self.name()))
    }
}

impl FormerOption {
    /// The former name of an option whose values were not renamed.
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        Self { name, values: &[] }
    }
}

impl<T: Copy + Sync + Debug> OptionSpec<T> {
    /// Parses `text`.
    ///
    /// # Errors
    ///
    /// One sentence that names the value and the values allowed.
    pub fn parse(&self, text: &str) -> Result<T, String> {
        match self.parser {
            ValueParser::Function(parse) => parse(text),
            ValueParser::OneOf(values) => {
                let found = values.iter().find(|(name, _)| *name == text);
                found.map(|(_, value)| *value).ok_or_else(|| {
                    let names: Vec<&str> = values.iter().map(|(name, _)| *name).collect();
                    format!("{} '{}' is not one of {}", self.name, excerpt(text), names.join(", "))
                })
            }
        }
    }
}

impl<T: Copy + Sync + Debug> AnyOption for OptionSpec<T> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn former(&self) -> Option<&FormerOption> {
        self.former.as_ref()
    }

    fn values(&self) -> &'static str {
        self.values
    }

    fn choices(&self) -> Vec<&'static str> {
        match self.parser {
            ValueParser::OneOf(values) => values.iter().map(|(name, _)| *name).collect(),
            ValueParser::Function(_) => Vec::new(),
        }
    }

    fn default(&self) -> &'static str {
        self.default
    }

    fn summary(&self) -> &'static str {
        self.summary
    }

    fn check(&self, text: &str) -> Result<(), String> {
        self.parse(text).map(drop)
    }
}

/// The values of an option that is on or off.
pub const SWITCH: ValueParser<bool> = ValueParser::OneOf(&[("true", true), ("false", false)]);

const WEIGHT_PARSER: ValueParser<Weight> =
    ValueParser::Function(|text| text.parse().map_err(|error: tilebench_core::WeightError| error.to_string()));

/// The weight of f = g + w h.
pub static WEIGHT: OptionSpec<Weight> = OptionSpec {
    name: "weight",
    former: None,
    values: "a ratio of at least 1, such as 1.5 or 4/3",
    default: "1",
    summary: "The weight w of f = g + w h; the cost of the solution is at most w times the least cost.",
    parser: WEIGHT_PARSER,
};

/// The weight of an algorithm whose order is not that of f = g + w h.
pub static BOUND: OptionSpec<Weight> = OptionSpec {
    name: "weight",
    former: None,
    values: "a ratio of at least 1, such as 1.5 or 4/3",
    default: "1",
    summary: "The bound w: the cost of the solution is at most w times the least cost; ios with rules hog2 guarantees none.",
    parser: WEIGHT_PARSER,
};

/// The options that are set for a run, by name, with values that were validated.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options(Vec<(String, String)>);

impl Options {
    /// The options `set`, the last one of a name first.
    #[must_use]
    pub fn new(set: &[(String, String)]) -> Self {
        Self(set.iter().rev().cloned().collect())
    }

    /// The text of an option, if it is set.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(set, _)| set == name).map(|(_, value)| value.as_str())
    }

    /// The value of `option`: its default if it is not set.
    ///
    /// # Panics
    ///
    /// If the value, or the default, is invalid: values are validated when a configuration is created.
    #[must_use]
    pub fn get<T: Copy + Sync + Debug>(&self, option: &OptionSpec<T>) -> T {
        option.parse(self.text(option.name).unwrap_or(option.default)).expect("values of options are validated")
    }
}

/// Parses an integer from `min` to `max`, for the option `name`.
///
/// # Errors
///
/// One sentence that names the value and the range.
pub fn parse_integer<T: Copy + FromStr + PartialOrd + core::fmt::Display>(
    name: &str,
    text: &str,
    min: T,
    max: T,
) -> Result<T, String> {
    let number = text.parse().ok().filter(|number| (&min..=&max).contains(&number));
    number.ok_or_else(|| format!("{name} '{}' is not an integer from {min} to {max}", excerpt(text)))
}
