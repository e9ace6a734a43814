//! `penpawn backup` and `penpawn restore`: copies of the database that the configuration names.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use penpawn::config::Config;
use penpawn::store::{self, CopyError};

const WRONG_SETTINGS: u8 = 2;
const DATABASE: u8 = 3;

pub(crate) const BACKUP_HELP: &str = "\
Example:
  penpawn backup --config config.toml penpawn-2026-11-29.db

Exit status: 0 when the copy is made; 2 when arguments or settings are wrong; 3 when the database cannot be copied.";

pub(crate) const RESTORE_HELP: &str = "\
Example:
  penpawn restore --config config.toml penpawn-2026-11-29.db

Exit status: 0 when the copy is in its place; 2 when arguments or settings are wrong; 3 when nothing was changed.";

/// Which copy, and of which database.
#[derive(Args)]
pub(crate) struct CopyArgs {
    /// The copy
    file: PathBuf,
    /// The configuration that names the database; else PENPAWN_CONFIG, else config.toml if it is there
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

/// Copies the database to a file that does not exist yet.
pub(crate) fn backup(args: &CopyArgs) -> ExitCode {
    with_database(args, |database| {
        store::backup(&database, &args.file)?;
        println!(
            "{} is a copy of {}",
            args.file.display(),
            database.display()
        );
        Ok(())
    })
}

/// Puts a copy in the place of the database.
pub(crate) fn restore(args: &CopyArgs) -> ExitCode {
    with_database(args, |database| {
        if let Some(aside) = store::restore(&args.file, &database)? {
            println!("What was there is kept as {}", aside.display());
        }
        println!(
            "{} holds what {} holds",
            database.display(),
            args.file.display()
        );
        Ok(())
    })
}

fn with_database(args: &CopyArgs, work: impl FnOnce(PathBuf) -> Result<(), CopyError>) -> ExitCode {
    let environment = |name: &str| std::env::var(name).ok();
    let (status, line) = match Config::database(args.config.as_deref(), &environment) {
        Err(error) => (WRONG_SETTINGS, error.to_string()),
        Ok(database) => match work(database) {
            Ok(()) => return ExitCode::SUCCESS,
            Err(error) => (DATABASE, error.to_string()),
        },
    };
    eprintln!("penpawn: {line}");
    status.into()
}
