-- One row that every health check overwrites: whether the store can be written.
CREATE TABLE probe (
    id BIGINT PRIMARY KEY,
    at BIGINT NOT NULL
);
