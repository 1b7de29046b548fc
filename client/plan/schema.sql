-- A document is one list, or what is known beside them, as JSON. The operations
-- hold what each change made of which document, so that it can be taken back.
CREATE TABLE documents (
  service TEXT NOT NULL,
  id      TEXT NOT NULL,
  body    TEXT NOT NULL,
  PRIMARY KEY (service, id)
) WITHOUT ROWID;

CREATE TABLE operations (
  id      INTEGER PRIMARY KEY,
  service TEXT NOT NULL,
  at      INTEGER NOT NULL,
  label   TEXT NOT NULL,
  changes TEXT NOT NULL,
  undone  INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX operations_of ON operations (service, undone, id);
