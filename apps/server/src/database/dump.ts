// The schema as text: columns, constraints, indexes and triggers in a stable order. A golden file holds where all migrations lead.
import type { Database } from './pool.ts'

export async function dumpSchema(database: Database): Promise<string> {
  const { rows } = await database.query<{ line: string }>({
    text: `
      select line from (
        select c.relname, 1 as part, a.attnum::text as position,
               format('%s.%s %s%s%s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), case when a.attnotnull then ' not null' else '' end,
                      coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), case when a.attidentity <> '' then ' identity' else '' end)) as line,
               a.attnum as ordinal
          from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
         where c.relnamespace = $1::text::regnamespace and c.relkind = 'r'
        union all
        select c.relname, 2, k.conname, format('%s constraint %s %s', c.relname, k.conname, pg_get_constraintdef(k.oid)), 0
          from pg_constraint k join pg_class c on c.oid = k.conrelid where c.relnamespace = $1::text::regnamespace and k.contype <> 'n'
        union all
        select c.relname, 3, i.indexname, i.indexdef, 0
          from pg_indexes i join pg_class c on c.relname = i.tablename and c.relnamespace = $1::text::regnamespace where i.schemaname = $1::text
        union all
        select c.relname, 4, t.tgname, format('%s trigger %s: %s %s', c.relname, t.tgname, pg_get_triggerdef(t.oid), md5(p.prosrc)), 0
          from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
         where c.relnamespace = $1::text::regnamespace and not t.tgisinternal
      ) lines order by relname, part, ordinal, position`,
    values: [database.schema],
  })
  return `${rows.map(({ line }) => line.replaceAll(`${database.schema}.`, '')).join('\n')}\n`
}
