PRAGMA application_id = 1349406839;
PRAGMA user_version = 3;
PRAGMA foreign_keys = off;
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
    post_revision INTEGER, when_time_runs_out TEXT NOT NULL DEFAULT 'game ends', clock_left INTEGER, clock_runs_from INTEGER, reminded TEXT, sheltered INTEGER NOT NULL DEFAULT 0, time_up_told INTEGER NOT NULL DEFAULT 0, takeback TEXT, white_asked_takeback INTEGER NOT NULL DEFAULT 0, black_asked_takeback INTEGER NOT NULL DEFAULT 0, pause_asked TEXT, white_plan TEXT, black_plan TEXT, white_away INTEGER, black_away INTEGER, paused_until INTEGER, server_gone INTEGER, touched INTEGER NOT NULL DEFAULT 0, check_at INTEGER, series INTEGER REFERENCES game (id) ON DELETE CASCADE,
    CHECK ((outcome IS NULL) = (ended IS NULL) AND (termination IS NULL) = (ended IS NULL)),
    CHECK ((post_channel IS NULL) = (post_message IS NULL))
) STRICT;
CREATE INDEX game_running_white ON game (white) WHERE ended IS NULL;
CREATE INDEX game_running_black ON game (black) WHERE ended IS NULL;
CREATE TABLE move (
    game_id INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    -- 1 for the first move of the game, whoever makes it.
    ply INTEGER NOT NULL CHECK (ply > 0),
    uci TEXT NOT NULL,
    at INTEGER NOT NULL, left INTEGER,
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
    post_message INTEGER, when_time_runs_out TEXT NOT NULL DEFAULT 'game ends', rematch_of INTEGER REFERENCES game (id) ON DELETE CASCADE,
    CHECK ((end_kind IS 'accepted') = (game_id IS NOT NULL)),
    CHECK ((post_channel IS NULL) = (post_message IS NULL))
) STRICT;
CREATE INDEX challenge_pending ON challenge (challenger, opponent) WHERE end_kind IS NULL;
CREATE INDEX challenge_expiry ON challenge (expires) WHERE end_kind IS NULL;
CREATE INDEX challenge_made ON challenge (challenger, made);
CREATE INDEX challenge_game ON challenge (game_id) WHERE game_id IS NOT NULL;
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
, news INTEGER, since INTEGER) STRICT;
CREATE INDEX outbox_due ON outbox (due);
CREATE INDEX outbox_game ON outbox (game_id) WHERE game_id IS NOT NULL;
CREATE INDEX outbox_challenge ON outbox (challenge_id) WHERE challenge_id IS NOT NULL;
CREATE TABLE accepted_interaction (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL
) STRICT;
CREATE INDEX accepted_interaction_at ON accepted_interaction (at);
CREATE TABLE person (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL
, reminders TEXT NOT NULL DEFAULT 'channel', zone TEXT, quiet_from INTEGER, quiet_to INTEGER, shelter INTEGER NOT NULL DEFAULT 1, preview INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE setting (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX game_check_at ON game (check_at) WHERE check_at IS NOT NULL;
CREATE INDEX game_running_guild ON game (guild) WHERE ended IS NULL;
CREATE INDEX game_series ON game (series) WHERE series IS NOT NULL;
CREATE TABLE taken_back (
    id INTEGER PRIMARY KEY,
    game_id INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    ply INTEGER NOT NULL CHECK (ply > 0),
    uci TEXT NOT NULL,
    at INTEGER NOT NULL,
    left INTEGER
) STRICT;
CREATE INDEX taken_back_game ON taken_back (game_id);
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
, away INTEGER, paused_until INTEGER) STRICT;
CREATE INDEX undo_until ON undo (until);
CREATE INDEX challenge_rematch ON challenge (rematch_of) WHERE rematch_of IS NOT NULL;
CREATE TABLE vacation (
    player INTEGER NOT NULL,
    began INTEGER NOT NULL,
    until INTEGER NOT NULL, ended_in INTEGER, meant_until INTEGER,
    PRIMARY KEY (player, began)
) STRICT, WITHOUT ROWID;
CREATE TABLE heartbeat (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at INTEGER NOT NULL
) STRICT;
CREATE INDEX game_running_channel ON game (channel) WHERE ended IS NULL;
CREATE INDEX game_ended_white ON game (white, ended) WHERE ended IS NOT NULL;
CREATE INDEX game_ended_black ON game (black, ended) WHERE ended IS NOT NULL;
CREATE UNIQUE INDEX challenge_rematch_played ON challenge (rematch_of) WHERE end_kind = 'accepted';
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
INSERT INTO game (id,white,black,guild,channel,days,chess960,start_fen,started,draw_offer,white_offered_after,black_offered_after,outcome,termination,ended,revision,deadline,post_channel,post_message,post_revision,when_time_runs_out,clock_left,clock_runs_from,reminded,sheltered,time_up_told,takeback,white_asked_takeback,black_asked_takeback,pause_asked,white_plan,black_plan,white_away,black_away,paused_until,server_gone,touched,check_at,series) VALUES (1,101,102,1,11,3,0,NULL,1795910400000,NULL,NULL,NULL,'0-1','checkmate',1795910400000,5,NULL,11,1006,5,'game ends',259200000,1795910400000,NULL,0,0,NULL,0,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1795910400000,NULL,NULL);
INSERT INTO game (id,white,black,guild,channel,days,chess960,start_fen,started,draw_offer,white_offered_after,black_offered_after,outcome,termination,ended,revision,deadline,post_channel,post_message,post_revision,when_time_runs_out,clock_left,clock_runs_from,reminded,sheltered,time_up_told,takeback,white_asked_takeback,black_asked_takeback,pause_asked,white_plan,black_plan,white_away,black_away,paused_until,server_gone,touched,check_at,series) VALUES (2,101,102,1,11,3,0,NULL,1795910400000,NULL,1,NULL,'1/2-1/2','agreement',1795914000000,3,NULL,11,1010,3,'game ends',259200000,1795914000000,NULL,0,0,NULL,0,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1795914000000,NULL,NULL);
INSERT INTO game (id,white,black,guild,channel,days,chess960,start_fen,started,draw_offer,white_offered_after,black_offered_after,outcome,termination,ended,revision,deadline,post_channel,post_message,post_revision,when_time_runs_out,clock_left,clock_runs_from,reminded,sheltered,time_up_told,takeback,white_asked_takeback,black_asked_takeback,pause_asked,white_plan,black_plan,white_away,black_away,paused_until,server_gone,touched,check_at,series) VALUES (3,101,102,1,11,3,0,NULL,1795914000000,NULL,NULL,NULL,'1-0','resignation',1795914000000,1,NULL,11,1013,1,'game ends',259200000,1795914000000,NULL,0,0,NULL,0,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1795914000000,NULL,NULL);
INSERT INTO game (id,white,black,guild,channel,days,chess960,start_fen,started,draw_offer,white_offered_after,black_offered_after,outcome,termination,ended,revision,deadline,post_channel,post_message,post_revision,when_time_runs_out,clock_left,clock_runs_from,reminded,sheltered,time_up_told,takeback,white_asked_takeback,black_asked_takeback,pause_asked,white_plan,black_plan,white_away,black_away,paused_until,server_gone,touched,check_at,series) VALUES (4,101,102,1,11,3,0,NULL,1795914070000,'black',NULL,1,NULL,NULL,NULL,4,1796180470000,NULL,NULL,NULL,'game ends',259200000,1795921270000,NULL,0,0,NULL,0,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1795921270000,1796128630000,NULL);
INSERT INTO game (id,white,black,guild,channel,days,chess960,start_fen,started,draw_offer,white_offered_after,black_offered_after,outcome,termination,ended,revision,deadline,post_channel,post_message,post_revision,when_time_runs_out,clock_left,clock_runs_from,reminded,sheltered,time_up_told,takeback,white_asked_takeback,black_asked_takeback,pause_asked,white_plan,black_plan,white_away,black_away,paused_until,server_gone,touched,check_at,series) VALUES (5,101,103,NULL,11,NULL,1,'bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9',5,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,'game ends',NULL,NULL,NULL,0,0,NULL,0,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL);
INSERT INTO sqlite_sequence (name,seq) VALUES ('challenge',7);
INSERT INTO sqlite_sequence (name,seq) VALUES ('outbox',33);
INSERT INTO sqlite_sequence (name,seq) VALUES ('game',5);
INSERT INTO move (game_id,ply,uci,at,left) VALUES (1,1,'f2f3',1795910400000,259200000);
INSERT INTO move (game_id,ply,uci,at,left) VALUES (1,2,'e7e5',1795910400000,259200000);
INSERT INTO move (game_id,ply,uci,at,left) VALUES (1,3,'g2g4',1795910400000,259200000);
INSERT INTO move (game_id,ply,uci,at,left) VALUES (1,4,'d8h4',1795910400000,259200000);
INSERT INTO move (game_id,ply,uci,at,left) VALUES (2,1,'e2e4',1795914000000,255600000);
INSERT INTO move (game_id,ply,uci,at,left) VALUES (4,1,'e2e4',1795914070000,259200000);
INSERT INTO move (game_id,ply,uci,at,left) VALUES (4,2,'e7e5',1795921270000,252000000);
INSERT INTO challenge (id,challenger,opponent,color,days,guild,channel,made,expires,end_kind,game_id,post_channel,post_message,when_time_runs_out,rematch_of) VALUES (1,101,102,'white',3,1,11,1795910400000,1796515200000,'accepted',1,11,1001,'game ends',NULL);
INSERT INTO challenge (id,challenger,opponent,color,days,guild,channel,made,expires,end_kind,game_id,post_channel,post_message,when_time_runs_out,rematch_of) VALUES (2,101,102,'white',3,1,11,1795910400000,1796515200000,'accepted',2,11,1007,'game ends',NULL);
INSERT INTO challenge (id,challenger,opponent,color,days,guild,channel,made,expires,end_kind,game_id,post_channel,post_message,when_time_runs_out,rematch_of) VALUES (3,101,102,'white',3,1,11,1795914000000,1796518800000,'accepted',3,11,1011,'game ends',NULL);
INSERT INTO challenge (id,challenger,opponent,color,days,guild,channel,made,expires,end_kind,game_id,post_channel,post_message,when_time_runs_out,rematch_of) VALUES (4,101,102,'white',3,1,11,1795914070000,1796518870000,'accepted',4,NULL,NULL,'game ends',NULL);
INSERT INTO challenge (id,challenger,opponent,color,days,guild,channel,made,expires,end_kind,game_id,post_channel,post_message,when_time_runs_out,rematch_of) VALUES (5,101,NULL,'white',3,1,11,1795921270000,1796526070000,NULL,NULL,NULL,NULL,'game ends',NULL);
INSERT INTO challenge (id,challenger,opponent,color,days,guild,channel,made,expires,end_kind,game_id,post_channel,post_message,when_time_runs_out,rematch_of) VALUES (6,101,102,'white',3,1,11,1795921270000,1796526070000,'declined',NULL,NULL,NULL,'game ends',NULL);
INSERT INTO challenge (id,challenger,opponent,color,days,guild,channel,made,expires,end_kind,game_id,post_channel,post_message,when_time_runs_out,rematch_of) VALUES (7,101,102,'white',3,1,11,1795921270000,1796526070000,'withdrawn',NULL,NULL,NULL,'game ends',NULL);
INSERT INTO outbox (id,kind,game_id,challenge_id,guild,channel,message,revision,ply,headline,ping,interaction,token,made,due,attempts,news,since) VALUES (24,'challenge',NULL,4,1,11,NULL,NULL,NULL,NULL,102,NULL,NULL,1795914070000,1795924870000,1,NULL,NULL);
INSERT INTO outbox (id,kind,game_id,challenge_id,guild,channel,message,revision,ply,headline,ping,interaction,token,made,due,attempts,news,since) VALUES (25,'board',4,NULL,1,11,NULL,0,0,'started',101,NULL,NULL,1795914070000,1795914070000,0,0,NULL);
INSERT INTO outbox (id,kind,game_id,challenge_id,guild,channel,message,revision,ply,headline,ping,interaction,token,made,due,attempts,news,since) VALUES (26,'board',4,NULL,1,11,NULL,2,1,'moved and offered a draw',102,900,'token 900',1795914070000,1795914080000,0,1,NULL);
INSERT INTO outbox (id,kind,game_id,challenge_id,guild,channel,message,revision,ply,headline,ping,interaction,token,made,due,attempts,news,since) VALUES (27,'board',4,NULL,1,11,NULL,3,2,'moved',101,NULL,NULL,1795921270000,1795921270000,0,1,NULL);
INSERT INTO outbox (id,kind,game_id,challenge_id,guild,channel,message,revision,ply,headline,ping,interaction,token,made,due,attempts,news,since) VALUES (28,'board',4,NULL,1,11,NULL,4,2,'black offered a draw',101,NULL,NULL,1795921270000,1795921270000,0,0,NULL);
INSERT INTO outbox (id,kind,game_id,challenge_id,guild,channel,message,revision,ply,headline,ping,interaction,token,made,due,attempts,news,since) VALUES (29,'challenge',NULL,5,1,11,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1795921270000,1795921270000,0,NULL,NULL);
INSERT INTO outbox (id,kind,game_id,challenge_id,guild,channel,message,revision,ply,headline,ping,interaction,token,made,due,attempts,news,since) VALUES (30,'challenge',NULL,6,1,11,NULL,NULL,NULL,NULL,102,NULL,NULL,1795921270000,1795921270000,0,NULL,NULL);
INSERT INTO outbox (id,kind,game_id,challenge_id,guild,channel,message,revision,ply,headline,ping,interaction,token,made,due,attempts,news,since) VALUES (31,'challenge over',NULL,6,1,11,NULL,NULL,NULL,NULL,101,NULL,NULL,1795921270000,1795921270000,0,NULL,NULL);
INSERT INTO outbox (id,kind,game_id,challenge_id,guild,channel,message,revision,ply,headline,ping,interaction,token,made,due,attempts,news,since) VALUES (32,'challenge',NULL,7,1,11,NULL,NULL,NULL,NULL,102,NULL,NULL,1795921270000,1795921270000,0,NULL,NULL);
INSERT INTO outbox (id,kind,game_id,challenge_id,guild,channel,message,revision,ply,headline,ping,interaction,token,made,due,attempts,news,since) VALUES (33,'challenge over',NULL,7,1,11,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1795921270000,1795921270000,0,NULL,NULL);
INSERT INTO accepted_interaction (id,at) VALUES (900,1795914070000);
INSERT INTO person (id,name,reminders,zone,quiet_from,quiet_to,shelter,preview) VALUES (101,'Anna','channel',NULL,NULL,NULL,1,0);
INSERT INTO setting (key,value) VALUES ('sample','kept');
INSERT INTO undo (game_id,until,clock_left,clock_runs_from,draw_offer,white_offered_after,black_offered_after,reminded,sheltered,time_up_told,takeback,white_asked_takeback,black_asked_takeback,pause_asked,white_plan,black_plan,away,paused_until) VALUES (4,1795921330000,259200000,1795914070000,'white',1,NULL,NULL,0,0,NULL,0,0,NULL,NULL,NULL,NULL,NULL);
