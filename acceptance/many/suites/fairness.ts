// An account that submits much does not keep others waiting, whichever worker takes what.
import type { Report } from '../../check.ts'
import { buildProgram, submit } from '../../program.ts'
import type { Cluster } from '../cluster.ts'

const CROWD = 60
const SECONDS = 0.5

export async function fairness({ platform }: Cluster, report: Report): Promise<void> {
  const person = { Username: `fair${Date.now()}@example.com`, Password: 'a long password 1' }
  const signedUp = await platform.call('POST', '/users', { body: person, key: null })
  report.check('a second account', signedUp.status, signedUp.status === 201)
  const other = `Bearer ${(await platform.call('POST', '/session', { body: person, key: null })).json.Token}`
  const crowdBuild = await buildProgram(platform)
  const code = '#include <stdio.h>\nint main(void) { puts("small"); return 0; }\n'
  const { json: made } = await platform.call('POST', '/sourcecode/builds', { body: { Code: code, Language: 'C' }, key: other })
  for (let status = ''; status !== 'Completed'; ) status = String((await platform.call('GET', `/builds/${made.BuildID}`, { key: other })).json.Status)
  const crowd = await Promise.all(Array.from({ length: CROWD }, (_, n) => submit(platform, crowdBuild, `f${n}`, SECONDS)))
  const began = Date.now()
  const { json } = await platform.call('POST', `/builds/${made.BuildID}/tasks`, { key: other })
  for (let status = ''; status !== 'Completed'; ) status = String((await platform.call('GET', `/tasks/${json.TaskID}`, { key: other })).json.Status)
  const waited = (Date.now() - began) / 1000
  await Promise.all(crowd.map((one) => platform.end(`/tasks/${one.json.TaskID}`)))
  const whole = (Date.now() - began) / 1000
  report.check(
    `a task of another account, behind ${CROWD} of one that take ${whole.toFixed(1)} s, ends in less than half of that`,
    `${waited.toFixed(1)} s`,
    waited < whole / 2,
  )
}
