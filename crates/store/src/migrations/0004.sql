-- One row that every health check overwrites: whether the store can be written.
CREATE TABLE probe (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL
) STRICT;
