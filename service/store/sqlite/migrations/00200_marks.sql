-- Marks of the rows of an imported file as it was read last, eight bytes a row: what
-- it says again is passed over. One undo forgets them all.
CREATE TABLE import_marks (
    file  TEXT PRIMARY KEY,
    marks BLOB NOT NULL
);

PRAGMA user_version = 200;
