//! `gunbai completions`

use std::io::Write;

use clap::{Args, CommandFactory as _};
use clap_complete::Shell;

use crate::failure::Failure;

/// Print the completions of a shell
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  gunbai completions bash > ~/.local/share/bash-completion/completions/gunbai"
)]
pub(crate) struct Completions {
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut crate::Cli::command(), "gunbai", &mut text);
        Ok(out.write_all(&text)?)
    }
}
