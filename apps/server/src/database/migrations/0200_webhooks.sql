-- 0200_webhooks: addresses that get events, and what is on its way to them.
-- New tables, and a trigger on outbox, which is locked for a moment: an event is committed together with its deliveries, whoever writes it, so code of the
-- release before goes on working.
create table webhook (
  webhook_id text primary key,
  owner text not null references account (user_id) on delete cascade,
  url text not null,
  events text[] not null,
  description text not null,
  status text not null,                       -- active or disabled
  sealed_secret text not null,
  sealed_old_secret text,                     -- after a rotation, until old_secret_until
  old_secret_until bigint,
  created_at bigint not null,                 -- epoch milliseconds, as all times below
  updated_at bigint not null,
  failure_count int not null default 0,       -- attempts that failed since the last success
  failing_since bigint,                       -- when the first of them was made
  last_status text,                           -- success, failed-429 or null
  last_attempt_at bigint,
  last_milliseconds int,
  held_until bigint not null default 0,       -- nothing is sent before: a rate limit, the receiver's or ours
  minute_at bigint not null default 0,        -- when the minute began in which minute_count deliveries were sent
  minute_count int not null default 0
);
create index webhook_owner on webhook (owner);

-- Written by the transaction of the event, which must neither wait for nor delay who changes the webhook: no reference.
create table webhook_delivery (
  id bigint generated always as identity primary key,
  delivery_id text not null unique,
  webhook_id text not null,
  event text not null,
  data jsonb not null,
  is_test boolean not null default false,
  created_at bigint not null,                 -- when the event happened
  state text not null default 'pending',      -- pending, success, failed, failed-429
  due_at bigint not null,                     -- of the next attempt; while one is being made, when it is taken for lost
  lease text,                                 -- of the attempt that is being made
  tries int not null default 0,               -- attempts since it was made, or sent again
  attempts jsonb not null default '[]',       -- array of {at, status, fault, milliseconds}, by at
  ended_at bigint
);
create index webhook_delivery_pending on webhook_delivery (webhook_id, due_at, id) where state = 'pending';
create index webhook_delivery_leased on webhook_delivery (webhook_id, due_at) where lease is not null;
create index webhook_delivery_listed on webhook_delivery (webhook_id, created_at desc, delivery_id desc);
create index webhook_delivery_ended on webhook_delivery (ended_at) where ended_at is not null;

create function note_deliveries() returns trigger language plpgsql as $$
begin
  insert into webhook_delivery (delivery_id, webhook_id, event, data, created_at, due_at)
  select 'msg_' || replace(gen_random_uuid()::text, '-', ''), w.webhook_id, e.kind, e.payload, e.created_at,
         (extract(epoch from statement_timestamp()) * 1000)::bigint
    from fresh e join webhook w on w.owner = e.owner and w.status = 'active' and e.kind = any (w.events)
   order by e.id;
  return null;
end $$;
create trigger note_deliveries after insert on outbox referencing new table as fresh for each statement execute function note_deliveries();

create function forget_deliveries() returns trigger language plpgsql as $$
begin
  delete from webhook_delivery where webhook_id = old.webhook_id;
  return null;
end $$;
create trigger forget_deliveries after delete on webhook for each row execute function forget_deliveries();
