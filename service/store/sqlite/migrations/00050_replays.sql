-- Answers that are given again to the same request: a row for each key of an
-- account. The body is deflated.
CREATE TABLE replays (
    account    TEXT NOT NULL,
    key        TEXT NOT NULL,
    asked      BLOB NOT NULL,
    request_id TEXT NOT NULL,
    endpoint   TEXT NOT NULL,
    features   TEXT NOT NULL,
    credits    INTEGER NOT NULL,
    at         INTEGER NOT NULL,
    status     INTEGER NOT NULL,
    body       BLOB NOT NULL,
    PRIMARY KEY (account, key)
);
CREATE INDEX replays_at ON replays (at);

PRAGMA user_version = 50;
