// The tables of the platform as a backup sees them: all of its schema, in an order in which each stands behind those that it refers to.
import type { Sql } from '../database/pool.ts'

/** Who is there now is not what a backup keeps; migrations are kept by name. */
const LEFT_OUT = ['migration', 'worker']

export interface Table {
  readonly name: string
  readonly columns: readonly string[]
  /** Columns whose values PostgreSQL counts by itself. */
  readonly counted: readonly string[]
}

export async function listTables(sql: Sql, schema: string): Promise<Table[]> {
  const { rows } = await sql.query<Table & { refersTo: string[] }>({
    text: `select c.relname as name,
                  array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
                           and a.attgenerated = '' order by a.attnum) as columns,
                  array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attidentity <> '') as counted,
                  array(select distinct r.relname::text from pg_constraint k join pg_class r on r.oid = k.confrelid
                         where k.conrelid = c.oid and k.contype = 'f' and r.oid <> c.oid) as "refersTo"
             from pg_class c where c.relnamespace = $1::text::regnamespace and c.relkind = 'r' and c.relname <> all($2) order by c.relname`,
    values: [schema, LEFT_OUT],
  })
  const ordered: Table[] = []
  const waiting = new Map(rows.map((row) => [row.name, row]))
  while (waiting.size > 0) {
    const next = [...waiting.values()].find(({ refersTo }) => refersTo.every((name) => !waiting.has(name)))
    if (!next) throw new Error(`tables refer to each other in a circle: ${[...waiting.keys()].join(', ')}`)
    waiting.delete(next.name)
    ordered.push({ name: next.name, columns: next.columns, counted: next.counted })
  }
  return ordered
}
