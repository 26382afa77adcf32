-- 0101_people: events of accounts, counters that start again each month, and accounts that are being erased.
-- New tables; new columns with defaults on account and usage; old code goes on working. The unique index refuses two names that differ in case only.
create unique index account_username_any_case on account (lower(username));

create table account_log (
  id bigint generated always as identity primary key,
  owner text not null references account (user_id) on delete cascade,
  at bigint not null,                        -- epoch milliseconds
  event_type text not null,
  response text not null,                    -- Pass or Fail
  ip_address text not null,
  device_name text not null
);
create index account_log_owner on account_log (owner, at desc, id desc);

-- What an account used is counted by calendar month, in UTC. The first change after the end of a month starts the counters again, whoever makes it, and
-- keeps what it adds itself: nothing is lost between a look at the clock and the write.
create function next_month() returns bigint language sql stable as
  $$ select (extract(epoch from date_trunc('month', now() at time zone 'UTC') + interval '1 month') * 1000)::bigint $$;
alter table usage add column resets_at bigint not null default next_month(); -- epoch milliseconds
create function start_month() returns trigger language plpgsql as $$
begin
  new.task_count := new.task_count - old.task_count;
  new.build_milliseconds := new.build_milliseconds - old.build_milliseconds;
  new.execution_milliseconds := new.execution_milliseconds - old.execution_milliseconds;
  new.dynamic_instructions := new.dynamic_instructions - old.dynamic_instructions;
  new.plot_count := new.plot_count - old.plot_count;
  new.api_access_count := new.api_access_count - old.api_access_count;
  new.resets_at := next_month();
  return new;
end $$;
create trigger usage_month before update on usage for each row
  when (old.resets_at <= (extract(epoch from now()) * 1000)::bigint) execute function start_month();

-- Rows of an account go in one transaction; its objects are deleted after that, and once more a while later, since a worker may still have written.
create table erasure (
  owner text primary key,                    -- no reference: the account is gone
  places text[] not null,                    -- keys of objects, and prefixes that end in /
  at bigint not null                         -- epoch milliseconds
);
