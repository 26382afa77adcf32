// For tests only: an engine whose programs are lines such as `print hello`, `read PATH`, `write PATH text`, `notice words`, `variable x`,
// `trace 0 0 1.5`, `executions 5 9`, `ways 3 5`, `wait 2100`, `hold`, `exit 3`, `crash`, and whose compiler refuses `error`, and is killed from outside by the first of
// `kill-compiler`.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Ending, FortranSupport, Notices, Progress, RunResult, StoredFile, TracedValue, Variable, Ways } from '@credence/engine'
import type { Engine } from '../worker/engine.ts'

export interface TestEngine extends Engine {
  /** Lines that were executed, in order. */
  readonly executed: string[]
  /** Lets programs go on that wait at `hold`; from now on none waits there. */
  release(): void
}

const noticed = (text: string): Notices => ({
  places: [{ kind: 'comparison', file: 'main.c', line: 3, count: 1, evaluations: 2, share: 0.5, estimated: false, text }],
  more: 0,
  meaning: 'what it means',
  page: 'branches',
})

async function bytesOf({ size, read }: StoredFile): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const part of read()) parts.push(part)
  const bytes = Buffer.concat(parts)
  if (bytes.length !== size) throw new Error(`a file of ${bytes.length} bytes in place of ${size}`)
  return bytes
}
const storedOf = (bytes: Uint8Array): StoredFile => ({
  size: bytes.length,
  async *read() {
    yield bytes
  },
})

/** When the signal aborts. */
function endOf(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => signal?.addEventListener('abort', () => resolve()))
}

export function testEngine(fortran: FortranSupport = { missing: 'no compiler here' }): TestEngine {
  const executed: string[] = []
  const killed = new Set<string>()
  const gate = Promise.withResolvers<void>()
  const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes)
  return {
    executed,
    release: gate.resolve,
    isolation: 'process',
    fortran: async () => fortran,
    async build({ files, discoverVariables }, signal) {
      const [name, bytes] = [...files].find(([path]) => path.startsWith('main.')) ?? ['none']
      const code = text(bytes)
      const pause = /^sleep-build (\d+)$/m.exec(code)?.[1]
      if (pause) await sleep(Number(pause), undefined, signal ? { signal } : {})
      if (/^endless$/m.test(code))
        return { output: 'error: processor time limit of 1 s for one build reached: make it less\n', milliseconds: 5, limit: 'processorMilliseconds' }
      if (/^kill-compiler$/m.test(code) && !killed.has(code)) {
        killed.add(code)
        return { output: 'error: the compiler was killed from outside\n', milliseconds: 5, interrupted: true }
      }
      if (/^error$/m.test(code)) return { output: `${name}:1: error: no such thing\n`, milliseconds: 5 }
      const variables = code.split('\n').flatMap((line, index): Variable[] => {
        const name = /^variable (.*)$/.exec(line)?.[1]
        return name === undefined ? [] : [{ name, type: 'Variable', file: 'main.c', line: index + 1, function: 'main' }]
      })
      return { module: new TextEncoder().encode(code), output: '', milliseconds: 5, ...(discoverVariables && { variables }) }
    },
    async standAlone(module, core) {
      if (text(module).includes('too large')) throw new RangeError(`stack and static data need more than ${core.MemorySize} bytes`)
      return Buffer.from(`alone: ${text(module)}`)
    },
    async run(
      { module, arguments: words, stored = new Map(), standardError },
      { output, progress, signal, begins, written: take },
    ): Promise<RunResult> {
      const given = new Map<string, Uint8Array>()
      for (const [path, file] of stored) given.set(path, await bytesOf(file))
      await begins?.()
      let notices: Notices | undefined
      let executions: Progress | undefined
      let ways: Ways | undefined
      const written = new Map<string, Uint8Array>()
      const traced: TracedValue[] = []
      const result = async (ending: Ending, message: string): Promise<RunResult> => {
        if (ending.kind !== 'cancelled') await take?.(new Map([...written].map(([path, bytes]) => [path, storedOf(bytes)])))
        return {
          ending,
          message,
          dynamicInstructions: 7,
          processorSeconds: 0.001,
          executionMilliseconds: 2,
          files: new Map(),
          ...(notices && { notices }),
          ...(ways && { ways }),
          ...(executions && { executions }),
          ...(traced.length > 0 && { traced: { values: traced, more: 0 } }),
        }
      }
      for (const line of text(module).split('\n')) {
        if (signal?.aborted) return result({ kind: 'cancelled' }, 'cancelled')
        const puts = /puts\("(.*)"\)/.exec(line)?.[1]
        const [command = '', ...rest] = line.split(' ')
        if (puts === undefined && command !== '#include' && command !== '') executed.push(line) // the worker's own trial is in C
        if (puts) output('Stdout', Buffer.from(`${puts}\n`))
        else if (command === 'print') output('Stdout', Buffer.from(`${rest.join(' ')}\n`))
        else if (command === 'complain') output('Stderr', Buffer.from(`${rest.join(' ')}\n`))
        else if (command === 'arguments') output('Stdout', Buffer.from(`${JSON.stringify(words)}\n`))
        else if (command === 'bytes') output('Stdout', Buffer.alloc(Number(rest[0]), 'x'))
        else if (command === 'read') output('Stdout', written.get(rest[0]!) ?? given.get(rest[0]!) ?? Buffer.from(`no ${rest[0]}\n`))
        else if (command === 'write') written.set(rest[0]!, Buffer.from(rest.slice(1).join(' ')))
        else if (command === 'enough') output('Stdout', Buffer.from(`${standardError}\n`))
        else if (command === 'trace') {
          const first = Float64Array.from(rest.slice(3), Number)
          const outcomes = first.length > 0 ? { count: first.length, mean: 0.25, deviation: 0.125, first } : undefined
          traced.push({ variable: Number(rest[0]), element: Number(rest[1]), pass: 0, path: 0, value: rest[2]!, ...(outcomes && { outcomes }) })
        } else if (command === 'ways') ways = { paths: Number(rest[0]), runs: Number(rest[1]), all: 8, samples: 6, outvoted: 1, endless: 2 }
        else if (command === 'executions') {
          executions = {
            done: Number(rest[0]),
            wanted: Number(rest[1]),
            numbers: [{ count: Number(rest[0]), mean: 0.5, deviation: 2, standardError: 0.125 }],
          }
          progress?.(executions)
        } else if (command === 'wait') await sleep(Number(rest[0]))
        else if (command === 'notice') notices = noticed(rest.join(' '))
        else if (command === 'exit') return result({ kind: 'exit', code: Number(rest[0]) }, `exit code ${rest[0]}`)
        else if (command === 'crash') throw new Error('the runner crashed')
        else if (command === 'hold') await Promise.race([gate.promise, endOf(signal)])
      }
      if (signal?.aborted) return result({ kind: 'cancelled' }, 'cancelled')
      return result({ kind: 'exit', code: 0 }, 'exit code 0')
    },
    async close() {},
  }
}
