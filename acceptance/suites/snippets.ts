// Every snippet of examples/api in every language, executed as a reader would: with the address, a key, and ids of what exists.
import { spawn, spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { installPackage } from '../../tools/debian.ts'
import type { Report } from '../check.ts'
import type { Platform } from '../platform.ts'

const PROGRAM = '#include <stdio.h>\n#include <uxhw.h>\nint main(void) { printf("%lf\\n", 100000.0 * (1 + UxHwDoubleUniformDist(0.05, 0.07))); }\n'
const COMMANDS = {
  'curl.sh': ['bash', '-eu', '-o', 'pipefail'],
  'credence.sh': ['bash', '-eu', '-o', 'pipefail'],
  'python.py': ['python3'],
  'typescript.ts': [process.execPath],
} as const
/** What the output must show, for snippets whose exit code says too little. */
const SHOWS: Readonly<Record<string, RegExp>> = {
  quickstart: /106000\.000000Ux04|http/,
  'who-am-i': /owner@localhost/,
  'default-cores': /C0-S\+/,
  samples: /10[56]\d{3}/,
  'task-output': /^106000\.000000Ux04/,
  'task-status': /Completed/,
  'wait-task': /Completed/,
  'build-status': /Completed/,
  'build-source-code': /bld_[0-9a-f]{32}/,
  'quickstart-build': /bld_[0-9a-f]{32}/,
  'quickstart-run': /tsk_[0-9a-f]{32}|^106000\.000000Ux04/,
  'list-tasks': /tsk_[0-9a-f]{32}/,
  'build-tasks': /tsk_[0-9a-f]{32}/,
  pages: /tsk_[0-9a-f]{32}/,
  'create-key': /scce_/,
  'create-webhook': /whsec_/,
  'verify-webhook': /^(true|True|RZ2tXUfi1PUFRviKRV6PWqWJYa6AkvP\/76PXl1t1wsI=)\s*$/,
  health: /healthy/,
}

export async function snippets(platform: Platform, report: Report): Promise<void> {
  if (spawnSync('jq', ['--version']).error) installPackage('jq', 'snippets for curl read JSON with jq')
  const { build, task, stdout } = await platform.run(PROGRAM)
  const folder = await mkdtemp(join(tmpdir(), 'credence-snippets-'))
  const env = {
    ...process.env,
    CREDENCE_HOST: platform.origin,
    CREDENCE_API_KEY: platform.key,
    BUILD_ID: String(build.BuildID),
    TASK_ID: String(task.TaskID),
    UX: stdout.trim(),
    XDG_CONFIG_HOME: folder,
    PATH: `${resolve('node_modules/.bin')}:${process.env.PATH}`,
  }
  try {
    for (const file of globSync('examples/api/*/*').sort()) {
      const name = basename(dirname(file))
      const command = COMMANDS[basename(file) as keyof typeof COMMANDS]
      if (!command) {
        report.check(`${file} is in a language that is executed`, basename(file), false)
        continue
      }
      const { code, output } = await execute([...command, resolve(file)], folder, env)
      const shows = SHOWS[name]?.test(output) ?? true
      report.check(`${file} runs${SHOWS[name] ? ` and shows ${SHOWS[name]}` : ''}`, `${code} ${output.slice(0, 200)}`, code === 0 && shows)
    }
    const picture = await readFile(join(folder, 'growth.png'))
    report.check('the quickstart leaves a PNG', picture.subarray(0, 8).toString('hex'), picture.subarray(1, 4).toString() === 'PNG')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function execute(command: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<{ code: number | null; output: string }> {
  return new Promise((done) => {
    const child = spawn(command[0] as string, command.slice(1), { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    const timer = setTimeout(() => child.kill('SIGKILL'), 300_000)
    child.on('error', (error) => (output += error))
    child.on('close', (code) => {
      clearTimeout(timer)
      done({ code, output })
    })
  })
}
