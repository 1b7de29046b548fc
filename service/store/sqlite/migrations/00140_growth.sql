-- Results of a session in blocks, deflated: a row each took a page of its own.
CREATE TABLE session_blocks (
    session INTEGER NOT NULL REFERENCES sessions (seq) ON DELETE CASCADE,
    n       INTEGER NOT NULL,             -- the number of its first result
    results BLOB NOT NULL,
    PRIMARY KEY (session, n)
);
INSERT INTO session_blocks SELECT session, n, '[' || result || ']' FROM session_results;
DROP TABLE session_results;

-- Programs that registered themselves. A name is what the program says of itself.
CREATE TABLE clients (
    id         TEXT PRIMARY KEY,
    name       TEXT NOT NULL,
    redirects  TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
);
CREATE INDEX clients_expiry ON clients (expires_at);

PRAGMA user_version = 140;
