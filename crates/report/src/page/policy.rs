//! The content security policy of the page: it allows the script and the style of the page, and no request.
//!
//! Content Security Policy Level 3 (W3C, 2016): inline text is allowed by its SHA-256. Data in a script element is not
//! executed and needs no permission. A message of a record that is not escaped by mistake could not execute anything.

use std::fmt::{Result, Write as _};

use sha2::{Digest as _, Sha256};

/// Writes the policy that allows `style` and `script`; it must precede both.
pub(super) fn write(html: &mut String, style: &str, script: &str) -> Result {
    let [style, script] = [style, script].map(|text| base64(&Sha256::digest(text)));
    writeln!(
        html,
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; base-uri 'none'; form-action 'none'; \
         style-src 'sha256-{style}'; script-src 'sha256-{script}'\">"
    )
}

/// Base 64 with padding (RFC 4648, 2006).
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let bits = (0..3).fold(0, |bits, place| bits << 8 | u32::from(three.get(place).copied().unwrap_or(0)));
        for place in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * place)) as usize & 63];
            text.push(if place <= three.len() { char::from(digit) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_agrees_with_the_standard() {
        for (bytes, text) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }
}
