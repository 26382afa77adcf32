// The system interface as C programs see it through wasi-libc.
import { expect, test } from 'vitest'
import type { Files, Limits, Stream } from '../../types.ts'
import { execute } from '../execute.ts'
import { BYPASS, compileC } from '../testing/compile.ts'

const encode = (text: string) => new TextEncoder().encode(text)
interface Options {
  readonly arguments?: string[]
  readonly files?: Files
  readonly limits?: Partial<Limits>
  readonly includes?: string
  readonly output?: (stream: Stream, text: string) => void
}
async function run(body: string, options: Options = {}) {
  const includes = ['stdio', 'stdlib', 'string', 'errno', 'unistd', 'dirent', 'time', 'fcntl', 'sys/stat', options.includes].filter(Boolean)
  const source = `${includes.map((name) => `#include <${name}.h>`).join('\n')}\nint main(int argc, char **argv) {${body}\nreturn 0; }`
  const text = { Stdout: '', Stderr: '' }
  const result = execute(
    { module: await compileC(source), core: BYPASS, arguments: options.arguments ?? [], files: options.files, limits: options.limits },
    {},
    {
      output: (stream, bytes) => {
        const piece = new TextDecoder().decode(bytes)
        text[stream] += piece
        options.output?.(stream, piece)
      },
    },
  )
  return { ...result, ...text }
}

test('arguments arrive with the program name in front, also long and non-ASCII ones', async () => {
  const long = 'x'.repeat(200_000)
  const { Stdout } = await run('printf("%d %s %s %zu", argc, argv[0], argv[1], strlen(argv[2]));', { arguments: ['größe', long] })
  expect(Stdout).toBe('3 main größe 200000')
})

test('standard input is empty, the environment too', async () => {
  const { Stdout } = await run('printf("%d %s", getchar(), getenv("HOME") ? "set" : "unset");')
  expect(Stdout).toBe('-1 unset')
})

test('input files are read by relative and absolute path, and stay as the caller gave them', async () => {
  const data = encode('1,2\n')
  const body = `FILE *f = fopen("set1/a.csv", "r+"); int a, b; fscanf(f, "%d,%d", &a, &b); rewind(f); fputs("9,9", f); fclose(f);
    FILE *g = fopen("/set1/../set1/./a.csv", "r"); char line[8]; fgets(line, 8, g); printf("%d %d %s", a, b, line);`
  const { Stdout, files } = await run(body, { files: new Map([['set1/a.csv', data]]) })
  expect(Stdout).toBe('1 2 9,9\n')
  expect(new TextDecoder().decode(data)).toBe('1,2\n')
  expect([...files].map(([path, bytes]) => [path, new TextDecoder().decode(bytes)])).toEqual([['set1/a.csv', '9,9\n']])
})

test('files can be made, appended to, sought in, renamed, listed and removed', async () => {
  const body = `mkdir("sd0", 0755); FILE *f = fopen("sd0/a", "w"); fputs("hello", f); fclose(f);
    f = fopen("sd0/a", "a"); fputs(" world", f); fclose(f);
    rename("sd0/a", "sd0/b"); f = fopen("sd0/b", "r"); fseek(f, -5, SEEK_END); char t[9] = {0}; fread(t, 1, 8, f);
    struct stat s; stat("sd0/b", &s); printf("%s %ld %d %ld|", t, (long)s.st_size, S_ISREG(s.st_mode), ftell(f));
    fopen("sd0/c", "w"); DIR *d = opendir("sd0"); for (struct dirent *e; (e = readdir(d));) printf("%s ", e->d_name);
    printf("|%d %d", unlink("sd0/c"), access("sd0/c", 0)); printf(" %d", rmdir("sd0")); printf(" %s", strerror(errno));`
  const { Stdout, files } = await run(body)
  expect(Stdout).toBe('world 11 1 11|. .. b c |0 -1 -1 Directory not empty')
  expect([...files.keys()]).toEqual(['sd0/b'])
})

test.for([
  ['fopen("none", "r")', 'No such file or directory'],
  ['fopen("a/b", "r")', 'Not a directory'],
  ['fopen("../../etc/passwd", "r")', 'No such file or directory'],
  ['fopen("dir", "w")', 'Is a directory'],
  ['open("a", O_CREAT | O_EXCL | O_RDWR, 0600) < 0 ? NULL : "made"', 'File exists'],
  ['mkdir("dir", 0700) ? NULL : "made"', 'File exists'],
  ['rename("dir", "dir/in") ? NULL : "moved"', 'Invalid argument'],
  ['symlink("a", "b") ? NULL : "made"', 'Not supported'],
  ['write(0 + 99, "x", 1) < 0 ? NULL : "written"', 'Bad file descriptor'],
  ['lseek(1, 0, SEEK_SET) < 0 ? NULL : "sought"', 'Invalid seek'],
])('%s fails with "%s"', async ([call, message]) => {
  const files = new Map([
    ['a', encode('x')],
    ['dir/x', encode('y')],
  ])
  expect((await run(`printf("%s", (${call}) ? "no failure" : strerror(errno));`, { files })).Stdout).toBe(message)
})

test('a file lives on after its name is gone, until it is closed', async () => {
  const body = 'FILE *f = fopen("t", "w+"); unlink("t"); fputs("kept", f); rewind(f); char s[8] = {0}; fread(s, 1, 7, f); printf("%s", s);'
  const { Stdout, files } = await run(body)
  expect(Stdout).toBe('kept')
  expect(files.size).toBe(0)
})

test('a write of several pieces is one piece of output, whatever pieces are empty and wherever these lie', async () => {
  const body = `char *none = (char *)0xffffffff; struct iovec v[] = {{none, 0}, {"a", 1}, {"b", 1}, {none, 0}, {"cd", 2}, {none, 0}}; int sum = 0;
    for (int i = 0; i < 6; i++) for (int n = 0; i + n <= 6; n++) sum += writev(2, v + i, n);
    struct iovec w[] = {{"x", 1}, {none, 1}}; int failed = writev(1, w, 2); printf("%d %d %d", sum, failed, errno == EFAULT);`
  const pieces: string[] = []
  const { Stdout, Stderr } = await run(body, { includes: 'sys/uio', output: (stream, bytes) => stream === 'Stderr' && pieces.push(bytes) })
  const vectors = ['', 'a', 'b', '', 'cd', '']
  const written = vectors.flatMap((_, i) => Array.from({ length: 7 - i }, (_, n) => vectors.slice(i, i + n).join('')))
  expect(pieces).toEqual(written.filter((text) => text !== ''))
  expect(Stdout).toBe(`${Stderr.length} -1 1`)
})

test('output stops exactly at the limit and the run ends there', async () => {
  const { Stdout, ending, message } = await run('for (;;) puts("0123456789");', { limits: { outputBytes: 25 } })
  expect(Stdout).toBe('0123456789\n0123456789\n012')
  expect(ending).toMatchObject({ kind: 'limit', limit: 'outputBytes' })
  expect(message).toBe('limit of 25 bytes for Stdout reached')
})

test('files stop at the limit, also those that are removed while open', async () => {
  const body = 'for (;;) { FILE *f = fopen("t", "w"); unlink("t"); char b[1000] = {0}; fwrite(b, 1, 1000, f); fflush(f); }'
  const { ending } = await run(body, { limits: { fileBytes: 10_000 } })
  expect(ending).toEqual({ kind: 'limit', limit: 'fileBytes', message: 'limit of 10000 bytes for files reached' })
  const sparse = await run('int f = open("t", O_CREAT | O_RDWR, 0600); pwrite(f, "x", 1, 1LL << 40);', { limits: { fileBytes: 10_000 } })
  expect(sparse.ending).toMatchObject({ kind: 'limit', limit: 'fileBytes' })
})

test('a million files are refused with an error number, not a crash', async () => {
  const body =
    'int n = 0; for (;; n++) { char p[20]; sprintf(p, "f%d", n); int f = open(p, O_CREAT | O_RDWR, 0600); if (f < 0) break; close(f); } printf("%d %s", n, strerror(errno));'
  expect((await run(body)).Stdout).toBe('10000 No space left on device')
})

test('a clock never reads the same twice, and nanosleep waits as long as asked', async () => {
  const body = `clock_t a = clock(), b = clock(); struct timespec t0, t1, w = {0, 20000000}; clock_gettime(CLOCK_MONOTONIC, &t0);
    nanosleep(&w, NULL); clock_gettime(CLOCK_MONOTONIC, &t1); double d = (t1.tv_sec - t0.tv_sec) + 1e-9 * (t1.tv_nsec - t0.tv_nsec);
    printf("%d %d %d", b > a, d >= 0.019, time(NULL) > 1700000000);`
  expect((await run(body)).Stdout).toBe('1 1 1')
})

test('random bytes are the same in every run and differ within it', async () => {
  const body = 'unsigned char b[20]; getentropy(b, 20); for (int i = 0; i < 20; i++) printf("%02x", b[i]);'
  const [first, second] = [await run(body), await run(body)]
  expect(first.Stdout).toMatch(/^[0-9a-f]{40}$/)
  expect(second.Stdout).toBe(first.Stdout)
  expect(first.Stdout.slice(0, 16)).not.toBe(first.Stdout.slice(16, 32))
})

test('devices are there by name', async () => {
  const body = 'FILE *n = fopen("/dev/null", "w"); fputs("x", n); fclose(n); FILE *o = fopen("/dev/stdout", "w"); fputs("out", o); fclose(o);'
  expect((await run(body)).Stdout).toBe('out')
})

test('a system call that does not exist here ends the run and is named', async () => {
  const { message } = await run('accept(0, NULL, NULL);', { includes: 'sys/socket' })
  expect(message).toBe('system call sock_accept is not supported in accept, called by main')
})

test('a buffer outside of memory is an error number to the program, not an error of the host', async () => {
  const { Stdout } = await run('printf("%d %d", (int)write(1, (void *)0xfffffff0, 100), errno == EFAULT);')
  expect(Stdout).toBe('-1 1')
})
