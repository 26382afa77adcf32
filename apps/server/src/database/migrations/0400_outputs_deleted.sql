-- 0400_outputs_deleted: when the outputs of a task were deleted, epoch milliseconds: platforms may keep them for a limited time.
alter table task add column outputs_deleted_at bigint;
create index task_outputs_kept on task (finished_at) where finished_at is not null and outputs_deleted_at is null;
