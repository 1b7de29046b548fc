-- Who asked for a call, where it was not the planner: 'mcp' is an agent.
ALTER TABLE journal ADD COLUMN origin TEXT NOT NULL DEFAULT '';
