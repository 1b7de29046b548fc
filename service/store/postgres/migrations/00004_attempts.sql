-- Attempts that failed, which all nodes count together, by a digest of what is guessed
-- from or at: their moments as JSON, and the last one.
CREATE TABLE attempts (
    of text COLLATE "C" NOT NULL PRIMARY KEY,
    moments text COLLATE "C" NOT NULL,
    last bigint NOT NULL
);
CREATE INDEX attempts_last ON attempts (last);
