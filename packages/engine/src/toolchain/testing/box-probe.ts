// Runs inside the box of the compilers and tells what it can reach, as JSON on standard output.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'

function attempt(action: () => unknown): string {
  try {
    action()
    return 'allowed'
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error)
  }
}

const connection = await new Promise<string>((resolve) => {
  try {
    connect(9, '127.0.0.1')
      .on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'refused'))
      .on('connect', () => resolve('allowed'))
  } catch (error) {
    resolve((error as NodeJS.ErrnoException).code ?? String(error))
  }
})
const report = {
  ownCode: attempt(() => readFileSync(new URL(import.meta.url))),
  passwords: attempt(() => readFileSync('/etc/passwd')),
  write: attempt(() => writeFileSync('/tmp/written-by-the-box', '')),
  child: attempt(() => spawnSync('/bin/true')),
  evaluate: attempt(() => new Function('return 1')()),
  connection,
  environment: Object.keys(process.env).filter((name) => name !== 'PWD' && name !== 'PATH'),
  memoryPages: attempt(() => new WebAssembly.Memory({ initial: 1, maximum: 65536 }).grow(20000)),
}
process.stdout.write(JSON.stringify(report))
