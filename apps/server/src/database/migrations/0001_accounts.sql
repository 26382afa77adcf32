-- 0001_accounts: users, their API keys and what they have used; secrets of the platform itself.
-- New tables only.
create table account (
  user_id text primary key,
  username text not null unique,
  plan text not null,
  preferences jsonb not null default '{}',
  preferences_at bigint,
  created_at bigint not null                 -- epoch seconds
);

create table api_key (
  key_id text primary key,                   -- 32 hexadecimal digits, part of the key's text
  owner text not null references account (user_id) on delete cascade,
  name text not null,
  secret_hash bytea not null,                -- SHA-256 of the whole text: 256 random bits need no slow hash
  masked text not null,
  created_at bigint not null,
  valid_until double precision,               -- epoch seconds; null: no end
  revoked_at bigint
);
create index api_key_owner on api_key (owner, created_at desc, key_id desc);

-- Counters of ResourceUsage that cannot be counted from other tables at any time. One row per user; every transition adds to it.
create table usage (
  owner text primary key references account (user_id) on delete cascade,
  task_count bigint not null default 0,
  concurrent_task_count bigint not null default 0 constraint usage_concurrent_tasks check (concurrent_task_count >= 0),
  concurrent_build_count bigint not null default 0 constraint usage_concurrent_builds check (concurrent_build_count >= 0),
  build_milliseconds bigint not null default 0,
  execution_milliseconds bigint not null default 0,
  dynamic_instructions bigint not null default 0,
  plot_count bigint not null default 0,
  api_access_count bigint not null default 0,
  updated_at bigint not null
);

create table secret (
  name text primary key,
  value text not null
);
