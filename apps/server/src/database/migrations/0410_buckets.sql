-- 0410_buckets: object stores of users, with the keys that tasks use there.
-- A new table only.
create table bucket (
  bucket_id text primary key,
  owner text not null references account (user_id) on delete cascade,
  name text not null,
  account text not null,
  mount_path text not null,
  may_read boolean not null,
  may_write boolean not null,
  region text not null,
  endpoint text,                             -- null: Amazon S3
  path_style boolean,                        -- null: as usual at that endpoint
  credentials text,                          -- sealed, of access key and secret
  created_at bigint not null,                -- epoch seconds
  updated_at bigint not null
);
create index bucket_owner on bucket (owner, created_at desc, bucket_id desc);
