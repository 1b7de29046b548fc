-- A table comes first: of two processes that migrate at once, the second fails
-- on it and looks again.
CREATE TABLE invoices (
    id        INTEGER PRIMARY KEY,
    account   TEXT NOT NULL REFERENCES accounts (id),
    credits   INTEGER NOT NULL,
    at        INTEGER NOT NULL,
    paid_at   INTEGER,
    failed_at INTEGER
);
CREATE INDEX invoices_account ON invoices (account, id);

CREATE TABLE ingests (
    account TEXT NOT NULL,
    day     INTEGER NOT NULL,             -- Unix seconds of its UTC midnight
    used    INTEGER NOT NULL,
    PRIMARY KEY (account, day)
) WITHOUT ROWID;

ALTER TABLE accounts ADD COLUMN suspended TEXT NOT NULL DEFAULT '';
ALTER TABLE accounts ADD COLUMN balance INTEGER CHECK (balance >= 0); -- NULL: pays by invoice
ALTER TABLE accounts ADD COLUMN spent INTEGER NOT NULL DEFAULT 0;
ALTER TABLE accounts ADD COLUMN unpaid INTEGER NOT NULL DEFAULT 0;
ALTER TABLE accounts ADD COLUMN lacks TEXT NOT NULL DEFAULT '';
ALTER TABLE accounts ADD COLUMN ingest_quota INTEGER;                 -- NULL: the usual one
UPDATE accounts SET unpaid = (SELECT coalesce(sum(credits), 0) FROM ledger WHERE ledger.account = accounts.id);

PRAGMA user_version = 10;
