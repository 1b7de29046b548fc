-- Payments for single requests: a row for each transfer that a payer signed. The
-- proof is what settles it, without its signature once it is settled or released.
-- The body is deflated.
CREATE TABLE payments (
    seq           INTEGER PRIMARY KEY,
    id            TEXT NOT NULL UNIQUE,
    network       TEXT NOT NULL,
    asset         TEXT NOT NULL,
    payer         TEXT NOT NULL,
    nonce         TEXT NOT NULL,
    request_id    TEXT NOT NULL,
    endpoint      TEXT NOT NULL,
    asked         BLOB NOT NULL,
    state         TEXT NOT NULL,
    protocol      TEXT NOT NULL,
    amount        INTEGER NOT NULL,  -- millionths of a dollar
    proof         TEXT NOT NULL,
    seal          BLOB NOT NULL,
    valid_before  INTEGER NOT NULL,  -- Unix microseconds, as all times here
    claimed_at    INTEGER NOT NULL,
    changed_at    INTEGER NOT NULL,
    holder        TEXT NOT NULL,
    held_until    INTEGER,
    tx            TEXT NOT NULL,
    reason        TEXT NOT NULL,
    attempts      INTEGER NOT NULL,
    status        INTEGER,
    body          BLOB,
    UNIQUE (network, asset, payer, nonce)
);
CREATE INDEX payments_open ON payments (state) WHERE state NOT IN ('settled', 'released');
CREATE INDEX payments_kept ON payments (claimed_at) WHERE body IS NOT NULL;

PRAGMA user_version = 70;
