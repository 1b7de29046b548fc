-- Requests with an idempotency key that run on some node, until when at most. Nothing of
-- it has to outlast the database's process: it is neither logged nor copied.
CREATE UNLOGGED TABLE turns (
    account text COLLATE "C" NOT NULL,
    "user" text COLLATE "C" NOT NULL,
    key text COLLATE "C" NOT NULL,
    until bigint NOT NULL,
    PRIMARY KEY (account, "user", key)
);
