//! `/help`: the commands and how a game goes.

use crate::discord::call::{Call, Outcome, private};

use super::{ALL, Command};

/// `/help`.
pub(super) const COMMAND: Command = Command {
    name: "help",
    options: &[],
    subcommands: &[],
    run: |call| Box::pin(async move { run(call) }),
    complete: None,
};

fn run(call: Call<'_>) -> Outcome {
    let commands = ALL.iter().map(|command| {
        call.text
            .help_line(command.name, &call.text.command(command.name))
    });
    let lines: Vec<String> = [call.text.help_start()]
        .into_iter()
        .chain(commands)
        .chain([call.text.help_end()])
        .collect();
    private(lines.join("\n"))
}
