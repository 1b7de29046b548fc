-- A call that is sent again: what the tries before left open ('' for nothing), and when
-- it was last sent. purse names whose budget it takes from, whatever the connection is
-- called.
ALTER TABLE journal ADD COLUMN earlier TEXT NOT NULL DEFAULT '';
ALTER TABLE journal ADD COLUMN tried INTEGER NOT NULL DEFAULT 0;
ALTER TABLE journal ADD COLUMN purse TEXT NOT NULL DEFAULT '';
CREATE INDEX journal_purse ON journal (purse, at, outcome, charged, high);
DROP INDEX journal_spent;
DROP INDEX journal_unsettled;
CREATE INDEX journal_unsettled ON journal (at) WHERE target <> '';
