-- An offer without a target is one of a draw.
ALTER TABLE offers ALTER COLUMN target DROP NOT NULL;
