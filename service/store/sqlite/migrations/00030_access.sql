-- A number that grows with every change of what a key may do. Charging, which
-- changes accounts all the time, leaves it alone.
CREATE TABLE access (n INTEGER NOT NULL);
INSERT INTO access VALUES (0);

CREATE TRIGGER access_accounts AFTER UPDATE ON accounts
WHEN (NEW.tier, NEW.minute, NEW.hour, NEW.invoice, NEW.suspended, NEW.lacks, NEW.ingest_quota, NEW.balance IS NULL)
    IS NOT (OLD.tier, OLD.minute, OLD.hour, OLD.invoice, OLD.suspended, OLD.lacks, OLD.ingest_quota, OLD.balance IS NULL)
BEGIN
    UPDATE access SET n = n + 1;
END;

CREATE TRIGGER access_keys AFTER UPDATE ON keys BEGIN
    UPDATE access SET n = n + 1;
END;

PRAGMA user_version = 30;
