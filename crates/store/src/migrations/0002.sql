-- What a seat brings to shared dice, once it has told it: as secret as the seed while the game runs.
ALTER TABLE seats ADD COLUMN share BLOB;
