//! "Did you mean …?"

/// The known words most like this one, best first; nothing that is not like it at all.
pub fn likest<'a>(word: &str, known: &[&'a str], most: usize) -> Vec<&'a str> {
    let word = word.to_lowercase();
    let mut ranked: Vec<(f64, &str)> = known
        .iter()
        .map(|known| (strsim::jaro_winkler(&word, &known.to_lowercase()), *known))
        .filter(|(likeness, _)| *likeness > 0.75)
        .collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    ranked.into_iter().take(most).map(|(_, known)| known).collect()
}

/// The question as it ends an error message; empty where nothing is like it.
pub fn did_you_mean(word: &str, known: &[&str]) -> String {
    likest(word, known, 1).first().map_or_else(String::new, |best| format!("; did you mean `{best}`?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_finger_is_recognised_and_nonsense_is_not() {
        let known = ["yukimura/yao", "yukimura/domyoji"];
        assert_eq!(did_you_mean("yukimura/yoa", &known), "; did you mean `yukimura/yao`?");
        assert_eq!(did_you_mean("qqq", &known), "");
    }
}
