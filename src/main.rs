//! The command line: reads the arguments and hands over.

mod copies;
mod serve;

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use penpawn::cli::{self, ExitStatus};

/// Correspondence chess on Discord
#[derive(Parser)]
#[command(version, about, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Connect to Discord and run the bot
    #[command(after_help = RUN_HELP)]
    Run {
        /// The configuration; else PENPAWN_CONFIG, else config.toml if it is there
        #[arg(long, value_name = "FILE")]
        config: Option<PathBuf>,
    },
    /// Try the bot in a small Discord of its own on this machine, without account, token or internet
    #[cfg(feature = "sandbox")]
    #[command(after_help = TRY_HELP)]
    Try {
        /// The port of the page; another one is taken if it is not free
        #[arg(long, default_value_t = 8765)]
        port: u16,
        /// Where games and messages are kept from one time to the next
        #[arg(long, value_name = "FOLDER")]
        data: Option<PathBuf>,
    },
    /// Copy the database, whether or not the bot runs
    #[command(after_help = copies::BACKUP_HELP)]
    Backup(copies::CopyArgs),
    /// Put a copy in the place of the database, while the bot does not run
    ///
    /// The database that was there is kept beside it under another name.
    #[command(after_help = copies::RESTORE_HELP)]
    Restore(copies::CopyArgs),
    /// Count the positions that legal moves lead to
    Perft(cli::perft::PerftArgs),
    /// List the legal moves of a position
    Legal(cli::legal::LegalArgs),
    /// Read a move as a person types it
    Move(cli::read_move::MoveArgs),
    /// Tell whether a game is over, and what may be claimed
    Outcome(cli::outcome::OutcomeArgs),
    /// Tell whether a side can still mate by any series of legal moves
    CanMate(cli::can_mate::CanMateArgs),
    /// Replay games and tell what is wrong with them
    CheckPgn(cli::check_pgn::CheckPgnArgs),
    /// Draw a board
    Board(cli::board::BoardArgs),
    /// Draw a game as an animated picture
    Replay(cli::replay::ReplayArgs),
}

const RUN_HELP: &str = "\
Example:
  PENPAWN_TOKEN=... penpawn run --config config.toml

Exit status: 0 after SIGTERM or Ctrl-C; 2 when arguments or settings are wrong or there is no token; 3 when the \
database cannot be used; 4 when Discord refuses the token or cannot be reached; 1 for anything else.";

#[cfg(feature = "sandbox")]
const TRY_HELP: &str = "\
Example:
  penpawn try
  penpawn try --port 9000 --data my-games";

fn main() -> ExitCode {
    let command = Arguments::parse().command;
    let (out, err) = (
        &mut io::stdout().lock() as &mut dyn Write,
        &mut io::stderr() as &mut dyn Write,
    );
    let told = match command {
        Command::Run { config } => return serve::run(config.as_deref()),
        #[cfg(feature = "sandbox")]
        Command::Try { port, data } => return serve::try_out(port, data),
        Command::Backup(args) => return copies::backup(&args),
        Command::Restore(args) => return copies::restore(&args),
        Command::Perft(args) => cli::perft::run(&args, io::stderr().is_terminal(), out, err),
        Command::Legal(args) => cli::legal::run(&args, out, err),
        Command::Move(args) => cli::read_move::run(&args, out, err),
        Command::Outcome(args) => cli::outcome::run(&args, out, err),
        Command::CanMate(args) => cli::can_mate::run(&args, out, err),
        Command::CheckPgn(args) => cli::check_pgn::run(&args, out, err),
        Command::Board(args) => cli::board::run(&args, out, err),
        Command::Replay(args) => cli::replay::run(&args, out, err),
    };
    match told {
        Ok(status) => status.into(),
        // Whoever reads the output has heard enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitStatus::Yes.into(),
        Err(error) => {
            eprintln!("penpawn: {error}");
            ExitStatus::No.into()
        }
    }
}

/// Writes a line for whoever reads along. A reader that has gone does not stop the bot, as `println!` would.
fn say(line: impl std::fmt::Display) {
    let _ = writeln!(io::stdout(), "{line}");
}
