CREATE TABLE creators (
    id                  INTEGER PRIMARY KEY,
    uuid                TEXT NOT NULL UNIQUE,
    reach               INTEGER NOT NULL, -- followers of the largest profile, -1 if unknown
    name                TEXT NOT NULL,
    bio                 TEXT NOT NULL,
    avatar_url          TEXT NOT NULL,
    kind                TEXT NOT NULL,
    country             TEXT NOT NULL,
    city                TEXT NOT NULL,
    location_unverified INTEGER NOT NULL,
    languages           TEXT NOT NULL,    -- this and all lists: a JSON array, '' when empty
    themes              TEXT NOT NULL,
    summary             TEXT NOT NULL,
    key_facts           TEXT NOT NULL,
    brand_alignment     TEXT NOT NULL,
    audience            TEXT NOT NULL,
    aesthetics          TEXT NOT NULL,
    analysed_at         INTEGER,          -- this and all times but posted_at: Unix microseconds
    updated_at          INTEGER
);
CREATE INDEX creators_reach ON creators (reach DESC);

CREATE TABLE profiles (
    id              INTEGER PRIMARY KEY,
    uuid            TEXT NOT NULL UNIQUE,
    creator         INTEGER NOT NULL REFERENCES creators (id),
    platform        TEXT NOT NULL,
    username_key    TEXT,                 -- lower case, NULL when the username is not known
    username        TEXT NOT NULL,
    external_id     TEXT,
    display_name    TEXT NOT NULL,
    url             TEXT NOT NULL,
    bio             TEXT NOT NULL,
    avatar_url      TEXT NOT NULL,
    external_urls   TEXT NOT NULL,
    category        TEXT NOT NULL,
    pronouns        TEXT NOT NULL,
    verified        INTEGER NOT NULL,
    private         INTEGER NOT NULL,
    business        INTEGER NOT NULL,
    followers       INTEGER,
    following       INTEGER,
    post_count      INTEGER,
    engagement_rate REAL,
    avg_likes       REAL,
    avg_comments    REAL,
    avg_views       REAL,
    posts_30d       INTEGER,
    posts_per_week  REAL,
    growth_30d      REAL,
    highlight_reels INTEGER,
    last_post_at    INTEGER,
    updated_at      INTEGER
);
CREATE UNIQUE INDEX profiles_username ON profiles (platform, username_key) WHERE username_key IS NOT NULL;
CREATE UNIQUE INDEX profiles_external ON profiles (platform, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX profiles_creator ON profiles (creator, followers DESC);

CREATE TABLE posts (
    id            INTEGER PRIMARY KEY,
    uuid          TEXT NOT NULL,
    profile       INTEGER NOT NULL REFERENCES profiles (id),
    platform      TEXT NOT NULL,
    platform_id   TEXT NOT NULL,
    type          TEXT NOT NULL,
    posted_at     INTEGER NOT NULL,       -- Unix seconds, as the networks count
    likes         INTEGER,
    comments      INTEGER,
    shares        INTEGER,
    views         INTEGER,
    caption       TEXT NOT NULL,
    url           TEXT NOT NULL,
    hashtags      TEXT NOT NULL,
    mentions      TEXT NOT NULL,
    location      TEXT NOT NULL,
    media_url     TEXT NOT NULL,
    thumbnail_url TEXT NOT NULL,
    duration      REAL,
    carousel      TEXT NOT NULL
);
CREATE UNIQUE INDEX posts_platform ON posts (platform, platform_id);
CREATE INDEX posts_profile ON posts (profile);

CREATE TABLE transcripts (
    id        INTEGER PRIMARY KEY,
    creator   INTEGER REFERENCES creators (id),
    platform  TEXT NOT NULL,
    media_id  TEXT NOT NULL,
    language  TEXT NOT NULL,
    source    TEXT NOT NULL,
    original  INTEGER NOT NULL,
    title     TEXT NOT NULL,
    url       TEXT NOT NULL,
    duration  REAL,
    text      TEXT NOT NULL,
    segments  BLOB,                       -- JSON of three lists, raw or deflated
    seen_at   INTEGER
);
CREATE UNIQUE INDEX transcripts_media ON transcripts (platform, media_id, language, source);
CREATE INDEX transcripts_creator ON transcripts (creator);

CREATE TABLE generation (n INTEGER NOT NULL);
INSERT INTO generation VALUES (0);

CREATE TABLE accounts (
    id         TEXT PRIMARY KEY,
    name       TEXT NOT NULL UNIQUE,
    tier       TEXT NOT NULL,
    minute     INTEGER,                   -- thousandths of a credit, NULL for the limits of the tier
    hour       INTEGER,
    invoice    INTEGER,
    created_at INTEGER
);
CREATE TABLE keys (
    seq        INTEGER PRIMARY KEY,
    id         TEXT NOT NULL UNIQUE,
    account    TEXT NOT NULL REFERENCES accounts (id),
    salt       BLOB NOT NULL,
    hash       BLOB NOT NULL,
    created_at INTEGER,
    revoked_at INTEGER
);
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE ledger (
    id         INTEGER PRIMARY KEY,
    request_id TEXT NOT NULL UNIQUE,
    account    TEXT NOT NULL,
    endpoint   TEXT NOT NULL,
    features   TEXT NOT NULL,
    credits    INTEGER NOT NULL,
    at         INTEGER NOT NULL
);
CREATE INDEX ledger_account ON ledger (account, at);
CREATE TABLE windows (
    account TEXT NOT NULL,
    span    INTEGER NOT NULL,             -- seconds: 60 or 3600
    start   INTEGER NOT NULL,             -- Unix seconds
    used    INTEGER NOT NULL,
    PRIMARY KEY (account, span, start)
) WITHOUT ROWID;

CREATE TABLE sessions (
    seq            INTEGER PRIMARY KEY,
    id             TEXT NOT NULL UNIQUE,
    account        TEXT NOT NULL,
    request        TEXT NOT NULL,
    interpretation TEXT NOT NULL,
    total          INTEGER NOT NULL,
    filtered_total INTEGER NOT NULL,
    created_at     INTEGER,
    expires_at     INTEGER
);
CREATE INDEX sessions_expiry ON sessions (expires_at);
CREATE TABLE session_results (
    session INTEGER NOT NULL REFERENCES sessions (seq) ON DELETE CASCADE,
    n       INTEGER NOT NULL,
    result  TEXT NOT NULL,
    PRIMARY KEY (session, n)
) WITHOUT ROWID;

CREATE TABLE shortlists (
    seq        INTEGER PRIMARY KEY AUTOINCREMENT,
    id         TEXT NOT NULL UNIQUE,
    account    TEXT NOT NULL,
    name       TEXT NOT NULL,
    brief      TEXT NOT NULL,
    notes      TEXT NOT NULL,
    profiles   TEXT NOT NULL,
    version    INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
);
CREATE INDEX shortlists_account ON shortlists (account, created_at DESC, seq DESC);

-- Both stand in the file's first page, so that opening costs one read.
PRAGMA application_id = 1198679405;
PRAGMA user_version = 1;
