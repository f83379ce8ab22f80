//! A sequential scale of colours, from pale to dark, whose lightness falls evenly, so that it can be read in black and white.

use crate::theme::Color;

/// The colours at equal distances: yellow, green and blue of Harrower and Brewer 2003 (`YlGnBu`), which colour-blind readers can
/// distinguish.
const RAMP: [[f64; 3]; 6] = [
    [255.0, 255.0, 204.0],
    [199.0, 233.0, 180.0],
    [127.0, 205.0, 187.0],
    [65.0, 182.0, 196.0],
    [44.0, 127.0, 184.0],
    [37.0, 52.0, 148.0],
];

/// The colour at `share` of the scale, from 0 for the palest to 1 for the darkest.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 255")]
pub(crate) fn color(share: f64) -> Color {
    let place = share.clamp(0.0, 1.0) * (RAMP.len() - 1) as f64;
    let below = (place.floor() as usize).min(RAMP.len() - 2);
    let part = place - below as f64;
    let [red, green, blue] =
        [0, 1, 2].map(|at| (RAMP[below][at] + part * (RAMP[below + 1][at] - RAMP[below][at])).round() as u8);
    Color(red, green, blue, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_becomes_darker() {
        let lightness = |Color(red, green, blue, _): Color| {
            0.2126 * f64::from(red) + 0.7152 * f64::from(green) + 0.0722 * f64::from(blue)
        };
        let scale: Vec<f64> = (0..=20).map(|place| lightness(color(f64::from(place) / 20.0))).collect();
        assert!(scale.windows(2).all(|pair| pair[0] > pair[1] + 2.0), "{scale:?}");
        assert_eq!([color(-1.0), color(2.0)], [color(0.0), color(1.0)]);
    }
}
