-- Discord's ids are unsigned 64-bit numbers, kept bit for bit in SQLite's signed ones.
-- Instants are milliseconds since the Unix epoch. Words that a later version may add to have no CHECK.

CREATE TABLE game (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    white INTEGER NOT NULL,
    black INTEGER NOT NULL,
    -- Where its posts go; no guild in a DM.
    guild INTEGER,
    channel INTEGER NOT NULL,
    -- Days for each move; NULL without limit.
    days INTEGER,
    chess960 INTEGER NOT NULL,
    -- NULL for the standard position.
    start_fen TEXT,
    started INTEGER NOT NULL,
    -- The color whose draw offer stands, and after how many own moves each last offered.
    draw_offer TEXT,
    white_offered_after INTEGER,
    black_offered_after INTEGER,
    -- All three NULL while the game runs.
    outcome TEXT,
    termination TEXT,
    ended INTEGER,
    revision INTEGER NOT NULL,
    -- When the player to move runs out of time; NULL without limit and once the game is over.
    deadline INTEGER,
    -- The latest board post: its message, when that is known, and the revision that it shows.
    post_channel INTEGER,
    post_message INTEGER,
    post_revision INTEGER,
    CHECK ((outcome IS NULL) = (ended IS NULL) AND (termination IS NULL) = (ended IS NULL)),
    CHECK ((post_channel IS NULL) = (post_message IS NULL))
) STRICT;

CREATE INDEX game_running_white ON game (white) WHERE ended IS NULL;
CREATE INDEX game_running_black ON game (black) WHERE ended IS NULL;
CREATE INDEX game_deadline ON game (deadline) WHERE deadline IS NOT NULL;

-- The line of each game. The key is the last guard against a move that is stored twice.
CREATE TABLE move (
    game_id INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    -- 1 for the first move of the game, whoever makes it.
    ply INTEGER NOT NULL CHECK (ply > 0),
    uci TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (game_id, ply)
) STRICT, WITHOUT ROWID;

CREATE TABLE challenge (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    challenger INTEGER NOT NULL,
    -- NULL for anybody.
    opponent INTEGER,
    color TEXT NOT NULL,
    days INTEGER,
    guild INTEGER,
    channel INTEGER NOT NULL,
    made INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    -- NULL while it is pending.
    end_kind TEXT,
    -- The game that an accepted one led to.
    game_id INTEGER REFERENCES game (id) ON DELETE CASCADE,
    post_channel INTEGER,
    post_message INTEGER,
    CHECK ((end_kind IS 'accepted') = (game_id IS NOT NULL)),
    CHECK ((post_channel IS NULL) = (post_message IS NULL))
) STRICT;

CREATE INDEX challenge_pending ON challenge (challenger, opponent) WHERE end_kind IS NULL;
CREATE INDEX challenge_expiry ON challenge (expires) WHERE end_kind IS NULL;
CREATE INDEX challenge_made ON challenge (challenger, made);
CREATE INDEX challenge_game ON challenge (game_id) WHERE game_id IS NOT NULL;

-- What still has to reach people.
CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    game_id INTEGER REFERENCES game (id) ON DELETE CASCADE,
    challenge_id INTEGER REFERENCES challenge (id) ON DELETE CASCADE,
    guild INTEGER,
    channel INTEGER NOT NULL,
    -- The message that loses its buttons.
    message INTEGER,
    -- What a board shows.
    revision INTEGER,
    ply INTEGER,
    headline TEXT,
    ping INTEGER,
    -- The interaction that caused it, which it may answer while the token lives.
    interaction INTEGER,
    token TEXT,
    made INTEGER NOT NULL,
    due INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX outbox_due ON outbox (due);
CREATE INDEX outbox_game ON outbox (game_id) WHERE game_id IS NOT NULL;
CREATE INDEX outbox_challenge ON outbox (challenge_id) WHERE challenge_id IS NOT NULL;

-- The interactions that were accepted within the last day: a repeat changes nothing.
CREATE TABLE accepted_interaction (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL
) STRICT;

CREATE INDEX accepted_interaction_at ON accepted_interaction (at);

-- The name by which each person was last seen.
CREATE TABLE person (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL
) STRICT;

CREATE TABLE setting (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
