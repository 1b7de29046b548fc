-- People who sign in. Of codes, tokens, links and cookies only hashes are kept.
CREATE TABLE users (
    seq         INTEGER PRIMARY KEY,
    id          TEXT NOT NULL UNIQUE,
    account     TEXT NOT NULL REFERENCES accounts (id),
    issuer      TEXT NOT NULL,            -- '' is this service itself
    subject     TEXT NOT NULL,
    name        TEXT NOT NULL,
    name_key    TEXT NOT NULL,            -- folded; '' where the issuer is another
    password    TEXT NOT NULL,
    created_at  INTEGER NOT NULL,
    disabled_at INTEGER
);
CREATE UNIQUE INDEX users_subject ON users (issuer, subject);
CREATE UNIQUE INDEX users_name ON users (name_key) WHERE name_key <> '';

CREATE TABLE invitations (
    hash       BLOB PRIMARY KEY,
    account    TEXT NOT NULL REFERENCES accounts (id),
    user       TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    used_at    INTEGER
);
CREATE TABLE visits (
    hash       BLOB PRIMARY KEY,
    user       TEXT NOT NULL REFERENCES users (id),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
);
CREATE INDEX visits_user ON visits (user);
CREATE INDEX visits_expiry ON visits (expires_at);

CREATE TABLE grants (
    id         TEXT PRIMARY KEY,
    user       TEXT NOT NULL REFERENCES users (id),
    client     TEXT NOT NULL,
    scopes     TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    revoked_at INTEGER
);
CREATE INDEX grants_user ON grants (user);
CREATE INDEX grants_expiry ON grants (expires_at);

CREATE TABLE codes (
    hash         BLOB PRIMARY KEY,
    grant_id     TEXT NOT NULL REFERENCES grants (id) ON DELETE CASCADE,
    redirect_uri TEXT NOT NULL,
    challenge    TEXT NOT NULL,
    created_at   INTEGER NOT NULL,
    expires_at   INTEGER NOT NULL,
    used_at      INTEGER
);
CREATE INDEX codes_grant ON codes (grant_id);

CREATE TABLE refreshes (
    hash       BLOB PRIMARY KEY,
    grant_id   TEXT NOT NULL REFERENCES grants (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    used_at    INTEGER
);
CREATE INDEX refreshes_grant ON refreshes (grant_id);

CREATE TABLE devices (
    hash       BLOB PRIMARY KEY,
    user_hash  BLOB NOT NULL UNIQUE,
    client     TEXT NOT NULL,
    scopes     TEXT NOT NULL,
    state      TEXT NOT NULL,
    grant_id   TEXT NOT NULL,
    interval   INTEGER NOT NULL,          -- seconds
    polled_at  INTEGER,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
);
CREATE INDEX devices_expiry ON devices (expires_at);

CREATE TABLE signing_keys (
    id         TEXT PRIMARY KEY,
    private    BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    revoked_at INTEGER
);

-- What a user may do is part of what a caller may do.
CREATE TRIGGER access_users AFTER UPDATE OF account, disabled_at ON users BEGIN
    UPDATE access SET n = n + 1;
END;
CREATE TRIGGER access_grants AFTER UPDATE OF revoked_at ON grants BEGIN
    UPDATE access SET n = n + 1;
END;

PRAGMA user_version = 80;
