-- Attempts that failed, which all processes count together, by a digest of what is
-- guessed from or at: their moments as JSON, and the last one.
CREATE TABLE attempts (
    of      TEXT PRIMARY KEY,
    moments TEXT NOT NULL,
    last    INTEGER NOT NULL
);
CREATE INDEX attempts_last ON attempts (last);

PRAGMA user_version = 240;
