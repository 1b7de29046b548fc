CREATE TABLE services (
  id   INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
);

-- What holds in every edition of a service is in its scope that is lasting, whose
-- own edition is ''.
CREATE TABLE scopes (
  id      INTEGER PRIMARY KEY,
  service INTEGER NOT NULL REFERENCES services,
  lasting INTEGER NOT NULL,
  edition TEXT NOT NULL,
  used    INTEGER NOT NULL,
  UNIQUE (service, lasting, edition)
);

CREATE TABLE prices (
  service   INTEGER NOT NULL REFERENCES services,
  operation TEXT NOT NULL,
  base      INTEGER NOT NULL,
  per_item  INTEGER NOT NULL,
  item      TEXT NOT NULL,
  PRIMARY KEY (service, operation)
) WITHOUT ROWID;

-- Times are Unix microseconds, credits thousandths, took microseconds. process
-- and pid name the program that a running call belongs to.
CREATE TABLE journal (
  id         INTEGER PRIMARY KEY,
  call       TEXT NOT NULL UNIQUE,
  service    INTEGER NOT NULL REFERENCES services,
  at         INTEGER NOT NULL,
  method     TEXT NOT NULL,
  endpoint   TEXT NOT NULL,
  subject    TEXT NOT NULL,
  low        INTEGER NOT NULL,
  high       INTEGER NOT NULL,
  outcome    TEXT NOT NULL,
  charged    INTEGER NOT NULL DEFAULT 0,
  status     INTEGER NOT NULL DEFAULT 0,
  request_id TEXT NOT NULL DEFAULT '',
  kept       INTEGER NOT NULL DEFAULT 0,
  kept_at    INTEGER,
  saved      INTEGER NOT NULL DEFAULT 0,
  took       INTEGER NOT NULL DEFAULT 0,
  attempts   INTEGER NOT NULL DEFAULT 0,
  kind       TEXT NOT NULL DEFAULT '',
  code       TEXT NOT NULL DEFAULT '',
  process    TEXT NOT NULL,
  pid        INTEGER NOT NULL
);
CREATE INDEX journal_at ON journal (at, id);
CREATE INDEX journal_spent ON journal (service, at, outcome, charged, high);
CREATE INDEX journal_running ON journal (id) WHERE outcome = 'running';

CREATE TABLE sessions (
  id        INTEGER PRIMARY KEY,
  service   INTEGER NOT NULL REFERENCES services,
  search_id TEXT NOT NULL,
  query     TEXT NOT NULL,
  total     INTEGER NOT NULL,
  filtered  INTEGER NOT NULL,
  at        INTEGER NOT NULL,
  UNIQUE (service, search_id)
);

-- A page of a session has its first result, how many it holds, and whether it
-- is the last. The first byte of body says how it is packed.
CREATE TABLE answers (
  id       INTEGER PRIMARY KEY,
  scope    INTEGER NOT NULL REFERENCES scopes,
  charged  INTEGER NOT NULL,
  personal INTEGER NOT NULL,
  at       INTEGER NOT NULL,
  used     INTEGER NOT NULL,
  size     INTEGER NOT NULL,
  session  INTEGER REFERENCES sessions,
  first    TEXT,
  items    INTEGER,
  last     INTEGER,
  body     BLOB NOT NULL
);
CREATE INDEX answers_order ON answers (charged > 0, used, id);
CREATE INDEX answers_scope ON answers (scope);
CREATE INDEX answers_session ON answers (session) WHERE session IS NOT NULL;
CREATE INDEX answers_personal ON answers (id) WHERE personal = 1;

CREATE TABLE questions (
  scope  INTEGER NOT NULL,
  key    TEXT NOT NULL,
  answer INTEGER NOT NULL REFERENCES answers ON DELETE CASCADE,
  PRIMARY KEY (scope, key)
) WITHOUT ROWID;
CREATE INDEX questions_answer ON questions (answer);

-- What can be found by its words. The text is packed like an answer, and starts
-- says where in it which moment begins.
CREATE TABLE documents (
  id          INTEGER PRIMARY KEY,
  service     INTEGER NOT NULL REFERENCES services,
  kind        TEXT NOT NULL,
  platform    TEXT NOT NULL,
  platform_id TEXT NOT NULL,
  language    TEXT NOT NULL,
  title       TEXT NOT NULL,
  url         TEXT NOT NULL,
  at          INTEGER NOT NULL,
  UNIQUE (service, kind, platform, platform_id, language)
);

CREATE TABLE texts (
  document INTEGER PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
  digest   BLOB NOT NULL,
  body     BLOB NOT NULL,
  starts   BLOB
);

CREATE TABLE holds (
  document INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
  answer   INTEGER NOT NULL REFERENCES answers ON DELETE CASCADE,
  PRIMARY KEY (document, answer)
) WITHOUT ROWID;
CREATE INDEX holds_answer ON holds (answer, document);

CREATE VIRTUAL TABLE words USING fts5 (
  title, body, facets,
  content = '', contentless_delete = 1, prefix = '2 3',
  tokenize = 'unicode61 remove_diacritics 2'
);

-- Numbers of an account at a moment; NULL was not told. username is in lower
-- case.
CREATE TABLE snapshots (
  service    INTEGER NOT NULL REFERENCES services,
  platform   TEXT NOT NULL,
  username   TEXT NOT NULL,
  at         INTEGER NOT NULL,
  followers  INTEGER,
  following  INTEGER,
  posts      INTEGER,
  engagement REAL,
  PRIMARY KEY (service, platform, username, at)
) WITHOUT ROWID;
