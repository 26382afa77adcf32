// The README's first program by curl, by `credence run` and in headless Chromium: the same Ux string three times.
import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import type { Report } from '../check.ts'
import { runInChromium } from '../chromium.ts'
import type { Platform } from '../platform.ts'

export async function threeWays(platform: Platform, report: Report): Promise<void> {
  const file = 'examples/first.c'
  const readme = await readFile('README.md', 'utf8')
  const source = await readFile(file, 'utf8')
  report.check('the README shows examples/first.c as it is', source, readme.includes(source.trim()))

  const byCurl = await curl(platform, file)
  report.check('the README’s curl commands build, run and print', byCurl, /viscosity: 5\.687Ux04[0-9A-F]{2088} mPa s/.test(byCurl))

  const cli = spawnSync('node_modules/.bin/credence', ['run', file], { encoding: 'utf8' })
  report.equal('credence run prints the same bytes', cli.stdout, byCurl)
  report.equal('credence run ends with the program’s exit code', cli.status, 0)

  report.equal('headless Chromium prints the same bytes', await runInChromium(source), byCurl)
}

/** The three calls of the README, made with curl itself. */
async function curl(platform: Platform, file: string): Promise<string> {
  const call = (...args: string[]): string => spawnSync('curl', ['-sS', '-H', `Authorization: ${platform.key}`, ...args], { encoding: 'utf8' }).stdout
  const body = JSON.stringify({ Code: await readFile(file, 'utf8'), Language: 'C' })
  const { BuildID } = JSON.parse(call(`${platform.origin}/sourcecode/builds`, '-H', 'Content-Type: application/json', '-d', body))
  await platform.end(`/builds/${BuildID}`)
  const { TaskID } = JSON.parse(call('-X', 'POST', `${platform.origin}/builds/${BuildID}/tasks`))
  await platform.end(`/tasks/${TaskID}`)
  return call(`${platform.origin}/tasks/${TaskID}/output/Stdout`)
}
