-- 0420_standard_error: of a task on a Reference core, the standard error of means that is enough; null: as many executions as the core asks for.
-- A new column without a default, which rewrites nothing; old code goes on working.
alter table task add column standard_error double precision;
