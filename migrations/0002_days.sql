-- The clock becomes facts of its own: what is left, and since when it runs.

ALTER TABLE game ADD COLUMN when_time_runs_out TEXT NOT NULL DEFAULT 'game ends';
-- Milliseconds that were left when the clock last began to run, and since when it runs; both NULL without limit, the
-- second also in a pause.
ALTER TABLE game ADD COLUMN clock_left INTEGER;
ALTER TABLE game ADD COLUMN clock_runs_from INTEGER;
-- What the player to move was reminded of in this turn.
ALTER TABLE game ADD COLUMN reminded TEXT;
ALTER TABLE game ADD COLUMN sheltered INTEGER NOT NULL DEFAULT 0;
ALTER TABLE game ADD COLUMN time_up_told INTEGER NOT NULL DEFAULT 0;
-- The color that asks, and who has asked in this turn.
ALTER TABLE game ADD COLUMN takeback TEXT;
ALTER TABLE game ADD COLUMN white_asked_takeback INTEGER NOT NULL DEFAULT 0;
ALTER TABLE game ADD COLUMN black_asked_takeback INTEGER NOT NULL DEFAULT 0;
ALTER TABLE game ADD COLUMN pause_asked TEXT;
-- The players' if-then moves; nobody else may see them.
ALTER TABLE game ADD COLUMN white_plan TEXT;
ALTER TABLE game ADD COLUMN black_plan TEXT;
-- Until when each is on vacation from this game.
ALTER TABLE game ADD COLUMN white_away INTEGER;
ALTER TABLE game ADD COLUMN black_away INTEGER;
ALTER TABLE game ADD COLUMN paused_until INTEGER;
-- Since when no clock runs because the bot was removed from the game's server.
ALTER TABLE game ADD COLUMN server_gone INTEGER;
-- When something last happened.
ALTER TABLE game ADD COLUMN touched INTEGER NOT NULL DEFAULT 0;
-- When time has something to do to the game next.
ALTER TABLE game ADD COLUMN check_at INTEGER;
-- The first game of a series of rematches, in all games of the series but that one.
ALTER TABLE game ADD COLUMN series INTEGER REFERENCES game (id) ON DELETE CASCADE;

DROP INDEX game_deadline;
CREATE INDEX game_check_at ON game (check_at) WHERE check_at IS NOT NULL;
CREATE INDEX game_running_guild ON game (guild) WHERE ended IS NULL;
CREATE INDEX game_series ON game (series) WHERE series IS NOT NULL;

UPDATE game SET touched = coalesce((SELECT max(at) FROM move WHERE game_id = game.id), started);
UPDATE game SET clock_left = days * 86400000, clock_runs_from = touched WHERE days IS NOT NULL;
UPDATE game SET check_at = touched + days * 86400000 - days * 17280000 WHERE deadline IS NOT NULL;

-- What was left on the mover's clock; NULL without limit, and for moves from before this was kept.
ALTER TABLE move ADD COLUMN left INTEGER;

-- Moves that are not in the line any more, undone or taken back.
CREATE TABLE taken_back (
    id INTEGER PRIMARY KEY,
    game_id INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    ply INTEGER NOT NULL CHECK (ply > 0),
    uci TEXT NOT NULL,
    at INTEGER NOT NULL,
    left INTEGER
) STRICT;

CREATE INDEX taken_back_game ON taken_back (game_id);

-- The turn before the last move, for as long as the move can be undone. The columns are those of game.
CREATE TABLE undo (
    game_id INTEGER PRIMARY KEY REFERENCES game (id) ON DELETE CASCADE,
    until INTEGER NOT NULL,
    clock_left INTEGER,
    clock_runs_from INTEGER,
    draw_offer TEXT,
    white_offered_after INTEGER,
    black_offered_after INTEGER,
    reminded TEXT,
    sheltered INTEGER NOT NULL,
    time_up_told INTEGER NOT NULL,
    takeback TEXT,
    white_asked_takeback INTEGER NOT NULL,
    black_asked_takeback INTEGER NOT NULL,
    pause_asked TEXT,
    white_plan TEXT,
    black_plan TEXT
) STRICT;

CREATE INDEX undo_until ON undo (until);

ALTER TABLE challenge ADD COLUMN when_time_runs_out TEXT NOT NULL DEFAULT 'game ends';
-- The game that it asks for the next one of.
ALTER TABLE challenge ADD COLUMN rematch_of INTEGER REFERENCES game (id) ON DELETE CASCADE;
CREATE INDEX challenge_rematch ON challenge (rematch_of) WHERE rematch_of IS NOT NULL;

-- How many moves of a board post are news.
ALTER TABLE outbox ADD COLUMN news INTEGER;
UPDATE outbox SET news = headline LIKE 'moved%' WHERE kind = 'board';
-- When the outage began that a post tells of.
ALTER TABLE outbox ADD COLUMN since INTEGER;

-- Vacations, past and present. One that ended early has its end corrected.
CREATE TABLE vacation (
    player INTEGER NOT NULL,
    began INTEGER NOT NULL,
    until INTEGER NOT NULL,
    PRIMARY KEY (player, began)
) STRICT, WITHOUT ROWID;

-- When the bot was last there for everybody; one row.
CREATE TABLE heartbeat (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at INTEGER NOT NULL
) STRICT;

ALTER TABLE person ADD COLUMN reminders TEXT NOT NULL DEFAULT 'channel';
-- An IANA time zone, and the minutes of the day between which the person wants to be left in peace.
ALTER TABLE person ADD COLUMN zone TEXT;
ALTER TABLE person ADD COLUMN quiet_from INTEGER;
ALTER TABLE person ADD COLUMN quiet_to INTEGER;
-- Whether a vacation is taken rather than a game lost on time.
ALTER TABLE person ADD COLUMN shelter INTEGER NOT NULL DEFAULT 1;
-- Whether moves are shown before they are played.
ALTER TABLE person ADD COLUMN preview INTEGER NOT NULL DEFAULT 0;

-- What lists and rematches look for.
CREATE INDEX game_running_channel ON game (channel) WHERE ended IS NULL;
CREATE INDEX game_ended_white ON game (white, ended) WHERE ended IS NOT NULL;
CREATE INDEX game_ended_black ON game (black, ended) WHERE ended IS NOT NULL;
-- The last guard against two rematches of one game.
CREATE UNIQUE INDEX challenge_rematch_played ON challenge (rematch_of) WHERE end_kind = 'accepted';

-- The channels in which one message lists the running games.
CREATE TABLE overview (
    channel INTEGER PRIMARY KEY,
    guild INTEGER,
    -- NULL until it stands.
    message INTEGER,
    -- How often something has changed, and how much of that the message shows: an errand waits while they differ.
    changes INTEGER NOT NULL,
    shown INTEGER NOT NULL,
    -- When it may be brought up to date next.
    not_before INTEGER NOT NULL
) STRICT;
