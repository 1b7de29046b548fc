CREATE UNIQUE INDEX posts_uuid ON posts (uuid);
-- Addresses of one network begin alike: their ends tell posts apart.
CREATE INDEX posts_url ON posts (substr(url, -16)) WHERE url <> '';

PRAGMA user_version = 20;
