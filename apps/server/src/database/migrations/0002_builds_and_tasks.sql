-- 0002_builds_and_tasks: cores, builds, tasks, plots and the outbox of events.
-- New tables only. Status rows are fenced by attempt: a worker that lost its lease updates nothing.
create table core (
  core_id text primary key,
  owner text not null references account (user_id) on delete cascade,
  name text not null,
  class text not null,
  microarchitecture text not null,
  correlation_tracking text not null,
  memory_size bigint not null,
  precision bigint not null,
  created_at bigint not null,                -- epoch seconds
  updated_at bigint not null
);
create index core_owner on core (owner, created_at desc, core_id desc);

create table build (
  build_id text primary key,
  owner text not null references account (user_id) on delete cascade,
  status text not null,
  attempt int not null default 0,
  worker_id text,                            -- of the current attempt
  cancel_requested boolean not null default false,
  transitions jsonb not null,                -- array of {Status, Timestamp, Message}, by Timestamp
  application jsonb not null,
  default_arguments text not null,
  data_sources jsonb not null,
  trace_variables jsonb not null,
  discover_variables boolean not null default false,
  core jsonb not null,                       -- BuildCoreSpecs
  stats jsonb,
  output_key text,                           -- object with the compiler's output, published by the attempt that finished
  module_key text,                           -- object with the module; null unless Completed
  created_at bigint not null,                -- epoch milliseconds, as all times below
  updated_at bigint not null,
  started_at bigint,
  finished_at bigint
);
create index build_owner on build (owner, created_at desc, build_id desc);
create index build_unfinished on build (owner) where finished_at is null;
create index build_worker on build (worker_id) where finished_at is null and worker_id is not null;

create table task (
  task_id text primary key,
  build_id text not null,                    -- no reference: tasks outlive a deleted build
  owner text not null references account (user_id) on delete cascade,
  status text not null,
  attempt int not null default 0,
  worker_id text,
  cancel_requested boolean not null default false,
  transitions jsonb not null,
  arguments text,                            -- null: the build's DefaultArguments
  data_sources jsonb not null,
  stats jsonb,
  output_prefix text,                        -- of the objects Stdout, Stderr and chunks/, published by the attempt that finished
  created_at bigint not null,
  updated_at bigint not null,
  started_at bigint,
  finished_at bigint
);
create index task_owner on task (owner, created_at desc, task_id desc);
create index task_build on task (build_id, created_at desc, task_id desc);
create index task_unfinished on task (owner) where finished_at is null;
create index task_worker on task (worker_id) where finished_at is null and worker_id is not null;

create table plot (
  plot_id uuid primary key,
  owner text not null references account (user_id) on delete cascade,
  object_key text not null,
  created_at bigint not null
);
create index plot_owner on plot (owner);

-- Events for webhooks and the realtime channel, written by the transaction that made them true. One relay gives them their seq after commit:
-- ids commit out of order, so readers follow seq.
create table outbox (
  id bigint generated always as identity primary key,
  seq bigint unique,
  owner text not null,
  object_id text not null,
  kind text not null,
  payload jsonb not null,
  created_at bigint not null
);
create index outbox_unsequenced on outbox (id) where seq is null;

-- Workers that are there, with what they last found when they tried their compiler and runner.
create table worker (
  worker_id text primary key,
  host text not null,
  pid int not null,
  slots int not null,
  started_at bigint not null,
  seen_at bigint not null,
  state jsonb not null                       -- {preparing?, compiler?, runner?, isolation?}
);
