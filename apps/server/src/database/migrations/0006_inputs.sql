-- 0006_inputs: where the input files of a build lie, which its tasks find in their working directory.
-- A column that is null for all rows that are there; a short lock. Older code leaves it null and gives tasks no files.
alter table build add column inputs_key text;  -- object with the list; null: there are none
