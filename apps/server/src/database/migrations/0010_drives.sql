-- 0010_drives: several data sources under one name.
-- A new table only.
create table drive (
  drive_id text primary key,
  owner text not null references account (user_id) on delete cascade,
  name text not null,
  data_sources jsonb not null,
  created_at bigint not null,                -- epoch seconds
  updated_at bigint not null
);
create index drive_owner on drive (owner, created_at desc, drive_id desc);
