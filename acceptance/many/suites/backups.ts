// Everything is saved from PostgreSQL and S3 while the platform works, and comes back on one machine, with the embedded database and files.
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { freePort } from '../../../tools/free-port.ts'
import type { Report } from '../../check.ts'
import { Platform } from '../../platform.ts'
import { buildProgram, printedBy, submit } from '../../program.ts'
import type { Cluster } from '../cluster.ts'
import { run, until } from '../processes.ts'

const MAIN = resolve(import.meta.dirname, '../../../apps/server/src/main.ts')

export async function backups({ platform, folder, settings }: Cluster, report: Report): Promise<void> {
  const buildId = await buildProgram(platform)
  const { json } = await submit(platform, buildId, 'saved', 0.1)
  const ended = await platform.end(`/tasks/${json.TaskID}`)
  const [file, home] = [join(folder, 'all.backup'), join(folder, 'restored')]
  mkdirSync(home)
  const say = (env: NodeJS.ProcessEnv, ...words: string[]) => execFileSync(process.execPath, [MAIN, ...words], { env, encoding: 'utf8' }).trim()
  const began = Date.now()
  const saved = say({ ...settings, CREDENCE_HOME: join(folder, 'saver') }, `--backup=${file}`)
  const one = {
    PATH: settings.PATH,
    CREDENCE_SEALING_KEYS: settings.CREDENCE_SEALING_KEYS,
    CREDENCE_DOCS: settings.CREDENCE_DOCS,
    CREDENCE_HOME: home,
  }
  const restored = say(one, `--restore=${file}`)
  console.log(`      ${saved.split('\n')[0]}; ${((Date.now() - began) / 1000).toFixed(1)} s with the restore`)
  report.check(
    'as much comes back as was saved',
    restored,
    restored.split('\n')[0]?.replace('Restored', 'Saved').replace(' from ', ' in ') === saved.split('\n')[0],
  )
  const port = await freePort()
  const alone = run(process.execPath, [MAIN], { env: { ...one, CREDENCE_ROLE: 'api', PORT: String(port) }, log: join(folder, 'restored.log') })
  try {
    await until('the restored platform is up', () => alone.printed().includes('Press Ctrl-C'), 60_000, alone.printed)
    const other = Platform.at({ home, port, key: platform.key })
    report.equal('a task, as its owner sees it', (await other.call('GET', `/tasks/${json.TaskID}`)).json, ended)
    report.equal('its output', (await other.call('GET', `/tasks/${json.TaskID}/output/Stdout`)).text, printedBy('saved'))
  } finally {
    await alone.end()
  }
}
