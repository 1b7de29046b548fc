-- Who asked and whose it is, where a user has signed in; '' is the account itself.
ALTER TABLE shortlists ADD COLUMN user TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN user TEXT NOT NULL DEFAULT '';
ALTER TABLE ledger ADD COLUMN user TEXT NOT NULL DEFAULT '';
DROP INDEX shortlists_account;
CREATE INDEX shortlists_owner ON shortlists (account, user, created_at DESC, seq DESC);

-- The keys of one user say nothing to another.
CREATE TABLE replays_of_owners (
    account    TEXT NOT NULL,
    user       TEXT NOT NULL,
    key        TEXT NOT NULL,
    asked      BLOB NOT NULL,
    request_id TEXT NOT NULL,
    endpoint   TEXT NOT NULL,
    features   TEXT NOT NULL,
    credits    INTEGER NOT NULL,
    at         INTEGER NOT NULL,
    status     INTEGER NOT NULL,
    body       BLOB NOT NULL,
    PRIMARY KEY (account, user, key)
);
INSERT INTO replays_of_owners SELECT account, '', key, asked, request_id, endpoint, features, credits, at, status, body FROM replays;
DROP TABLE replays;
ALTER TABLE replays_of_owners RENAME TO replays;
CREATE INDEX replays_at ON replays (at);

PRAGMA user_version = 120;
