-- States of games, so that a game need not be played again from its beginning when it is read. They can be deleted at
-- any time: they follow from the inputs.
CREATE TABLE snapshots (
    game   TEXT NOT NULL REFERENCES games(id),
    number BIGINT NOT NULL,
    marks  BYTEA NOT NULL,
    state  BYTEA,
    PRIMARY KEY (game, number)
);
