-- 0520_key_uses: when an API key was last used.
-- A new column without a default, which rewrites nothing; old code goes on working.
alter table api_key add column last_used_at bigint;
