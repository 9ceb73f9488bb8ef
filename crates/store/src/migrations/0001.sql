-- A game is its header and its inputs, which are only ever added. Everything else is beside it.
CREATE TABLE games (
    id       TEXT PRIMARY KEY,
    system   TEXT NOT NULL,
    scenario TEXT NOT NULL,
    -- The name and digest of the data it is played with.
    data     TEXT NOT NULL,
    digest   TEXT NOT NULL,
    -- The record up to its `begin` line, with seed and secret: it never leaves the server while the game runs.
    header   TEXT NOT NULL,
    listed   INTEGER NOT NULL,
    created  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE seats (
    game  TEXT NOT NULL REFERENCES games(id),
    seat  INTEGER NOT NULL,
    -- `person` or a computer level.
    who   TEXT NOT NULL,
    -- SHA-256 of the secret token; none for a computer.
    token BLOB,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

-- Two writers cannot both have move 41: the key says so, on one machine or on ten.
CREATE TABLE inputs (
    game   TEXT NOT NULL REFERENCES games(id),
    number INTEGER NOT NULL,
    -- As in a record that may show everything.
    line   TEXT NOT NULL,
    -- No chain of clicks was left open by it, so it was told to everyone.
    rests  INTEGER NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;

-- How a game stands, for lists: it can be worked out from the inputs, but not without replaying them.
CREATE TABLE standings (
    game     TEXT PRIMARY KEY REFERENCES games(id),
    changed  INTEGER NOT NULL,
    over     INTEGER NOT NULL,
    number   INTEGER NOT NULL,
    head     TEXT NOT NULL,
    clock    INTEGER NOT NULL,
    status   TEXT NOT NULL,
    -- Bit n: seat n is asked.
    waiting  INTEGER NOT NULL,
    -- The side each seat plays.
    sides    TEXT NOT NULL,
    -- A computer is to move.
    computer INTEGER NOT NULL,
    listed   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX computers ON standings(game) WHERE computer = 1;
CREATE INDEX shown ON standings(changed) WHERE listed = 1;

CREATE TABLE chat (
    game TEXT NOT NULL REFERENCES games(id),
    n    INTEGER NOT NULL,
    -- NULL: a watcher.
    seat INTEGER,
    text TEXT NOT NULL,
    at   INTEGER NOT NULL,
    PRIMARY KEY (game, n)
) STRICT, WITHOUT ROWID;

CREATE TABLE notes (
    game TEXT NOT NULL REFERENCES games(id),
    seat INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE orders (
    game   TEXT NOT NULL REFERENCES games(id),
    seat   INTEGER NOT NULL,
    -- JSON, as the protocol has it.
    orders TEXT NOT NULL,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

-- Somebody asks to go back to this input.
CREATE TABLE offers (
    game   TEXT PRIMARY KEY REFERENCES games(id),
    seat   INTEGER NOT NULL,
    target INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The data of running games: a game keeps its data when the program or a directory gets new ones.
CREATE TABLE data_files (
    digest TEXT NOT NULL,
    path   TEXT NOT NULL,
    text   TEXT NOT NULL,
    PRIMARY KEY (digest, path)
) STRICT, WITHOUT ROWID;
