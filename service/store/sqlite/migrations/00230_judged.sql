-- What a model answered, by a checksum of all that it was asked, and what was spent on
-- it: a row for each day since 1970.
CREATE TABLE judged (
    key    TEXT PRIMARY KEY,
    answer BLOB NOT NULL,
    at     INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX judged_at ON judged (at);
CREATE TABLE judging (
    day    INTEGER PRIMARY KEY,
    tokens INTEGER NOT NULL,
    micros INTEGER NOT NULL
);

PRAGMA user_version = 230;
