//! What is wrong with a file, where, and what to do about it.

use std::fmt;

use crate::likeness::did_you_mean;

/// One thing wrong in data, a record, an example or a set-up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub file: String,
    pub line: Option<usize>,
    pub field: Option<String>,
    pub message: String,
    pub hint: Option<String>,
}

impl Fault {
    pub fn new(file: impl Into<String>, message: impl Into<String>) -> Fault {
        Fault { file: file.into(), line: None, field: None, message: message.into(), hint: None }
    }

    pub fn line(mut self, line: usize) -> Fault {
        self.line = Some(line);
        self
    }

    pub fn field(mut self, field: impl Into<String>) -> Fault {
        self.field = Some(field.into());
        self
    }

    pub fn hint(mut self, hint: impl Into<String>) -> Fault {
        self.hint = Some(hint.into());
        self
    }

    /// A name that nothing has, with those it may be meant for.
    pub fn unknown<'a>(
        file: impl Into<String>,
        what: &str,
        word: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Fault {
        /// A longer list helps nobody.
        const LISTED: usize = 40;
        let known: Vec<&str> = known.into_iter().collect();
        let near = did_you_mean(word, &known);
        let fault = Fault::new(file, format!("there is no {what} `{word}`"));
        match known.len() {
            1..=LISTED => fault.hint(format!("there is {}{near}", known.join(", "))),
            _ if near.is_empty() => fault,
            _ => fault.hint(near.trim_start_matches("; ")),
        }
    }

    /// From a TOML error, with the line its span points at.
    pub fn toml(file: &str, text: &str, error: &toml::de::Error) -> Fault {
        let fault = Fault::new(file, error.message());
        match error.span() {
            Some(span) => fault.line(1 + text[..span.start.min(text.len())].matches('\n').count()),
            None => fault,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        if let Some(field) = &self.field {
            write!(f, ": {field}")?;
        }
        write!(f, ": {}", self.message)?;
        if let Some(hint) = &self.hint {
            write!(f, " ({hint})")?;
        }
        Ok(())
    }
}

impl std::error::Error for Fault {}

/// All that is wrong, at once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults(pub Vec<Fault>);

impl Faults {
    /// Adds a fault unless these values of a file, named by their fields, come in ascending order; equal ones may stand
    /// beside each other.
    pub fn ascending<T: PartialOrd + fmt::Display>(&mut self, file: &str, values: &[(&str, T)]) {
        for pair in values.windows(2) {
            let [(low, least), (high, most)] = pair else { continue };
            if least > most {
                let message = format!("{most} is less than {low}, which is {least}");
                self.0.push(Fault::new(file, message).field(*high));
            }
        }
    }

    /// `Err` if anything was found.
    pub fn or<T>(self, value: T) -> Result<T, Faults> {
        if self.0.is_empty() { Ok(value) } else { Err(self) }
    }
}

impl From<Fault> for Faults {
    fn from(fault: Fault) -> Faults {
        Faults(vec![fault])
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, fault) in self.0.iter().enumerate() {
            if n > 0 {
                f.write_str("\n")?;
            }
            fault.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}
