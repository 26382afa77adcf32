-- 0102_sessions: passwords, sessions of people who signed in, accounts of an external issuer, and wishes for another plan.
-- New columns without a rewrite and a new table; old code goes on working.
alter table account
  add column password_hash text,             -- Argon2id, as PHC writes it; null: keys only
  add column issuer text,                    -- who vouches for the person, and under which name; null: we do
  add column subject text,
  add column tokens_after bigint not null default 0, -- epoch seconds: tokens of the issuer that are older are refused
  add column plan_since bigint,              -- epoch seconds; null: from the beginning
  add column plan_wish text;
create unique index account_subject on account (issuer, subject) where subject is not null;

create table session (
  session_id text primary key,
  owner text not null references account (user_id) on delete cascade,
  key_id text references api_key (key_id) on delete cascade, -- it signed in with this key, and ends with it
  refresh_hash bytea not null,               -- SHA-256 of the token that renews it: 256 random bits
  previous_hash bytea,                       -- of the one before, whose use betrays a copy
  created_at bigint not null,                -- epoch seconds, as all times here
  refreshed_at bigint not null,
  ends_at bigint not null
);
create index session_owner on session (owner, created_at desc);
create index session_key on session (key_id) where key_id is not null;
