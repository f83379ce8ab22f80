//! The version and the origin of this program.

use std::sync::LazyLock;

use tilebench_runner::catalog::kernels;
use tilebench_runner::record::Build;

/// The program, for manifests; facts that its build could not determine are empty.
pub(crate) fn build() -> Build {
    let text = |text: Option<&str>| text.map(str::to_owned);
    let features = option_env!("TILEBENCH_TARGET_FEATURES").unwrap_or_default().split(',');
    Build {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        commit: text(option_env!("TILEBENCH_COMMIT")),
        profile: option_env!("TILEBENCH_PROFILE").unwrap_or_default().to_owned(),
        rustc: text(option_env!("TILEBENCH_RUSTC")),
        target: text(option_env!("TILEBENCH_TARGET")),
        target_features: features.filter(|feature| !feature.is_empty()).map(str::to_owned).collect(),
    }
}

/// The text that `--version` prints after the program's name.
pub(crate) fn text() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let Build { version, commit, profile, rustc, target, target_features } = build();
        let known = |text: Option<String>| text.unwrap_or_else(|| "unknown".to_owned());
        let lines = [
            version,
            format!("commit    {}", known(commit)),
            format!("compiler  {}, profile {profile}", known(rustc)),
            format!("target    {} with {}", known(target), target_features.join(", ")),
            format!("kernels   {}", kernels().join(", ")),
        ];
        lines.join("\n")
    });
    &TEXT
}
