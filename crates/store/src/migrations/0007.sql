-- An offer without a target is one of a draw.
CREATE TABLE offers_next (
    game   TEXT PRIMARY KEY REFERENCES games(id),
    seat   INTEGER NOT NULL,
    target INTEGER
) STRICT, WITHOUT ROWID;
INSERT INTO offers_next SELECT game, seat, target FROM offers;
DROP TABLE offers;
ALTER TABLE offers_next RENAME TO offers;
