//! What each person has settled for himself.

use super::games::accept;
use super::{App, Denied, Fault, Keep, Occasion, PersonSettings, SettingChange};
use crate::game::PlayerId;
use crate::store::{outbox, people};

impl App {
    /// What the person has settled; what everybody has who never settled anything.
    pub async fn person_settings(&self, person: PlayerId) -> Result<PersonSettings, Fault> {
        self.read(move |connection| people::settings(connection, person))
            .await
    }

    /// Changes settings of a person whom the occasion names, and tells what they are then. Reminders that wait for the
    /// end of his quiet hours are looked at again. A repeat changes nothing.
    pub async fn change_settings(
        &self,
        person: PlayerId,
        changes: Vec<SettingChange>,
        occasion: Occasion,
    ) -> Result<PersonSettings, Fault> {
        let now = self.now();
        self.write_and_wake(Keep::Surely, move |tx| {
            match accept::<()>(tx, &occasion) {
                Ok(()) => {
                    for change in &changes {
                        people::change(tx, person, change)?;
                    }
                    outbox::reconsider_reminders(tx, person, now)?;
                }
                Err(Denied::Fault(fault)) => return Err(fault),
                Err(Denied::Repeat | Denied::Missing | Denied::Refused(())) => {}
            }
            people::settings(tx, person)
        })
        .await
    }
}
