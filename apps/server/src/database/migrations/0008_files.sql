-- 0008_files: the storage of users: names of files and directories, and which objects hold their bytes.
-- New tables only.
create table file (
  owner text not null references account (user_id) on delete cascade,
  path text collate "C" not null,            -- without a slash at either end
  folder text collate "C" not null,          -- of the path; '' at the top
  is_directory boolean not null,
  size bigint not null,
  etag text not null,
  object_key text,                           -- null: a directory
  modified_at bigint not null,               -- epoch seconds
  primary key (owner, path)
);
create index file_folder on file (owner, folder, path);

-- Uploads that were announced: their bytes become the file when they are there.
create table file_upload (
  object_key text primary key,
  owner text not null references account (user_id) on delete cascade,
  path text collate "C" not null,
  size bigint not null,
  until bigint not null                      -- epoch milliseconds; what has not come by then never will
);
create index file_upload_owner on file_upload (owner, path);
