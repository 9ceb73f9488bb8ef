//! Local: examples from the disk.
use daimyo::Daimyo;
use kernel::example::Example;
type Built = contract::BuiltIn<Daimyo>;
#[test]
fn disk() {
    let dir = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/daimyo");
    let mut data = Built::data();
    for sub in ["scenarios", "."] {
        for entry in std::fs::read_dir(dir.join(sub)).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                let name = path.file_name().unwrap().to_str().unwrap();
                let name = if sub == "." { format!("daimyo/{name}") } else { format!("daimyo/{sub}/{name}") };
                data.insert(&name, &std::fs::read_to_string(&path).unwrap());
            }
        }
    }
    let only = std::env::var("ONLY").unwrap_or_default();
    let mut files: Vec<_> = std::fs::read_dir(dir.join("examples")).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    let (mut ok, mut bad) = (0, 0);
    let mut seen = std::collections::BTreeSet::new();
    for path in files {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if !name.contains(&only) { continue; }
        let text = std::fs::read_to_string(&path).unwrap();
        let result = Example::parse(&name, &text).map_err(kernel::Faults::from).and_then(|example| {
            let mut table = Built::table_of(&data, &example)?;
            let s = example.run(&name, &mut table)?;
            for r in s.rules { seen.insert(r); }
            for r in example.rule { seen.insert(r); }
            Ok(())
        });
        match result { Ok(_) => ok += 1, Err(why) => { bad += 1; println!("--- {why}\n"); } }
    }
    println!("{ok} ok, {bad} bad");
    let cited: Vec<&str> = <Daimyo as kernel::System>::rule_ids().iter().map(|r| r.0).filter(|r| !seen.contains(*r)).collect();
    println!("unseen: {cited:?}");
}
