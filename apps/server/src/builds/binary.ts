// What GET /builds/{BuildID}/binary gives: a tar, compressed, with the module, the inputs of its repository, and how to run it.
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { BuildCoreSpecs } from '@credence/contract'

export const BINARY_NAME = 'buildArtifacts.tar.gz'
export const binaryKeyBelow = (prefix: string): string => `${prefix}/${BINARY_NAME}`

const compress = promisify(gzip)
const MODULE = 'program.wasm'

export async function binaryArchive(module: Uint8Array, core: BuildCoreSpecs, inputs: ReadonlyMap<string, Uint8Array>): Promise<Uint8Array> {
  const encoder = new TextEncoder()
  const entries: [string, Uint8Array][] = [
    ['README.md', encoder.encode(readme(core, inputs.size > 0))],
    ['LICENSES.txt', encoder.encode(LICENSES)],
    [MODULE, module],
    ...[...inputs].map(([path, bytes]): [string, Uint8Array] => [`inputs/${path}`, bytes]),
  ]
  return compress(tar(entries))
}

function readme(core: BuildCoreSpecs, hasInputs: boolean): string {
  const folder = hasInputs ? ' --dir inputs::.' : ''
  const inputs = hasInputs
    ? '\nThe program opens the files of `inputs/` by their names, as tasks do: give that folder as its working directory.\n'
    : ''
  return `# ${MODULE}

A program whose numbers carry probability distributions, with all that it needs in one WebAssembly module. It runs under any WASI (preview 1) runtime that
knows WebAssembly 3.0: several memories, and vectors; a C++ program needs exceptions as well.

    wasmtime run${folder} ${MODULE} arguments…

or with Node, in a file \`run.mjs\`:

    import { readFileSync } from 'node:fs'
    import { WASI } from 'node:wasi'
    const wasi = new WASI({ version: 'preview1', args: ['main', ...process.argv.slice(2)], preopens: { '.': '${hasInputs ? 'inputs' : '.'}' } })
    const module = await WebAssembly.compile(readFileSync('${MODULE}'))
    process.exitCode = wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject()))
${inputs}
It was built for the core ${core.Class}, ${core.Microarchitecture}, Precision ${core.Precision}, MemorySize ${core.MemorySize}, CorrelationTracking ${core.CorrelationTracking}.
Its own memory is bounded by that; the distributions have memory of their own.

- A number that carries a distribution is printed as its particle and a Ux string, the same bytes that a task prints.
- A comparison on which samples disagree is decided by the particle, for all of them, and a line on standard error says so. A task on a core whose name ends
  in + follows every way.
- A fault of the distributions is told on standard error and ends the program with 134.
- A number that is written into a file as bytes, as a double and not as text, means nothing once it is read again.
`
}

const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS
FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY,
WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`
const LICENSES = `Beside the program, the module holds:

Credence, under the Apache License 2.0 (https://www.apache.org/licenses/LICENSE-2.0)

wasi-libc, its parts of musl (MIT License, below; Copyright © 2005-2020 Rich Felker, et al.), and compiler-rt and libc++ (Apache License 2.0 with LLVM exceptions)

QuickJS-NG and quickjs-wasi, under the MIT License:
Copyright (c) 2017-2024 Fabrice Bellard
Copyright (c) 2017-2024 Charlie Gordon
Copyright (c) 2023-2025 Ben Noordhuis
Copyright (c) 2023-2025 Saúl Ibarra Corretgé
Copyright (c) 2026 Vercel, Inc.

${MIT}`

const BLOCK = 512
/** In the ustar format of POSIX.1-1988; a name that it has no room for is told by a pax record before (POSIX.1-2001). */
export function tar(entries: readonly (readonly [name: string, bytes: Uint8Array])[]): Buffer {
  const blocks = entries.flatMap(([name, bytes]) => {
    const short = Buffer.byteLength(name) <= 100 && /^[\x20-\x7e]*$/.test(name)
    return short ? entry(name, '0', bytes) : [...entry('pax', 'x', paxRecord('path', name)), ...entry('file', '0', bytes)]
  })
  return Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)])
}
function entry(name: string, type: string, bytes: Uint8Array): Uint8Array[] {
  const head = Buffer.alloc(BLOCK)
  const octal = (value: number, width: number) => `${value.toString(8).padStart(width - 1, '0')}\0`
  head.write(name, 0)
  for (const [at, text] of [
    [100, octal(0o644, 8)],
    [108, octal(0, 8)],
    [116, octal(0, 8)],
    [124, octal(bytes.length, 12)],
    [136, octal(0, 12)],
    [148, ' '.repeat(8)], // as the checksum counts itself
    [156, type],
    [257, 'ustar\x0000'],
  ] as const)
    head.write(text, at, 'latin1')
  head.write(
    `${head
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
    'latin1',
  )
  return [head, bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)]
}
/** Its length counts itself. */
function paxRecord(key: string, value: string): Buffer {
  const rest = Buffer.byteLength(` ${key}=${value}\n`)
  let length = rest
  while (length !== rest + String(length).length) length = rest + String(length).length
  return Buffer.from(`${length} ${key}=${value}\n`)
}
