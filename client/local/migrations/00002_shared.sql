-- The question that a call asks, for others that ask the same meanwhile.
ALTER TABLE journal ADD COLUMN question TEXT NOT NULL DEFAULT '';
CREATE INDEX journal_asking ON journal (service, question, id) WHERE outcome = 'running' AND question <> '';

-- A refusal of this service took something from the budget.
ALTER TABLE services ADD COLUMN paid_refusals INTEGER NOT NULL DEFAULT 0;
