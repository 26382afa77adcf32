// How many connections to PostgreSQL the processes hold while they work.
import type { Report } from '../../check.ts'
import { buildProgram, submit } from '../../program.ts'
import type { Cluster } from '../cluster.ts'

export async function connections({ platform, postgres, members }: Cluster, report: Report): Promise<void> {
  const buildId = await buildProgram(platform)
  const tasks = await Promise.all(Array.from({ length: 60 }, (_, n) => submit(platform, buildId, `c${n}`, 0.1)))
  let most = 0
  let over = false
  const watch = (async () => {
    while (!over) {
      most = Math.max(
        most,
        Number(postgres.ask(`select count(*) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`)[0]?.[0]),
      )
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  })()
  await Promise.all(tasks.map(({ json }) => platform.end(`/tasks/${json.TaskID}`)))
  over = true
  await watch
  // As the page on many machines states it: connections for requests and the queue's two, slots and three, two, three.
  const bound = members.reduce((sum, { role }) => sum + (role === 'api' ? 10 + 2 + 2 : 10 + 2 + (2 + 3 + 2 + 3)), 0)
  report.atMost(`connections of ${members.length} processes that work, of at most ${bound} stated`, most, Math.min(bound, 60))
}
