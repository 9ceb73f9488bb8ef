-- What was agreed about time when the table was opened (JSON of the server, or empty), and whether it was closed.
ALTER TABLE games ADD COLUMN terms TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN closed INTEGER NOT NULL DEFAULT 0;

-- Clocks (JSON of the server, or empty), and when the table must be looked at though nobody does anything.
ALTER TABLE standings ADD COLUMN times TEXT NOT NULL DEFAULT '';
ALTER TABLE standings ADD COLUMN due INTEGER;
CREATE INDEX due ON standings(due) WHERE due IS NOT NULL;

-- How the owner of a seat is told that he is asked: JSON of the server, or empty.
ALTER TABLE seats ADD COLUMN notify TEXT NOT NULL DEFAULT '';

-- Further tokens that open a seat, each as its SHA-256.
CREATE TABLE keys (
    game  TEXT NOT NULL REFERENCES games(id),
    seat  INTEGER NOT NULL,
    token BLOB NOT NULL,
    PRIMARY KEY (game, seat, token)
) STRICT, WITHOUT ROWID;

-- After which input the owner of a seat was told last that he is asked.
CREATE TABLE notices (
    game   TEXT NOT NULL REFERENCES games(id),
    seat   INTEGER NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

-- Accounts only gather tables; nobody needs one to play.
CREATE TABLE accounts (
    name    TEXT PRIMARY KEY,
    -- Argon2id of the passphrase, with its salt, as a PHC string.
    secret  TEXT NOT NULL,
    created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE sessions (
    -- SHA-256 of what the cookie holds.
    token   BLOB PRIMARY KEY,
    account TEXT NOT NULL REFERENCES accounts(name),
    until   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE belongings (
    account TEXT NOT NULL REFERENCES accounts(name),
    game    TEXT NOT NULL REFERENCES games(id),
    seat    INTEGER NOT NULL,
    PRIMARY KEY (account, game, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX owners ON belongings(game, seat);
