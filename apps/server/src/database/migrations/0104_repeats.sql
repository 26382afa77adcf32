-- 0104_repeats: answers to requests that carry an Idempotency-Key, so that a repeated one gets the same.
-- A new table only.
create table repeat (
  owner text not null references account (user_id) on delete cascade,
  key_hash bytea not null,                   -- SHA-256
  request_hash bytea not null,               -- of operation, path, query and body
  sealed_answer text,                        -- null while the first one is being answered
  at bigint not null,                        -- epoch milliseconds
  primary key (owner, key_hash)
);
create index repeat_at on repeat (at);
