// Every process is replaced, one after the other, under load: no request fails.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Report } from '../../check.ts'
import { buildProgram, printedBy, submit } from '../../program.ts'
import type { Cluster } from '../cluster.ts'

export async function rolling(cluster: Cluster, report: Report): Promise<void> {
  const { platform, members } = cluster
  const buildId = await buildProgram(platform)
  const failed: string[] = []
  const accepted: { id: string; name: string }[] = []
  let asked = 0
  let over = false
  const reader = async (): Promise<void> => {
    for (; !over; await sleep(20)) {
      asked++
      await platform.call('GET', '/users/me').then(
        ({ status, text }) => status === 200 || failed.push(`GET ${status} ${text.slice(0, 100)}`),
        (cause: Error) => failed.push(`GET ${cause.message} ${(cause.cause as Error | undefined)?.message ?? ''}`),
      )
    }
  }
  const writer = async (): Promise<void> => {
    for (; !over; await sleep(150)) {
      asked++
      const name = `r${asked}`
      await submit(platform, buildId, name, 0.2).then(
        ({ status, json, text }) =>
          status === 202 ? accepted.push({ id: String(json.TaskID), name }) : failed.push(`POST ${status} ${text.slice(0, 100)}`),
        (cause: Error) => failed.push(`POST ${cause.message} ${(cause.cause as Error | undefined)?.message ?? ''}`),
      )
    }
  }
  const load = [reader(), reader(), writer()]
  for (const member of members) {
    const began = Date.now()
    await member.running.end('SIGTERM', 60_000)
    const stopped = Date.now()
    await cluster.start(member)
    console.log(
      `      ${member.name}: stopped in ${((stopped - began) / 1000).toFixed(1)} s, up again after ${((Date.now() - stopped) / 1000).toFixed(1)} s`,
    )
  }
  over = true
  await Promise.all(load)
  report.check(`of ${asked} requests while all ${members.length} processes were replaced none failed`, failed.slice(0, 5), failed.length === 0)
  const wrong: string[] = []
  for (const { id, name } of accepted) {
    const { Status } = await platform.end(`/tasks/${id}`)
    const { text } = await platform.call('GET', `/tasks/${id}/output/Stdout`)
    if (Status !== 'Completed' || text !== printedBy(name)) wrong.push(`${id} ${Status}`)
  }
  report.check(`all ${accepted.length} tasks that were accepted meanwhile are Completed`, wrong, wrong.length === 0 && accepted.length > 10)
}
