//! What goes over the wire. `docs/protocol.md` shows it by example; `web/src/wire.ts` is made from it.

mod live;
mod lobby;
mod pages;
mod say;
mod table;

pub use kernel::guide::{Guide, GuideStep};

pub use self::{live::*, lobby::*, pages::*, say::*, table::*};

/// The version of this protocol; a client that speaks another is told so.
pub const VERSION: u32 = 1;

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use kernel::{Card, Name, Order, Setup, erased, scene, setup, story};
    use ts_rs::{Config, TS};

    use super::*;

    fn typescript() -> String {
        let config = Config::new();
        let mut text = String::from(
            "// Made from crates/server/src/wire by `GUNBAI_BLESS=1 cargo test -p server wire`.\n",
        );
        macro_rules! write {
            ($($t:ty),* $(,)?) => { $( text.push_str("\nexport "); text.push_str(&<$t>::decl(&config)); text.push('\n'); )* };
        }
        write!(
            Name,
            Setup,
            Card,
            setup::SideCard,
            setup::OptionCard,
            setup::Origin,
            Order,
            scene::Scene,
            scene::Board,
            scene::Ground,
            scene::Cell,
            scene::Region,
            scene::Area,
            scene::Patch,
            scene::Piece,
            scene::Figure,
            scene::Display,
            scene::Pose,
            scene::Face,
            scene::Track,
            scene::Hand,
            scene::CardFace,
            scene::Chart,
            scene::Note,
            scene::Score,
            scene::Overlay,
            scene::Shape,
            scene::Difference,
            kernel::Side,
            story::Stroke<String>,
            story::UsedCell,
            erased::Said,
            erased::Choice,
            kernel::Role,
            erased::SaidDrag,
            erased::Asked,
            erased::AskedQuestion,
            erased::Routine,
            erased::SaidModifier,
            erased::Told,
            kernel::record::Forfeit,
            erased::Cause,
            erased::ToldStep,
            erased::SaidForecast,
            erased::SaidChance,
            erased::SaidToll,
            erased::TollKind,
            erased::SaidAmount,
            erased::SaidBranch,
            erased::SaidLuck,
            Lobby,
            SystemCard,
            ScenarioCard,
            LevelCard,
            TableCard,
            SeatCard,
            Sitter,
            NewTable,
            Terms,
            Clock,
            AtZero,
            Times,
            Notify,
            CanNotify,
            Account,
            NewLink,
            Joined,
            Rematch,
            PastGame,
            GameResult,
            From,
            Opened,
            Sight,
            SharedDice,
            ShareCard,
            Rest,
            Offer,
            Chat,
            StandingOrder,
            Greeting,
            Command,
            Question,
            Tell,
            Failure,
            Done,
            Log,
            LuckPage,
            Book,
            Chapter,
            Paragraph,
            Demonstration,
            Frame,
            Guide,
            GuideStep,
        );
        // `Say` is read by hand: a number beside a command or a question.
        text.push_str("\nexport type Say = Greeting | ({ id: number } & (Command | Question));\n");
        text
    }

    #[test]
    fn the_types_of_the_client_are_those_of_the_server() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/wire.ts");
        let made = typescript();
        if std::env::var_os("GUNBAI_BLESS").is_some() {
            fs::write(&path, &made).unwrap();
        }
        let kept = fs::read_to_string(&path).unwrap_or_default();
        assert!(kept == made, "web/src/wire.ts is out of date: GUNBAI_BLESS=1 cargo test -p server wire");
    }
}
