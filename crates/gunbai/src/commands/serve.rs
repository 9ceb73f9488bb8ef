//! `gunbai serve`, and `gunbai` by itself.

use clap::Args;

use crate::failure::Failure;

/// Start the table in the browser (not in this version)
#[derive(Debug, Default, Args)]
#[command(after_help = "Example:\n  gunbai play yukimura/yao --bot greedy")]
pub(crate) struct Serve {
    /// Address to listen on
    #[arg(long, value_name = "ADDR")]
    listen: Option<String>,
    /// Where games are kept
    #[arg(long, value_name = "URL")]
    store: Option<String>,
    /// Open the address in the browser
    #[arg(long)]
    open: bool,
}

impl Serve {
    pub(crate) fn run(self) -> Result<(), Failure> {
        Err(Failure::wrong_use(
            "the table in the browser is not in this version.\n\
             Play in the terminal: gunbai play yukimura/yao\n\
             All commands: gunbai --help",
        ))
    }
}
