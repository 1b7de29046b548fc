-- The brief that a call was made for, by its id; '' is none.
ALTER TABLE journal ADD COLUMN brief TEXT NOT NULL DEFAULT '';
