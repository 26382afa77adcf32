-- 0103_github: connections of accounts to GitHub.
-- A new table only.
create table github_integration (
  owner text primary key references account (user_id) on delete cascade,
  username text not null,
  sealed_token text not null,
  connected_at bigint not null,              -- epoch seconds
  updated_at bigint not null
);
