-- Each account has a chain of its own in the ledger: the number of a row in it, and
-- where it stands. Rows without a number are of the chain that all had together before,
-- which ends with the row whose number stands under ''.
ALTER TABLE ledger ADD COLUMN n INTEGER;
CREATE TABLE ledger_heads (
    account TEXT PRIMARY KEY,
    n       INTEGER NOT NULL,
    last    BLOB,
    version INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
INSERT INTO ledger_heads SELECT '', coalesce(max(id), 0), NULL, 0 FROM ledger;

-- Named values as they were before an import; NULL was none.
CREATE TABLE import_settings (
    run   INTEGER NOT NULL,
    name  TEXT NOT NULL,
    value TEXT,
    PRIMARY KEY (run, name)
) WITHOUT ROWID;
INSERT INTO import_settings SELECT run, row, image ->> '$.value' FROM import_before WHERE tbl = 'settings';
DELETE FROM import_before WHERE tbl = 'settings';

PRAGMA user_version = 232;
