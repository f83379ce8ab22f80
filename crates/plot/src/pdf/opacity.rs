//! Opacities, which PDF keeps outside the content of a page.

use pdf_writer::writers::Resources;
use pdf_writer::{Content, Finish as _, Name};

use crate::theme::Color;

/// The opacities that a page uses, and the one in force.
#[derive(Debug, Default)]
pub(super) struct Opacities {
    /// In percent.
    used: Vec<u8>,
    current: Option<u8>,
}

impl Opacities {
    /// Sets the opacity of the next shapes to that of `color`.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 100")]
    pub(super) fn set(&mut self, content: &mut Content, color: Color) {
        let percent = (color.3.clamp(0.0, 1.0) * 100.0).round() as u8;
        if self.current.unwrap_or(100) != percent {
            if !self.used.contains(&percent) {
                self.used.push(percent);
            }
            content.set_parameters(Name(name(percent).as_bytes()));
        }
        self.current = Some(percent);
    }

    /// Defines the opacities that were used.
    pub(super) fn write(&self, resources: &mut Resources<'_>) {
        if self.used.is_empty() {
            return;
        }
        let mut states = resources.ext_g_states();
        for &percent in &self.used {
            let share = f32::from(percent) / 100.0;
            let mut state =
                states.insert(Name(name(percent).as_bytes())).start::<pdf_writer::writers::ExtGraphicsState<'_>>();
            state.stroking_alpha(share).non_stroking_alpha(share);
            state.finish();
        }
    }
}

fn name(percent: u8) -> String {
    format!("O{percent}")
}
