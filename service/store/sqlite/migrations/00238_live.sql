-- What networks answered, kept for hours; how often they were asked, and until when they
-- refuse. Keys of answers show nobody whom they are about.
CREATE TABLE live_answers (
    key   TEXT PRIMARY KEY,
    at    INTEGER NOT NULL,
    until INTEGER NOT NULL,
    body  BLOB NOT NULL
) WITHOUT ROWID;
CREATE INDEX live_answers_until ON live_answers (until);

PRAGMA user_version = 238;
