// Files that are never in memory as wholes: from where they are stored into a run, and from it to where they are stored.
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEFAULT_LIMITS, type RunRequest, type RunResult, type StoredFile } from '../../types.ts'
import { BYPASS, compileC } from '../testing/compile.ts'
import { type Machine, openMachine } from './pool.ts'

let cacheDir: string
let machine: Machine
beforeAll(async () => {
  cacheDir = await mkdtemp(join(tmpdir(), 'credence-disk-'))
  machine = await openMachine({ cacheDir, runtime: new Uint8Array(0), poolSize: 1 })
})
afterAll(async () => {
  await machine.close()
  expect((await readdir(cacheDir)).filter((name) => name.startsWith('disk'))).toEqual([])
  await rm(cacheDir, { recursive: true })
})

const MIB = 1 << 20
/** `size` bytes, each 64 KiB of them filled with its number. */
const numbered = (size: number): StoredFile => ({
  size,
  async *read() {
    for (let at = 0; at < size; at += 1 << 16) yield new Uint8Array(Math.min(1 << 16, size - at)).fill(at >> 16)
  },
})
async function digest(parts: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of parts) hash.update(part)
  return hash.digest('hex').slice(0, 16)
}
interface Seen extends RunResult {
  readonly Stdout: string
  readonly written: ReadonlyMap<string, { readonly size: number; readonly digest: string }>
}
async function run(body: string, request: Partial<RunRequest> = {}, begins?: () => Promise<void>): Promise<Seen> {
  const includes = ['fcntl', 'stdio', 'stdlib', 'string', 'unistd', 'errno', 'sys/stat'].map((name) => `#include <${name}.h>\n`).join('')
  const module = await compileC(`${includes}static char b[1 << 16];\nint main(void) {${body}\nreturn 0; }`)
  let Stdout = ''
  const written = new Map<string, { size: number; digest: string }>()
  const result = await machine.run(
    { module, core: BYPASS, arguments: [], owner: 'usr_a', ...request },
    {
      output: (_, bytes) => {
        Stdout += new TextDecoder().decode(bytes)
      },
      ...(begins && { begins }),
      async written(files) {
        for (const [path, file] of files) written.set(path, { size: file.size, digest: await digest(file.read()) })
      },
    },
  )
  return { ...result, Stdout, written }
}

test('a stored file is read at any place, copied and changed; what was given stays, and the next run finds nothing of it', async () => {
  const size = 20 * MIB + 5
  const body = `FILE *in = fopen("sd0/in", "rb"), *out = fopen("sd0/out", "wb"); size_t n; long all = 0;
    while ((n = fread(b, 1, sizeof b, in)) > 0) { fwrite(b, 1, n, out); all += n; }
    fseek(in, 300 << 16, SEEK_SET); printf("%ld %d", all, fgetc(in)); fclose(out);
    FILE *same = fopen("sd0/in", "r+b"); fseek(same, 1, SEEK_SET); fputc(77, same); fclose(same);`
  const stored = new Map([['sd0/in', numbered(size)]])
  const { Stdout, written, files } = await run(body, { stored })
  const changed = Buffer.concat(await Array.fromAsync(numbered(size).read()))
  const whole = await digest(numbered(size).read())
  changed[1] = 77
  expect(Stdout).toBe(`${size} ${300 % 256}`)
  expect(Object.fromEntries(written)).toEqual({
    'sd0/out': { size, digest: whole },
    'sd0/in': { size, digest: createHash('sha256').update(changed).digest('hex').slice(0, 16) },
  })
  expect(files.size).toBe(0)
  const next = await run('FILE *f = fopen("x", "wb"); ftruncate(fileno(f), 3 << 20); fclose(f); struct stat s; printf("%d", stat("sd0", &s));')
  expect([next.Stdout, next.written.get('x')]).toEqual([
    '-1',
    {
      size: 3 * MIB,
      digest: createHash('sha256')
        .update(Buffer.alloc(3 * MIB))
        .digest('hex')
        .slice(0, 16),
    },
  ])
})
test('a large file costs no memory, neither here nor in the process of the run', async () => {
  const size = 300 * MIB
  let most = 0
  const before = process.memoryUsage().rss
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss - before)
  }, 10)
  const body = `FILE *in = fopen("in", "rb"), *out = fopen("out", "wb"); size_t n; while ((n = fread(b, 1, sizeof b, in)) > 0) fwrite(b, 1, n, out); fclose(out);
    FILE *f = fopen("/dev/null", "r"); (void)f;`
  const { written, ending } = await run(body, { stored: new Map([['in', numbered(size)]]), limits: { fileBytes: size } })
  clearInterval(watch)
  expect(ending).toEqual({ kind: 'exit', code: 0 })
  expect(written.get('out')).toEqual({ size, digest: await digest(numbered(size).read()) })
  expect(most).toBeLessThan(150 * MIB)
})
test('directories are there although nothing is in them', async () => {
  const { Stdout, written } = await run('FILE *f = fopen("empty/deep/x", "w"); printf("%d", f != NULL); fputs("y", f); fclose(f);', {
    folders: ['empty/deep'],
  })
  expect([Stdout, [...written.keys()]]).toEqual(['1', ['empty/deep/x']])
})
test.each([
  ['a limit of time', 'for (;;) ;', { wallMilliseconds: 1500 }, 'wallMilliseconds'],
  ['the limit on files', 'for (;;) fwrite(b, 1, sizeof b, out);', { fileBytes: 5 * MIB }, 'fileBytes'],
  ['the limit on output', 'for (;;) puts("more and more");', { outputBytes: 1000 }, 'outputBytes'],
])('what was written before %s is there', async (_, rest, limits, limit) => {
  const body = `FILE *out = fopen("sd0/out", "wb"); for (int i = 0; i < 48; i++) fwrite(b, 1, sizeof b, out); fflush(out); FILE *s = fopen("small", "w"); fputs("s", s); fclose(s); ${rest}`
  const { ending, written } = await run(body, { limits, folders: ['sd0'] })
  expect(ending).toMatchObject({ kind: 'limit', limit })
  expect(written.get('small')?.size).toBe(1)
  expect(written.get('sd0/out')!.size).toBeGreaterThanOrEqual(3 * MIB)
})
test('a file that cannot be read, or has other bytes than it says, ends the run before it begins', async () => {
  const begun: string[] = []
  const failing: StoredFile = {
    size: 5,
    async *read() {
      yield new Uint8Array(2)
      throw new Error('the store is away')
    },
  }
  const attempt = (file: StoredFile) =>
    run(
      '',
      {
        stored: new Map([
          ['ok', numbered(MIB)],
          ['f', file],
        ]),
      },
      async () => void begun.push('begun'),
    )
  await expect(attempt(failing)).rejects.toThrow('the store is away')
  await expect(attempt({ ...numbered(5), size: 6 })).rejects.toThrow("'f' has 1 bytes less than its 6")
  await expect(attempt({ ...numbered(5), size: 4 })).rejects.toThrow("'f' has more than its 4 bytes")
  await expect(run('', {}, () => Promise.reject(new Error('not now')))).rejects.toThrow('not now')
  expect(begun).toEqual([])
})
test('without somebody who takes them, files come back in memory', async () => {
  const module = await compileC(
    '#include <stdio.h>\nint main(void) { FILE *f = fopen("f", "wb"); static char b[2000000]; b[7] = 3; fwrite(b, 1, sizeof b, f); fclose(f); }',
  )
  const { files } = await machine.run({ module, core: BYPASS, arguments: [] }, { output: () => {} })
  expect([files.get('f')?.length, files.get('f')?.[7]]).toEqual([2_000_000, 3])
  expect(DEFAULT_LIMITS.fileBytes).toBeGreaterThan(2_000_000)
})
