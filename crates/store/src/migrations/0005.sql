-- States of games, so that a game need not be played again from its beginning when it is read. They can be deleted at
-- any time: they follow from the inputs.
CREATE TABLE snapshots (
    game   TEXT NOT NULL REFERENCES games(id),
    number INTEGER NOT NULL,
    -- A byte for each input since the snapshot before.
    marks  BLOB NOT NULL,
    -- The state after input `number`, packed.
    state  BLOB,
    PRIMARY KEY (game, number)
) STRICT;
