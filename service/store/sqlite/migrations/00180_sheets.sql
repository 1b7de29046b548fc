-- What a planner's list holds beyond its shortlist: its versions, a column for each
-- further reviewer, and who opened it.
CREATE TABLE sheet_versions (
    list    TEXT NOT NULL,
    version INTEGER NOT NULL,
    by_name TEXT NOT NULL,
    at      INTEGER NOT NULL,
    body    BLOB NOT NULL,
    PRIMARY KEY (list, version)
);
CREATE TABLE sheet_columns (
    list   TEXT NOT NULL,
    person TEXT NOT NULL,
    body   BLOB NOT NULL,
    PRIMARY KEY (list, person)
) WITHOUT ROWID;
CREATE TABLE sheet_openings (
    list    TEXT NOT NULL,
    person  TEXT NOT NULL,
    version INTEGER NOT NULL,
    name    TEXT NOT NULL,
    at      INTEGER NOT NULL,
    PRIMARY KEY (list, person, version)
) WITHOUT ROWID;

PRAGMA user_version = 180;
