-- 0105_public: builds that others may run, and the tasks that they started so.
-- New columns with constant defaults, which rewrite nothing; old code goes on working.
alter table build add column is_public boolean not null default false;
alter table task add column is_public boolean not null default false;
