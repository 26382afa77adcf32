import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { probeIsolation } from '../../box/node/isolation.ts'
import { startCommand } from '../../box/node/start.ts'
import { compileCommand } from './compile-command.ts'

const PROBE = fileURLToPath(new URL('../testing/box-probe.ts', import.meta.url))
const levels = new Set(['process' as const, await probeIsolation()])

test.each([...levels])('at level %s the compile process reads its own code and nothing else', async (level) => {
  const child = startCommand(compileCommand(level, PROBE))
  let [output, errors] = ['', '']
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  for await (const chunk of child.stdout) output += chunk
  expect(errors).toBe('')
  expect(JSON.parse(output)).toEqual({
    ownCode: 'allowed',
    passwords: 'ERR_ACCESS_DENIED',
    write: 'ERR_ACCESS_DENIED',
    child: 'ERR_ACCESS_DENIED',
    evaluate: expect.stringContaining('EvalError'),
    connection: 'ERR_ACCESS_DENIED',
    environment: [],
    memoryPages: expect.stringContaining('RangeError'),
  })
})
