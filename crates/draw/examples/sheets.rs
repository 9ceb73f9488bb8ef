//! Draws the sample boards into a folder: `cargo run -p draw --example sheets -- /tmp/sheets`.

#[path = "../tests/sample/mod.rs"]
mod sample;

use std::{fs, path::Path};

fn main() -> std::io::Result<()> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "/tmp/sheets".to_owned());
    let folder = Path::new(&folder);
    fs::create_dir_all(folder)?;
    let grounds = sample::boards();
    for (name, ground) in [
        ("domyoji", &grounds[0]),
        ("yao", &grounds[1]),
        ("areas", &sample::areas()),
        ("open", &sample::table()),
    ] {
        fs::write(folder.join(format!("{name}.svg")), draw::map(ground))?;
        fs::write(folder.join(format!("{name}-card.svg")), draw::thumbnail(ground, 480))?;
    }
    fs::write(folder.join("scene.svg"), draw::scene(&sample::scene(&grounds), &grounds))?;
    let table = [sample::table()];
    let scene = kernel::scene::Scene { pieces: sample::stands(), ..sample::scene(&table) };
    fs::write(folder.join("scene-open.svg"), draw::scene(&scene, &table))?;
    fs::write(folder.join("pieces.svg"), sample::sampler())
}
