-- People: what they are called, seats that anyone may take, the next game with the same people, and who won.
ALTER TABLE seats ADD COLUMN person TEXT NOT NULL DEFAULT '';
ALTER TABLE seats ADD COLUMN open BOOLEAN NOT NULL DEFAULT false;
CREATE INDEX open_seats ON seats (game) WHERE open;
-- The table of the next game.
ALTER TABLE games ADD COLUMN next TEXT;
-- The seat that won a game that is over; none after a draw.
ALTER TABLE standings ADD COLUMN winner SMALLINT;
