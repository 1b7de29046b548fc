-- The idempotency key of a call that can cost. Until its answer has come, target
-- and body are what it takes to send it again; then target is ''.
ALTER TABLE journal ADD COLUMN repeat_key TEXT NOT NULL DEFAULT '';
ALTER TABLE journal ADD COLUMN target TEXT NOT NULL DEFAULT '';
ALTER TABLE journal ADD COLUMN body BLOB;
ALTER TABLE journal ADD COLUMN personal INTEGER NOT NULL DEFAULT 0;
CREATE INDEX journal_unsettled ON journal (service, at) WHERE target <> '';

-- This service takes idempotency keys.
ALTER TABLE services ADD COLUMN idempotent INTEGER NOT NULL DEFAULT 0;
