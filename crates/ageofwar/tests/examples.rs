//! The worked examples of `data/ageofwar/examples`, played and checked.

type Built = contract::BuiltIn<ageofwar::AgeOfWar>;

#[test]
fn every_example_plays_as_it_says() {
    Built::check_examples();
}

#[test]
fn there_are_examples_for_every_chapter_that_can_act_and_each_says_where_it_comes_from() {
    Built::check_example_heads(40, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14]);
}

#[test]
fn every_rule_the_program_cites_is_seen_in_an_example() {
    // Resigning is an act at the table, not an action of the game.
    Built::check_cited_in_examples(&["0-4"]);
}
