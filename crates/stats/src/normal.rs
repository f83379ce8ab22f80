//! The normal distribution.
//!
//! The distribution function is the complementary error function of `libm`, a port of musl's that
//! Rust's own toolchain maintains, to an error below one unit in the last place; its tails keep their
//! relative accuracy. The quantile is algorithm AS 241 (PPND16) of Wichura 1988, to about 1e-16.

use std::f64::consts::FRAC_1_SQRT_2;

use libm::erfc;

/// The probability of a value of at most `z`.
#[must_use]
pub fn cdf(z: f64) -> f64 {
    0.5 * erfc(-z * FRAC_1_SQRT_2)
}

/// The probability of a value at least as far from 0 as `z`.
#[must_use]
pub fn two_sided(z: f64) -> f64 {
    erfc(z.abs() * FRAC_1_SQRT_2)
}

/// The value that is exceeded with probability 1 - `p`; infinite for 0 and 1, not a number outside.
#[must_use]
pub fn quantile(p: f64) -> f64 {
    if p <= 0.0 || p >= 1.0 {
        return match p {
            0.0 => f64::NEG_INFINITY,
            1.0 => f64::INFINITY,
            _ => f64::NAN,
        };
    }
    let q = p - 0.5;
    if q.abs() <= 0.425 {
        let r = 0.180_625 - q * q;
        return q * ratio(r, &CENTRE);
    }
    let tail = if q < 0.0 { p } else { 1.0 - p };
    let r = (-tail.ln()).sqrt();
    let z = if r <= 5.0 { ratio(r - 1.6, &MIDDLE) } else { ratio(r - 5.0, &FAR) };
    if q < 0.0 { -z } else { z }
}

/// Two polynomials, numerator and denominator, the highest power first.
type Rational = [[f64; 8]; 2];

fn ratio(r: f64, [above, below]: &Rational) -> f64 {
    let polynomial = |coefficients: &[f64; 8]| coefficients.iter().fold(0.0, |sum, coefficient| sum * r + coefficient);
    polynomial(above) / polynomial(below)
}

const CENTRE: Rational = [
    [
        2_509.080_928_730_122_7,
        33_430.575_583_588_13,
        67_265.770_927_008_7,
        45_921.953_931_549_87,
        13_731.693_765_509_46,
        1_971.590_950_306_551_3,
        133.141_667_891_784_38,
        3.387_132_872_796_366_5,
    ],
    [
        5_226.495_278_852_854,
        28_729.085_735_721_943,
        39_307.895_800_092_71,
        21_213.794_301_586_597,
        5_394.196_021_424_751,
        687.187_007_492_057_9,
        42.313_330_701_600_91,
        1.0,
    ],
];

const MIDDLE: Rational = [
    [
        0.000_774_545_014_278_341_4,
        0.022_723_844_989_269_184,
        0.241_780_725_177_450_6,
        1.270_458_252_452_368_4,
        3.647_848_324_763_204_5,
        5.769_497_221_460_691,
        4.630_337_846_156_546,
        1.423_437_110_749_683_5,
    ],
    [
        1.050_750_071_644_416_9e-9,
        0.000_547_593_808_499_534_5,
        0.015_198_666_563_616_457,
        0.148_103_976_427_480_08,
        0.689_767_334_985_1,
        1.676_384_830_183_803_8,
        2.053_191_626_637_759,
        1.0,
    ],
];

const FAR: Rational = [
    [
        2.010_334_399_292_288_1e-7,
        2.711_555_568_743_487_6e-5,
        0.001_242_660_947_388_078_4,
        0.026_532_189_526_576_124,
        0.296_560_571_828_504_87,
        1.784_826_539_917_291_3,
        5.463_784_911_164_114,
        6.657_904_643_501_103,
    ],
    [
        2.044_263_103_389_939_7e-15,
        1.421_511_758_316_446e-7,
        1.846_318_317_510_054_8e-5,
        0.000_786_869_131_145_613_3,
        0.014_875_361_290_850_615,
        0.136_929_880_922_735_8,
        0.599_832_206_555_888,
        1.0,
    ],
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quantile_undoes_the_distribution_function() {
        for step in -74..=60 {
            let z = f64::from(step) / 10.0;
            let back = quantile(cdf(z));
            // Above 0 the probability itself is rounded near 1.
            let lost = f64::EPSILON / (-z * z / 2.0).exp();
            assert!((back - z).abs() < 1e-12 + 2.0 * lost, "{z} came back as {back}");
        }
    }

    #[test]
    fn the_ends_are_infinite_and_beyond_them_is_nothing() {
        let (least, most) = (quantile(0.0), quantile(1.0));
        assert!(least.is_infinite() && least < 0.0 && most.is_infinite() && most > 0.0);
        assert!(quantile(-0.1).is_nan() && quantile(1.1).is_nan() && quantile(f64::NAN).is_nan());
    }
}
