-- 0300_outbox_without_seq: readers of events follow ids and their gaps; the number that a relay would give is not used, and cost two indexes at every event.
-- Locks outbox for a moment, no rewrite. Old code goes on working: it never names the column.
alter table outbox drop column seq; -- and with it its constraint and outbox_unsequenced
