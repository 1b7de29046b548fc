-- What makes ids unique are indexes by name, which a load of many rows drops and
-- makes anew behind them (00233): an index of the table's own cannot be dropped.
CREATE TABLE creators_plain (
    id                  INTEGER PRIMARY KEY,
    uuid                TEXT NOT NULL,
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
INSERT INTO creators_plain SELECT * FROM creators;
DROP TABLE creators;
ALTER TABLE creators_plain RENAME TO creators;

CREATE TABLE profiles_plain (
    id              INTEGER PRIMARY KEY,
    uuid            TEXT NOT NULL,
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
INSERT INTO profiles_plain SELECT * FROM profiles;
DROP TABLE profiles;
ALTER TABLE profiles_plain RENAME TO profiles;

PRAGMA user_version = 90;
