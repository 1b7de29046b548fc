-- Payments for single calls. amount is in millionths of a dollar, units in the
-- smallest units of the token. request names what was paid for. until is when the
-- signature ends, 0 where nothing is signed. credential is what is sent to pay,
-- '' as soon as it need not be sent again.
CREATE TABLE payments (
  id         INTEGER PRIMARY KEY,
  payment    TEXT NOT NULL UNIQUE,
  service    INTEGER NOT NULL REFERENCES services,
  call       TEXT NOT NULL,
  request    TEXT NOT NULL,
  at         INTEGER NOT NULL,
  state      TEXT NOT NULL,
  protocol   TEXT NOT NULL,
  amount     INTEGER NOT NULL,
  units      TEXT NOT NULL,
  network    TEXT NOT NULL,
  pay_to     TEXT NOT NULL,
  payer      TEXT NOT NULL,
  nonce      TEXT NOT NULL,
  until      INTEGER NOT NULL,
  credential TEXT NOT NULL,
  reference  TEXT NOT NULL,
  note       TEXT NOT NULL,
  process    TEXT NOT NULL,
  pid        INTEGER NOT NULL
);
CREATE INDEX payments_at ON payments (service, at);
CREATE INDEX payments_call ON payments (call);
CREATE INDEX payments_open ON payments (service, request) WHERE credential <> '';
CREATE INDEX payments_begun ON payments (id) WHERE state IN ('reserved', 'signed');
