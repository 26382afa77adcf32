-- 0500_uploads: files that come in parts, with what the object store knows them by.
-- A new table only.
create table upload (
  upload_id text primary key,
  owner text not null references account (user_id) on delete cascade,
  path text collate "C" not null,
  size bigint not null,
  part_size bigint not null,
  object_key text not null,
  parts_id text not null,                    -- of the parts, in the object store
  created_at bigint not null,                -- epoch seconds
  updated_at bigint not null
);
create index upload_owner on upload (owner, created_at desc, upload_id desc);
create index upload_age on upload (updated_at);
