-- A load of many rows drops these, and makes them anew behind them. A program that
-- ended in the middle of one leaves a file at a version before this, and whoever
-- opens the file next makes them.
CREATE UNIQUE INDEX IF NOT EXISTS creators_uuid ON creators (uuid);
CREATE INDEX IF NOT EXISTS creators_reach ON creators (reach DESC);
CREATE UNIQUE INDEX IF NOT EXISTS profiles_uuid ON profiles (uuid);
CREATE UNIQUE INDEX IF NOT EXISTS profiles_username ON profiles (platform, username_key) WHERE username_key IS NOT NULL;
CREATE UNIQUE INDEX IF NOT EXISTS profiles_external ON profiles (platform, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX IF NOT EXISTS profiles_creator ON profiles (creator, followers DESC);

DROP TABLE IF EXISTS loading; -- once the sign of a load

-- The pages that a connection keeps where it asks for no other number.
PRAGMA default_cache_size = 192;
