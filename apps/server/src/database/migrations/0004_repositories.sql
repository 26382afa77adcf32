-- 0004_repositories: connected repositories, and which builds are of which.
-- A new table; a column that is null for all rows that are there, which takes a short lock. Older code leaves it null.
create table repository (
  repository_id text primary key,
  owner text not null references account (user_id) on delete cascade,
  remote_url text not null,
  commit_name text not null,                 -- a commit id, a tag or HEAD
  branch text not null,
  build_directory text not null,
  arguments text,
  core text,                                 -- no reference: it may be a default core, or deleted since
  data_sources jsonb,
  trace_variables jsonb,
  created_at bigint not null,                -- epoch seconds
  updated_at bigint not null
);
create index repository_owner on repository (owner, created_at desc, repository_id desc);

alter table build add column repository_id text;  -- no reference: builds outlive a disconnected repository
create index build_repository on build (repository_id, created_at desc, build_id desc) where repository_id is not null;
