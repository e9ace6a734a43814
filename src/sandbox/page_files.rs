//! The chat page's files, embedded. What they do is told in them.

/// Media type and text of a file of the page.
pub(super) fn find(name: &str) -> Option<(&'static str, &'static str)> {
    let (_, text) = FILES.iter().find(|(file, _)| *file == name)?;
    let media = match name.rsplit_once('.')? {
        (_, "css") => "text/css; charset=utf-8",
        (_, "js") => "text/javascript; charset=utf-8",
        _ => "text/html; charset=utf-8",
    };
    Some((media, text))
}

macro_rules! files {
    ($($name:literal,)*) => {
        &[$(($name, include_str!(concat!("page/", $name))),)*]
    };
}

const FILES: &[(&str, &str)] = files![
    "api.js",
    "attachments.js",
    "base.css",
    "commands.js",
    "components.js",
    "composer.css",
    "composer.js",
    "dom.js",
    "embeds.js",
    "icons.js",
    "index.html",
    "listbox.js",
    "markdown.js",
    "markup.js",
    "mentions.js",
    "menus.js",
    "message.js",
    "messages.css",
    "modal.js",
    "overlays.css",
    "page.js",
    "panel.js",
    "popover.js",
    "session.js",
    "sidebar.css",
    "sidebar.js",
    "slash.js",
    "suggestions.js",
    "time.js",
    "timeline.js",
    "timelineview.js",
    "toast.js",
    "topbar.js",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_page_is_embedded() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/sandbox/page");
        let mut there: Vec<String> = std::fs::read_dir(folder)
            .expect("the page's folder")
            .map(|file| {
                file.expect("a file")
                    .file_name()
                    .into_string()
                    .expect("a plain name")
            })
            .collect();
        there.sort();
        let embedded: Vec<&str> = FILES.iter().map(|(name, _)| *name).collect();
        assert_eq!(embedded, there);
    }
}
