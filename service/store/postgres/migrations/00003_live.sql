-- Answers of networks as they are kept for a while. The body is deflated.
CREATE TABLE live_answers (
    key text COLLATE "C" NOT NULL PRIMARY KEY,
    at bigint NOT NULL,
    until bigint NOT NULL,
    body bytea NOT NULL
);
CREATE INDEX live_answers_until ON live_answers (until);
