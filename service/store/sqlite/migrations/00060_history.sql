-- What the numbers of a profile were on other days than the one it was last seen.
CREATE TABLE profile_history (
    profile         INTEGER NOT NULL REFERENCES profiles (id),
    at              INTEGER NOT NULL,     -- Unix microseconds
    followers       INTEGER,
    following       INTEGER,
    post_count      INTEGER,
    engagement_rate REAL,
    avg_likes       REAL,
    avg_comments    REAL,
    avg_views       REAL,
    PRIMARY KEY (profile, at)
) WITHOUT ROWID;

PRAGMA user_version = 60;
