// Connections to GitHub. The token is stored sealed.
import type { Sql } from '../database/pool.ts'
import type { Sealing } from '../sealing/sealing.ts'

export interface Connection {
  readonly username: string
  /** Epoch seconds. */
  readonly connectedAt: number
  readonly updatedAt: number
}
const place = (owner: string): string => `github-token:${owner}`

export async function getConnection(sql: Sql, owner: string): Promise<Connection | undefined> {
  const { rows } = await sql.query<Connection>({
    name: 'get_github',
    text: 'select username, connected_at as "connectedAt", updated_at as "updatedAt" from github_integration where owner = $1',
    values: [owner],
  })
  return rows[0]
}

export async function storeConnection(
  sql: Sql,
  sealing: Sealing,
  owner: string,
  { username, token }: { username: string; token: string },
): Promise<Connection> {
  const { rows } = await sql.query<Connection>({
    name: 'store_github',
    text: `insert into github_integration (owner, username, sealed_token, connected_at, updated_at) values ($1, $2, $3, $4, $4)
           on conflict (owner) do update set username = $2, sealed_token = $3, updated_at = $4
           returning username, connected_at as "connectedAt", updated_at as "updatedAt"`,
    values: [owner, username, sealing.seal(token, place(owner)), Math.floor(Date.now() / 1000)],
  })
  if (!rows[0]) throw new Error('a connection disappeared while it was stored')
  return rows[0]
}

/** False: there was none. */
export async function deleteConnection(sql: Sql, owner: string): Promise<boolean> {
  const { rowCount } = await sql.query({ name: 'delete_github', text: 'delete from github_integration where owner = $1', values: [owner] })
  return rowCount === 1
}

/** The token of an account that is connected. */
export async function githubToken(sql: Sql, sealing: Sealing, owner: string): Promise<string | undefined> {
  const { rows } = await sql.query<{ sealed: string }>({
    name: 'github_token',
    text: 'select sealed_token as sealed from github_integration where owner = $1',
    values: [owner],
  })
  return rows[0] && sealing.unseal(rows[0].sealed, place(owner))
}
