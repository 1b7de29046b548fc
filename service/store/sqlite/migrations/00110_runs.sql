-- Imports, and what each changed: rows as they were before, and which it made.
CREATE TABLE import_runs (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    at        INTEGER NOT NULL,           -- Unix microseconds, as all times here
    ended_at  INTEGER,
    undone_at INTEGER,
    kept      INTEGER NOT NULL,           -- what it changed is below
    files     TEXT NOT NULL,              -- JSON
    merges    TEXT NOT NULL
);
CREATE TABLE import_before (
    run   INTEGER NOT NULL,
    tbl   TEXT NOT NULL,
    row   NOT NULL,                       -- its id, or its name
    at    INTEGER NOT NULL,               -- of a history; else 0
    image TEXT,                           -- a JSON object of its columns; NULL: it was not there
    PRIMARY KEY (run, tbl, row, at)
) WITHOUT ROWID;
CREATE TABLE import_created (
    run   INTEGER NOT NULL,
    tbl   TEXT NOT NULL,
    first INTEGER NOT NULL,
    last  INTEGER NOT NULL
);
CREATE INDEX import_created_run ON import_created (run, tbl);

PRAGMA user_version = 110;
