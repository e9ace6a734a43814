//! Sentences about a person's settings.

use crate::time::{DayTime, QuietHours, QuietHoursError, Zone};

use super::{Arg, Text};

sentences! {
    /// What stands above the settings.
    settings_title() = "settings-title";
    /// Reminders come in the channel.
    reminders_in_channel() = "settings-reminders-channel";
    /// Reminders come by direct message.
    reminders_by_dm() = "settings-reminders-dm";
    /// It is not known where the person lives.
    no_zone() = "settings-zone-none";
    /// Quiet hours need a zone.
    no_quiet_hours_without_zone() = "settings-quiet-no-zone";
    /// There are no quiet hours.
    no_quiet_hours() = "settings-quiet-none";
    /// A vacation is taken rather than a game lost.
    shelter_is_on() = "settings-shelter-on";
    /// Games are lost on time.
    shelter_is_off() = "settings-shelter-off";
    /// Moves are shown first.
    preview_is_on() = "settings-preview-on";
    /// Moves are played at once.
    preview_is_off() = "settings-preview-off";
    /// Has reminders come by direct message.
    remind_by_dm() = "button-remind-by-dm";
    /// Has reminders come in the channel.
    remind_in_channel() = "button-remind-in-channel";
    /// Opens the form for the time zone.
    set_zone() = "button-set-zone";
    /// Opens the form for the quiet hours.
    set_quiet_hours() = "button-set-quiet-hours";
    /// Ends the quiet hours for good.
    drop_quiet_hours() = "button-no-quiet-hours";
    /// Takes a vacation rather than lose.
    turn_shelter_on() = "button-shelter-on";
    /// Rather loses than takes a vacation.
    turn_shelter_off() = "button-shelter-off";
    /// Has moves shown first.
    turn_preview_on() = "button-preview-on";
    /// Has moves played at once.
    turn_preview_off() = "button-preview-off";
    /// The title of the form for the time zone.
    zone_form_title() = "zone-form-title";
    /// What stands above its line.
    zone_form_label() = "zone-form-label";
    /// What stands in its line.
    zone_form_placeholder() = "zone-form-placeholder";
    /// The title of the form for the quiet hours.
    quiet_form_title() = "quiet-form-title";
    /// What stands above its line.
    quiet_form_label() = "quiet-form-label";
    /// What stands in its line.
    quiet_form_placeholder() = "quiet-form-placeholder";
    /// Nothing is known by that name.
    unknown_zone(typed) = "zone-unknown";
    /// Several zones are meant.
    which_zone(typed) = "zone-which";
    /// Quiet hours need a zone first.
    zone_first() = "quiet-zone-first";
    /// Offers to have no quiet hours.
    no_quiet_hours_choice() = "quiet-choice-off";
}

impl Text {
    /// Where the person lives.
    pub fn zone(self, zone: &Zone, shown: DayTime) -> String {
        let key = if zone.is_fixed() {
            "settings-zone-fixed"
        } else {
            "settings-zone"
        };
        self.zone_said(key, zone, shown)
    }

    /// A zone to choose.
    pub fn zone_choice(self, zone: &Zone, shown: DayTime) -> String {
        self.zone_said("zone-choice", zone, shown)
    }

    /// When the person is left in peace.
    pub fn quiet_hours(self, quiet: QuietHours) -> String {
        let (from, to) = (quiet.from().to_string(), quiet.to().to_string());
        self.say(
            "settings-quiet",
            &[("from", Arg::Words(&from)), ("to", Arg::Words(&to))],
        )
    }

    /// Why what was typed gives no quiet hours.
    pub fn no_such_quiet_hours(self, error: QuietHoursError, typed: &str) -> String {
        match error {
            QuietHoursError::Unreadable => {
                self.say("quiet-unreadable", &[("typed", Arg::Words(typed))])
            }
            QuietHoursError::NoLength => self.say("quiet-no-length", &[]),
            QuietHoursError::TooLong => {
                let hours = Arg::Count(QuietHours::LONGEST_HOURS.into());
                self.say("quiet-too-long", &[("hours", hours)])
            }
        }
    }

    fn zone_said(self, key: &str, zone: &Zone, shown: DayTime) -> String {
        let shown = shown.to_string();
        self.say(
            key,
            &[
                ("zone", Arg::Words(zone.name())),
                ("time", Arg::Words(&shown)),
            ],
        )
    }
}
