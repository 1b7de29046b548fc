-- The checksum of a row, over it and the row before it. Rows from before stay
-- without.
ALTER TABLE ledger ADD COLUMN sum BLOB;

PRAGMA user_version = 40;
