//! Where tables are kept unless somebody says otherwise.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;

use etcetera::BaseStrategy;

/// The folder for tables: `$TILEBENCH_TABLES` if that is set, else `tilebench/tables` in the user's
/// cache (`$XDG_CACHE_HOME`, or `.cache` at home). None for a user without a home.
#[must_use]
pub fn default_folder() -> Option<PathBuf> {
    let cache = etcetera::choose_base_strategy().ok().map(|user| user.cache_dir());
    choose(env::var_os("TILEBENCH_TABLES"), cache)
}

fn choose(named: Option<OsString>, cache: Option<PathBuf>) -> Option<PathBuf> {
    match named {
        // Set to nothing is how a shell unsets a variable for one command.
        Some(named) if !named.is_empty() => Some(named.into()),
        _ => cache.map(|cache| cache.join("tilebench/tables")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variable_comes_first_then_the_cache_then_nothing() {
        let cache = || Some(PathBuf::from("/var/cache/x"));
        assert_eq!(choose(Some("/fast".into()), cache()), Some("/fast".into()));
        assert_eq!(choose(Some("/fast".into()), None), Some("/fast".into()));
        assert_eq!(choose(Some("".into()), cache()), Some("/var/cache/x/tilebench/tables".into()));
        assert_eq!(choose(None, cache()), Some("/var/cache/x/tilebench/tables".into()));
        assert_eq!(choose(None, None), None);
    }
}
