-- 0510_job_names: builds and tasks have names that their owner gives.
-- New columns without a default, which rewrite nothing; old code goes on working.
alter table build add column name text;
alter table task add column name text;
