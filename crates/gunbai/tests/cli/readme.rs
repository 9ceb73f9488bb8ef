//! The README shows what the commands really print.

use crate::ran::gunbai;

/// Splits a command line; words in single quotes stay together.
fn arguments(line: &str) -> Vec<&str> {
    let mut words = Vec::new();
    for (n, part) in line.split('\'').enumerate() {
        if n % 2 == 1 {
            words.push(part);
        } else {
            words.extend(part.split_whitespace());
        }
    }
    words
}

#[test]
fn the_commands_of_the_readme_print_what_it_shows() {
    let readme = include_str!("../../../../README.md");
    let mut commands = 0;
    for block in readme.split("```text\n").skip(1) {
        let block = block.split("```").next().unwrap();
        for run in block.split("$ gunbai ").skip(1) {
            let (line, shown) = run.split_once('\n').unwrap();
            let ran = gunbai(&arguments(line));
            let printed = format!("{}{}", ran.out, ran.err);
            assert!(printed.contains(shown.trim()), "gunbai {line} prints\n{printed}");
            commands += 1;
        }
    }
    assert!(commands > 0, "the README shows no command");
}
