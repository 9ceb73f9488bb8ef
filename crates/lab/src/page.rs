//! Reports as one page that needs nothing beside itself.

use std::fmt::Write as _;

use crate::{plots, report::Report};

const STYLE: &str = "\
body{margin:0 auto;max-width:760px;padding:2em 1em;background:#f1e7d0;color:#2b241c;\
font:16px/1.5 Georgia,'Noto Serif',serif}\
h1{font-size:1.6em;border-bottom:3px double #2b241c}h2{font-size:1.25em;margin-top:2em}\
h1,h2,h3{font-weight:normal}h3{font-size:1em;margin:.5em 0 0}\
table{border-collapse:collapse;width:100%}th,td{padding:.15em .6em;border-bottom:1px solid #b9ab8c}\
th{text-align:left;font-weight:normal;font-style:italic}td{text-align:right}\
td:first-child{text-align:left}.plots{display:flex;flex-wrap:wrap;gap:1em}svg{max-width:100%;height:auto}\
pre{background:#e6d9bb;border-left:4px solid #1f4f8f;padding:.6em;overflow-x:auto;white-space:pre-wrap;\
word-break:break-all}\
.first,.second{display:inline-block;width:1em;height:.8em;margin:0 .3em 0 .8em;border:1px solid #2b241c}\
.first{background:#1f4f8f}\
.second{background:repeating-linear-gradient(45deg,#b8321f 0 3px,#f1e7d0 3px 6px)}";

/// One self-contained page. Several reports, each with its name, are compared side by side; `command` is what
/// repeats them.
pub fn html(title: &str, reports: &[(String, Report)], command: &str) -> String {
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>{0}</title>\
         <style>{STYLE}</style></head>\n<body>\n{1}\n<h1>{0}</h1>\n",
        escape(title),
        plots::DEFINITIONS
    );
    if let Some((_, report)) = reports.first() {
        let _ = writeln!(
            page,
            "<p>{} by the bots {} and {}. A draw counts half. Whiskers are 95 % intervals (Wilson).</p>",
            escape(&report.scenario),
            escape(&report.bots[0]),
            escape(&report.bots[1])
        );
        page.push_str(&legend(report));
        if reports.len() > 1 {
            page.push_str("<h2>Side by side</h2>\n");
        }
        page.push_str(&plots::scores(reports));
    }
    page.push_str(&comparison(reports));
    for (name, report) in reports {
        page.push_str(&chapter(name, report));
    }
    page.push_str(&repetition(reports, command));
    page.push_str("</body></html>\n");
    page
}

fn legend(report: &Report) -> String {
    format!(
        "<p><span class=\"first\"></span>{} <span class=\"second\"></span>{}</p>\n",
        escape(&report.sides[0]),
        escape(&report.sides[1])
    )
}

/// A row a figure, a column a report.
fn comparison(reports: &[(String, Report)]) -> String {
    type Figure = (&'static str, fn(&Report) -> String);
    const FIGURES: [Figure; 9] = [
        ("games", |r| r.games.to_string()),
        ("finished", |r| r.finished.to_string()),
        ("won by the first side", |r| r.wins[&r.sides[0]].to_string()),
        ("won by the second side", |r| r.wins[&r.sides[1]].to_string()),
        ("drawn", |r| r.draws.to_string()),
        ("actions a game", |r| format!("{:.1}", r.mean_length)),
        ("changes of seat a game", |r| format!("{:.1}", r.handovers)),
        ("CPU seconds", |r| format!("{:.1}", r.cpu_seconds)),
        ("actions a CPU second", |r| format!("{:.0}", r.actions_per_cpu_second)),
    ];
    let mut table = String::from("<table><tr><th></th>");
    for (name, _) in reports {
        let _ = write!(table, "<th style=\"text-align:right\">{}</th>", escape(name));
    }
    table.push_str("</tr>\n");
    for (label, figure) in FIGURES {
        let _ = write!(table, "<tr><td>{label}</td>");
        for (_, report) in reports {
            let _ = write!(table, "<td>{}</td>", figure(report));
        }
        table.push_str("</tr>\n");
    }
    table.push_str("</table>\n");
    table
}

fn chapter(name: &str, report: &Report) -> String {
    let mut text = format!("<h2>{}</h2>\n<div class=\"plots\">", escape(name));
    for (heading, plot) in [
        ("Length", plots::lengths(report)),
        ("Losses by inning", plots::losses(report)),
        ("Endings, by rule", plots::endings(report)),
    ] {
        let _ = writeln!(text, "<div><h3>{heading}</h3>{plot}</div>");
    }
    text.push_str("</div>\n<h3>What was asked</h3>\n<table><tr><th>question</th>");
    text.push_str("<th>times</th><th>choices, mean</th><th>most</th></tr>\n");
    for (kind, asked) in &report.questions {
        let _ = writeln!(
            text,
            "<tr><td>{}</td><td>{}</td><td>{:.1}</td><td>{}</td></tr>",
            escape(kind),
            asked.count,
            asked.mean,
            asked.longest
        );
    }
    text.push_str("</table>\n");
    text
}

fn repetition(reports: &[(String, Report)], command: &str) -> String {
    let mut text = format!("<h2>To repeat it</h2>\n<pre>{}</pre>\n<table>", escape(command));
    text.push_str(
        "<tr><th>series</th><th>options</th><th>seed</th><th>digest of all final positions</th></tr>\n",
    );
    for (name, report) in reports {
        let options: Vec<String> =
            report.options.iter().map(|(option, value)| format!("{option}={value}")).collect();
        let _ = writeln!(
            text,
            "<tr><td>{}</td><td>{}</td><td>{}</td><td><code>{}…</code></td></tr>",
            escape(name),
            escape(&options.join(" ")),
            report.seed,
            &report.digest[..16]
        );
    }
    text.push_str("</table>\n<p>Game n of a series depends on its seed and on n alone, for any number of threads.</p>\n");
    text
}

pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
