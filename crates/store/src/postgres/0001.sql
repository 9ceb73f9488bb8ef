-- The same as src/migrations of the other store, in the words of this one.
CREATE TABLE games (
    id       TEXT PRIMARY KEY,
    system   TEXT NOT NULL,
    scenario TEXT NOT NULL,
    data     TEXT NOT NULL,
    digest   TEXT NOT NULL,
    header   TEXT NOT NULL,
    listed   BOOLEAN NOT NULL,
    created  BIGINT NOT NULL
);

CREATE TABLE seats (
    game  TEXT NOT NULL REFERENCES games(id),
    seat  SMALLINT NOT NULL,
    who   TEXT NOT NULL,
    token BYTEA,
    share BYTEA,
    PRIMARY KEY (game, seat)
);

-- Two servers cannot both have move 41: the key says so.
CREATE TABLE inputs (
    game   TEXT NOT NULL REFERENCES games(id),
    number BIGINT NOT NULL,
    line   TEXT NOT NULL,
    rests  BOOLEAN NOT NULL,
    PRIMARY KEY (game, number)
);

CREATE TABLE standings (
    game     TEXT PRIMARY KEY REFERENCES games(id),
    changed  BIGINT NOT NULL,
    over     BOOLEAN NOT NULL,
    number   BIGINT NOT NULL,
    head     TEXT NOT NULL,
    clock    BIGINT NOT NULL,
    status   TEXT NOT NULL,
    -- Bit n: seat n is asked.
    waiting  SMALLINT NOT NULL,
    sides    TEXT NOT NULL,
    computer BOOLEAN NOT NULL,
    listed   BOOLEAN NOT NULL
);
CREATE INDEX computers ON standings(game) WHERE computer;
CREATE INDEX shown ON standings(changed) WHERE listed;

CREATE TABLE chat (
    game TEXT NOT NULL REFERENCES games(id),
    n    BIGINT NOT NULL,
    seat SMALLINT,
    text TEXT NOT NULL,
    at   BIGINT NOT NULL,
    PRIMARY KEY (game, n)
);

CREATE TABLE notes (
    game TEXT NOT NULL REFERENCES games(id),
    seat SMALLINT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (game, seat)
);

CREATE TABLE orders (
    game   TEXT NOT NULL REFERENCES games(id),
    seat   SMALLINT NOT NULL,
    orders TEXT NOT NULL,
    PRIMARY KEY (game, seat)
);

CREATE TABLE offers (
    game   TEXT PRIMARY KEY REFERENCES games(id),
    seat   SMALLINT NOT NULL,
    target BIGINT NOT NULL
);

CREATE TABLE data_files (
    digest TEXT NOT NULL,
    path   TEXT NOT NULL,
    text   TEXT NOT NULL,
    PRIMARY KEY (digest, path)
);

-- Which server answers for the computers of a game, and until when.
CREATE TABLE leases (
    game   TEXT PRIMARY KEY,
    server TEXT NOT NULL,
    until  TIMESTAMPTZ NOT NULL
);
