//! Keeps the world on disk: one JSON file, replaced in one step, and a folder with every posted file.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::path::PathBuf;
use std::sync::Arc;

use axum::body::Bytes;

use super::id::Id;
use super::state::Shared;
use super::world::World;

const WORLD: &str = "world.json";
const FILES: &str = "files";

/// The world of the last time, if there was one.
pub(super) fn load(folder: &Path) -> io::Result<Option<World>> {
    fs::create_dir_all(folder.join(FILES))?;
    let text = match fs::read(folder.join(WORLD)) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let mut world: World = serde_json::from_slice(&text)?;
    for message in world.messages.values_mut() {
        for file in &mut message.attachments {
            file.bytes = Bytes::from(fs::read(file_path(folder, file.id))?);
        }
    }
    Ok(Some(world))
}

/// Saves after every change, the last time when the sandbox ends. Changes that come while one is written are written
/// together afterwards.
pub(super) async fn keep_saved(shared: Arc<Shared>, folder: PathBuf) {
    let mut bell = shared.bell();
    let mut written = HashSet::new();
    loop {
        let stopped = tokio::select! {
            () = shared.stopped() => true,
            // The sender lives in `shared`, so the bell cannot break.
            _ = bell.changed() => false,
        };
        bell.mark_unchanged();
        if let Err(error) = save(&shared, &folder, &mut written).await {
            tracing::error!("The sandbox cannot save its world: {error}");
        }
        if stopped {
            return;
        }
    }
}

async fn save(shared: &Shared, folder: &Path, written: &mut HashSet<Id>) -> io::Result<()> {
    let (text, files) = shared.read(|state| {
        let files: Vec<(Id, Bytes)> = state
            .world
            .messages
            .values()
            .flat_map(|message| &message.attachments)
            .filter(|file| !written.contains(&file.id))
            .map(|file| (file.id, file.bytes.clone()))
            .collect();
        (serde_json::to_vec(&state.world), files)
    });
    written.extend(files.iter().map(|(id, _)| *id));
    let folder = folder.to_owned();
    let writing = tokio::task::spawn_blocking(move || write(&folder, &text?, &files));
    writing.await.map_err(io::Error::other)?
}

/// The files first: the world must never name one that is not there.
fn write(folder: &Path, world: &[u8], files: &[(Id, Bytes)]) -> io::Result<()> {
    for (id, bytes) in files {
        let path = file_path(folder, *id);
        if !path.exists() {
            replace(&path, bytes)?;
        }
    }
    replace(&folder.join(WORLD), world)
}

/// Writes a file beside its place and moves it there.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let fresh = path.with_extension("next");
    let mut file = fs::File::create(&fresh)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(fresh, path)
}

fn file_path(folder: &Path, id: Id) -> PathBuf {
    folder.join(FILES).join(id.to_string())
}
