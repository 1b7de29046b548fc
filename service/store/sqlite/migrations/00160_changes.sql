-- Which creators a write of the catalogue has changed, for indexes that take
-- changes: written in its transaction, with its generation. A creator '' stands
-- for all, also for those of earlier rows that are not kept any more.
CREATE TABLE changes (
    n       INTEGER NOT NULL,
    creator TEXT NOT NULL,                -- its uuid, as it may be gone
    PRIMARY KEY (n, creator)
) WITHOUT ROWID;
INSERT INTO changes SELECT n, '' FROM generation;

PRAGMA user_version = 160;
