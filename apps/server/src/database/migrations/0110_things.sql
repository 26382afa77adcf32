-- 0110_things: devices of users, their keys, and the latest samples of their topics.
-- New tables only.
create table thing (
  thing_id text primary key,
  owner text not null references account (user_id) on delete cascade,
  name text not null,
  key_id text unique,                        -- null: its key was revoked
  key_hash bytea,                            -- SHA-256
  local_ipv4_address text not null default '',
  reported_at bigint not null default 0,     -- epoch seconds, as the others
  created_at bigint not null,
  updated_at bigint not null
);
create index thing_owner on thing (owner, created_at desc, thing_id desc);

create table thing_topic (
  thing_id text not null references thing (thing_id) on delete cascade,
  topic text collate "C" not null,
  taken bigint not null,                     -- samples that ever came: the number of the latest
  kept integer not null,
  bytes bigint not null,                     -- of their lines in the file
  updated_at bigint not null,                -- epoch seconds
  primary key (thing_id, topic)
);

create table thing_sample (
  thing_id text not null,
  topic text collate "C" not null,
  number bigint not null,
  at bigint not null,                        -- epoch milliseconds
  value text not null,                       -- a number as JavaScript writes it
  primary key (thing_id, topic, number),
  foreign key (thing_id, topic) references thing_topic (thing_id, topic) on delete cascade
);
