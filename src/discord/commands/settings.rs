//! `/settings`: what a person has settled, in words, with buttons to change it.

use crate::app::{PersonSettings, RemindersBy, SettingChange};
use crate::discord::button::{Button, SettingsButton};
use crate::discord::call::{Answer, Call, Outcome, private};
use crate::discord::invocation::{OptionValue, What};
use crate::discord::view::{
    Choice, ChoiceValue, Control, Form, MAX_CHOICES, Message, Style, escape,
};
use crate::time::{QuietHours, QuietHoursError, Zone};

use super::{Command, Opt, OptKind};

const REMINDERS: &str = "reminders";
const ZONE: &str = "zone";
const QUIET_HOURS: &str = "quiet-hours";
const VACATION_WHEN_LATE: &str = "vacation-when-late";
const PREVIEW: &str = "preview";

/// `/settings [reminders] [zone] [quiet-hours] [vacation-when-late] [preview]`.
pub(super) const COMMAND: Command = Command {
    name: "settings",
    options: &[
        option(REMINDERS, OptKind::Word(&["channel", "dm"])),
        option(ZONE, OptKind::CompletedText),
        option(QUIET_HOURS, OptKind::CompletedText),
        option(VACATION_WHEN_LATE, OptKind::Flag),
        option(PREVIEW, OptKind::Flag),
    ],
    subcommands: &[],
    run: |call| Box::pin(run(call)),
    complete: Some(|call| Box::pin(std::future::ready(Ok(complete(call))))),
};

/// As many zones as one question offers buttons for.
const MOST_ZONES: usize = 20;
/// What the quiet hours can be without being typed.
const USUAL_NIGHTS: [&str; 4] = ["21:00-06:00", "22:00-07:00", "23:00-08:00", "00:00-09:00"];
/// Words for no quiet hours.
const OFF: [&str; 5] = ["off", "none", "no", "never", "-"];

const fn option(name: &'static str, kind: OptKind) -> Opt {
    Opt {
        name,
        kind,
        required: false,
    }
}

async fn run(call: Call<'_>) -> Outcome {
    let mut changes = Vec::new();
    match call.invocation.text_option(REMINDERS) {
        Some("dm") => changes.push(SettingChange::Reminders(RemindersBy::DirectMessage)),
        Some(_) => changes.push(SettingChange::Reminders(RemindersBy::Channel)),
        None => {}
    }
    let zone = call.invocation.text_option(ZONE);
    if let Some(typed) = zone {
        match Zone::meant_by(typed) {
            Some(zone) => changes.push(SettingChange::Zone(zone)),
            None => return Ok(Answer::Message(which_zone(call, typed))),
        }
    }
    if let Some(typed) = call.invocation.text_option(QUIET_HOURS) {
        let quiet = match read_quiet_hours(typed) {
            Ok(quiet) => quiet,
            Err(error) => return private(call.text.no_such_quiet_hours(error, &escape(typed))),
        };
        let known = zone.is_some() || settings(call).await?.zone.is_some();
        if !known && quiet != SettingChange::Quiet(None) {
            let message = Message::private(call.text.zone_first());
            return Ok(Answer::Message(
                message.with_controls([zone_form_control(call)]),
            ));
        }
        changes.push(quiet);
    }
    if let Some(wanted) = flag(call, VACATION_WHEN_LATE) {
        changes.push(SettingChange::Shelter(wanted));
    }
    if let Some(wanted) = flag(call, PREVIEW) {
        changes.push(SettingChange::Preview(wanted));
    }
    let settings = if changes.is_empty() {
        settings(call).await?
    } else {
        change(call, changes).await?
    };
    Ok(Answer::Message(shown(call, &settings)))
}

/// Does what a button of the message says; the message then shows how things are.
pub(in crate::discord) async fn press_setting(call: Call<'_>, button: SettingsButton) -> Outcome {
    let change_to = match button {
        SettingsButton::AskZone => return Ok(Answer::Form(zone_form(call))),
        SettingsButton::AskQuietHours => return Ok(Answer::Form(quiet_form(call))),
        SettingsButton::RemindByDm => SettingChange::Reminders(RemindersBy::DirectMessage),
        SettingsButton::RemindInChannel => SettingChange::Reminders(RemindersBy::Channel),
        SettingsButton::Zone(zone) => SettingChange::Zone(zone),
        SettingsButton::NoQuietHours => SettingChange::Quiet(None),
        SettingsButton::Shelter(wanted) => SettingChange::Shelter(wanted),
        SettingsButton::Preview(wanted) => SettingChange::Preview(wanted),
    };
    let settings = change(call, vec![change_to]).await?;
    Ok(Answer::Replace(shown(call, &settings)))
}

/// Takes what was filled into one of the forms; `None` when the button opens no form.
pub(in crate::discord) async fn submit_setting(
    call: Call<'_>,
    button: SettingsButton,
    line: &str,
) -> Option<Outcome> {
    let read = match button {
        SettingsButton::AskZone => match Zone::meant_by(line) {
            Some(zone) => Ok(SettingChange::Zone(zone)),
            None => Err(which_zone(call, line)),
        },
        SettingsButton::AskQuietHours => match read_quiet_hours(line) {
            Ok(quiet) => Ok(quiet),
            Err(error) => Err(again(
                call,
                call.text.no_such_quiet_hours(error, &escape(line)),
            )),
        },
        SettingsButton::RemindByDm
        | SettingsButton::RemindInChannel
        | SettingsButton::Zone(_)
        | SettingsButton::NoQuietHours
        | SettingsButton::Shelter(_)
        | SettingsButton::Preview(_) => return None,
    };
    Some(match read {
        Ok(change_to) => change(call, vec![change_to])
            .await
            .map(|settings| Answer::Replace(shown(call, &settings))),
        Err(question) => Ok(Answer::Replace(question)),
    })
}

fn complete(call: Call<'_>) -> Answer {
    let What::Autocomplete { typed, focused, .. } = &call.invocation.what else {
        return Answer::Nothing;
    };
    let choice = |name: String, value: String| Choice {
        name,
        value: ChoiceValue::Text(value),
    };
    let choices = if focused == ZONE {
        let zones = Zone::suggestions(typed, MAX_CHOICES);
        let at = call.bot.app.now();
        zones
            .iter()
            .map(|zone| {
                let name = call.text.zone_choice(zone, zone.time_of_day(at));
                choice(name, zone.name().to_owned())
            })
            .collect()
    } else {
        let off = choice(call.text.no_quiet_hours_choice(), OFF[0].to_owned());
        let typed = QuietHours::read(typed).ok().map(|quiet| quiet.to_string());
        let usual = USUAL_NIGHTS.map(str::to_owned);
        let nights = typed.map_or_else(|| usual.to_vec(), |typed| vec![typed]);
        let nights = nights.into_iter().map(|night| choice(night.clone(), night));
        nights.chain([off]).collect()
    };
    Answer::Choices(choices)
}

/// The settings in words, with the ways to change them.
fn shown(call: Call<'_>, settings: &PersonSettings) -> Message {
    let text = call.text;
    let lines = [
        text.settings_title(),
        match settings.reminders {
            RemindersBy::Channel => text.reminders_in_channel(),
            RemindersBy::DirectMessage => text.reminders_by_dm(),
        },
        match &settings.zone {
            Some(zone) => text.zone(zone, zone.time_of_day(call.bot.app.now())),
            None => text.no_zone(),
        },
        match (&settings.zone, settings.quiet) {
            (None, _) => text.no_quiet_hours_without_zone(),
            (Some(_), Some(quiet)) => text.quiet_hours(quiet),
            (Some(_), None) => text.no_quiet_hours(),
        },
        if settings.shelter {
            text.shelter_is_on()
        } else {
            text.shelter_is_off()
        },
        if settings.preview {
            text.preview_is_on()
        } else {
            text.preview_is_off()
        },
    ];
    Message::private(lines.join("\n"))
        .with_controls(reminder_controls(call, settings))
        .with_controls(game_controls(call, settings))
}

fn reminder_controls(call: Call<'_>, settings: &PersonSettings) -> Vec<Control> {
    let text = call.text;
    let mut controls = vec![
        match settings.reminders {
            RemindersBy::Channel => control(SettingsButton::RemindByDm, text.remind_by_dm()),
            RemindersBy::DirectMessage => {
                control(SettingsButton::RemindInChannel, text.remind_in_channel())
            }
        },
        zone_form_control(call),
    ];
    if settings.zone.is_some() {
        controls.push(control(
            SettingsButton::AskQuietHours,
            text.set_quiet_hours(),
        ));
        if settings.quiet.is_some() {
            controls.push(control(
                SettingsButton::NoQuietHours,
                text.drop_quiet_hours(),
            ));
        }
    }
    controls
}

fn game_controls(call: Call<'_>, settings: &PersonSettings) -> [Control; 2] {
    let text = call.text;
    [
        if settings.shelter {
            control(SettingsButton::Shelter(false), text.turn_shelter_off())
        } else {
            control(SettingsButton::Shelter(true), text.turn_shelter_on())
        },
        if settings.preview {
            control(SettingsButton::Preview(false), text.turn_preview_off())
        } else {
            control(SettingsButton::Preview(true), text.turn_preview_on())
        },
    ]
}

fn zone_form_control(call: Call<'_>) -> Control {
    control(SettingsButton::AskZone, call.text.set_zone())
}

fn control(button: SettingsButton, label: String) -> Control {
    Control::new(Button::Settings(button), label, Style::Secondary)
}

/// What was typed is no zone, or can be several.
fn which_zone(call: Call<'_>, typed: &str) -> Message {
    let zones = Zone::suggestions(typed, MOST_ZONES);
    let at = call.bot.app.now();
    if zones.is_empty() || typed.trim().is_empty() {
        return again(call, call.text.unknown_zone(&escape(typed)));
    }
    let controls = zones.into_iter().map(|zone| {
        let label = call.text.zone_choice(&zone, zone.time_of_day(at));
        control(SettingsButton::Zone(zone), label)
    });
    Message::private(call.text.which_zone(&escape(typed))).with_controls(controls)
}

/// Something could not be read: why, and the ways to try once more.
fn again(call: Call<'_>, why: String) -> Message {
    let quiet = control(SettingsButton::AskQuietHours, call.text.set_quiet_hours());
    Message::private(why).with_controls([zone_form_control(call), quiet])
}

fn zone_form(call: Call<'_>) -> Form {
    Form {
        button: Button::Settings(SettingsButton::AskZone),
        title: call.text.zone_form_title(),
        label: call.text.zone_form_label(),
        placeholder: call.text.zone_form_placeholder(),
    }
}

fn quiet_form(call: Call<'_>) -> Form {
    Form {
        button: Button::Settings(SettingsButton::AskQuietHours),
        title: call.text.quiet_form_title(),
        label: call.text.quiet_form_label(),
        placeholder: call.text.quiet_form_placeholder(),
    }
}

fn read_quiet_hours(typed: &str) -> Result<SettingChange, QuietHoursError> {
    if OFF.contains(&typed.trim().to_lowercase().as_str()) {
        return Ok(SettingChange::Quiet(None));
    }
    QuietHours::read(typed).map(|quiet| SettingChange::Quiet(Some(quiet)))
}

fn flag(call: Call<'_>, name: &str) -> Option<bool> {
    match call.invocation.option(name) {
        Some(OptionValue::Flag(wanted)) => Some(*wanted),
        Some(OptionValue::Text(_) | OptionValue::Integer(_) | OptionValue::Person(_)) | None => {
            None
        }
    }
}

async fn settings(call: Call<'_>) -> Result<PersonSettings, crate::app::Fault> {
    let person = call.invocation.person.id;
    call.bot.app.person_settings(person).await
}

async fn change(
    call: Call<'_>,
    changes: Vec<SettingChange>,
) -> Result<PersonSettings, crate::app::Fault> {
    let person = call.invocation.person.id;
    call.bot
        .app
        .change_settings(person, changes, call.occasion())
        .await
}
