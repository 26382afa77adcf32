// What the pass costs plain code: five C kernels in a program that can make uncertain values, against the same without the pass.
//   unguarded      no value was made before the kernel runs, and nothing looks for null pointers and the end of the stack
//   instrumented   the same with these guards, as programs are built; so are the others
//   counting       the same, counting instructions
//   made           a value was made before, elsewhere in the program
//   made counting  the same, counting instructions
// Each timing is the processor time of a process of its own under `--no-liftoff`; variants are interleaved; the shortest of nine counts.
//
//   node bin/node.cjs bench/plain-kernels.ts [kernel …]
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { IMPORTS } from '../packages/engine/src/abi.ts'
import { instrument } from '../packages/engine/src/instrument/index.ts'
import { compile } from '../packages/engine/src/instrument/testing/compile.ts'
import { shim } from '../packages/engine/src/instrument/testing/standin.ts'

const RUNS = 9
/** What makes an uncertain value; nothing else in a kernel touches the runtime. */
const MAKE = `
__attribute__((import_module("ux"), import_name("source"))) double source(int, double, double, double, double, double);
static volatile double made;
__attribute__((export_name("make"))) void make(void) { made = source(1, 0, 0, 0, 1, 0); }`
const EXPORT = '__attribute__((export_name("kernel"))) double kernel(int n)'
/** Name → C source, with the argument that gives some 0.3 s. */
const KERNELS: Readonly<Record<string, { readonly n: number; readonly source: string }>> = {
  'n-body': {
    n: 2_500_000,
    source: `
struct body { double x, y, z, vx, vy, vz, mass; };
static struct body b[5] = { { 0, 0, 0, 0, 0, 0, 39.47 }, { 4.84, -1.16, -0.10, 0.606, 2.81, -0.02, 0.037 }, { 8.34, 4.12, -0.4, -1.01, 1.81, 0.008, 0.011 },
  { 12.89, -15.11, -0.22, 1.08, 0.868, -0.01, 0.0017 }, { 15.37, -25.9, 0.179, 0.979, 0.594, -0.034, 0.002 } };
${EXPORT} {
  for (int t = 0; t < n; t++) {
    for (int i = 0; i < 5; i++) for (int j = i + 1; j < 5; j++) {
      double dx = b[i].x - b[j].x, dy = b[i].y - b[j].y, dz = b[i].z - b[j].z, d2 = dx * dx + dy * dy + dz * dz, m = 0.001 / (d2 * sqrt(d2));
      b[i].vx -= dx * b[j].mass * m; b[i].vy -= dy * b[j].mass * m; b[i].vz -= dz * b[j].mass * m;
      b[j].vx += dx * b[i].mass * m; b[j].vy += dy * b[i].mass * m; b[j].vz += dz * b[i].mass * m;
    }
    for (int i = 0; i < 5; i++) { b[i].x += 0.001 * b[i].vx; b[i].y += 0.001 * b[i].vy; b[i].z += 0.001 * b[i].vz; }
  }
  return b[0].x + b[1].y;
}`,
  },
  lu: {
    n: 2000,
    source: `
static double a[100][100];
${EXPORT} {
  double s = 0;
  for (int t = 0; t < n; t++) {
    for (int i = 0; i < 100; i++) for (int j = 0; j < 100; j++) a[i][j] = (i == j) * 100 + (i * 7 + j * 13) % 11;
    for (int k = 0; k < 100; k++) for (int i = k + 1; i < 100; i++) { a[i][k] /= a[k][k]; for (int j = k + 1; j < 100; j++) a[i][j] -= a[i][k] * a[k][j]; }
    s += a[99][99];
  }
  return s;
}`,
  },
  'spectral-norm': {
    n: 60,
    source: `
static double u[500], v[500], w[500];
static double entry(int i, int j) { return 1.0 / ((i + j) * (i + j + 1) / 2 + i + 1); }
__attribute__((noinline)) static void times(double *out, const double *in) { for (int i = 0; i < 500; i++) { double s = 0; for (int j = 0; j < 500; j++) s += entry(i, j) * in[j]; out[i] = s; } }
__attribute__((noinline)) static void transposed(double *out, const double *in) { for (int i = 0; i < 500; i++) { double s = 0; for (int j = 0; j < 500; j++) s += entry(j, i) * in[j]; out[i] = s; } }
${EXPORT} {
  for (int i = 0; i < 500; i++) u[i] = 1;
  for (int t = 0; t < n; t++) { times(w, u); transposed(v, w); times(w, v); transposed(u, w); }
  double uv = 0, vv = 0; for (int i = 0; i < 500; i++) { uv += u[i] * v[i]; vv += v[i] * v[i]; }
  return sqrt(uv / vv);
}`,
  },
  fft: {
    n: 300,
    source: `
static double re[8192], im[8192], wr[4096], wi[4096];
${EXPORT} {
  for (int i = 0; i < 4096; i++) { wr[i] = cos(2 * M_PI * i / 8192); wi[i] = sin(2 * M_PI * i / 8192); }
  for (int i = 0; i < 8192; i++) { re[i] = i % 17; im[i] = i % 5; }
  for (int t = 0; t < n; t++) {
    for (int i = 1, j = 0; i < 8192; i++) { int bit = 4096; for (; j & bit; bit >>= 1) j ^= bit; j ^= bit;
      if (i < j) { double x = re[i]; re[i] = re[j]; re[j] = x; x = im[i]; im[i] = im[j]; im[j] = x; } }
    for (int len = 2; len <= 8192; len <<= 1) { int half = len / 2, step = 8192 / len;
      for (int i = 0; i < 8192; i += len) for (int j = 0; j < half; j++) {
        double ur = re[i + j], ui = im[i + j], xr = re[i + j + half], xi = im[i + j + half], c = wr[j * step], s = wi[j * step];
        double vr = xr * c - xi * s, vi = xr * s + xi * c;
        re[i + j] = ur + vr; im[i + j] = ui + vi; re[i + j + half] = ur - vr; im[i + j + half] = ui - vi; } }
    for (int i = 0; i < 8192; i++) { re[i] *= 0.011; im[i] *= 0.011; }
  }
  return re[1] + im[2];
}`,
  },
  'black-scholes': {
    n: 3_000_000,
    source: `
static double normal(double x) { return 0.5 * erfc(-x * M_SQRT1_2); }
__attribute__((noinline)) static double call(double s, double k, double r, double v, double t) {
  double d1 = (log(s / k) + (r + v * v / 2) * t) / (v * sqrt(t)), d2 = d1 - v * sqrt(t);
  return s * normal(d1) - k * exp(-r * t) * normal(d2);
}
${EXPORT} {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += call(90 + i % 21, 100, 0.01 + (i % 7) * 0.01, 0.1 + (i % 5) * 0.1, 0.5 + i % 3);
  return sum;
}`,
  },
  'pointers, heat': {
    n: 700,
    source: `
__attribute__((noinline)) static void step(double *to, const double *from, int rows, int columns) {
  for (int i = 1; i < rows - 1; i++) for (int j = 1; j < columns - 1; j++) {
    const double *at = from + i * columns + j;
    to[i * columns + j] = 0.2 * (at[0] + at[1] + at[-1] + at[columns] + at[-columns]);
  }
}
static double field[2][300 * 300];
${EXPORT} {
  double *now = field[0], *next = field[1];
  for (int i = 0; i < 300 * 300; i++) now[i] = next[i] = i % 97;
  for (int t = 0; t < n; t++) { step(next, now, 300, 300); double *swap = now; now = next; next = swap; }
  return now[150 * 300 + 150];
}`,
  },
  'pointers, matrix': {
    n: 12,
    source: `
__attribute__((noinline)) static void multiply(double **c, double **a, double **b, int n) {
  for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) { double s = 0; for (int k = 0; k < n; k++) s += a[i][k] * b[k][j]; c[i][j] = s; }
}
static double cells[3][200][200], *rows[3][200];
${EXPORT} {
  for (int m = 0; m < 3; m++) for (int i = 0; i < 200; i++) { rows[m][i] = cells[m][i]; for (int j = 0; j < 200; j++) cells[m][i][j] = (i * j + m) % 7; }
  double sum = 0;
  for (int t = 0; t < n; t++) { multiply(rows[2], rows[0], rows[1], 200); sum += cells[2][t][t]; }
  return sum;
}`,
  },
  'pointers, tree': {
    n: 6_000_000,
    source: `
struct node { struct node *left, *right; double key, weight; };
static struct node nodes[4096];
__attribute__((noinline)) static struct node *find(struct node *at, double key) { while (at && at->key != key) at = key < at->key ? at->left : at->right; return at; }
__attribute__((noinline)) static struct node *build(int low, int high) {
  if (low >= high) return 0;
  int middle = (low + high) / 2;
  struct node *at = &nodes[middle];
  at->key = middle; at->weight = middle % 5; at->left = build(low, middle); at->right = build(middle + 1, high);
  return at;
}
static struct node *root;
static void plant(void) { root = build(0, 4096); }
static void (*volatile prepare)(void) = plant;
${EXPORT} {
  prepare();
  double sum = 0;
  for (int t = 0; t < n; t++) sum += find(root, (t * 2654435761u) >> 20)->weight;
  return sum;
}`,
  },
  frames: {
    n: 33,
    source: `
__attribute__((noinline)) static double visit(int n, double *out) {
  volatile double here[4]; here[n & 3] = n;
  double a = 0, b = 0;
  if (n > 1) { visit(n - 1, &a); visit(n - 2, &b); }
  *out = a + b + here[n & 3];
  return *out;
}
${EXPORT} { double out; return visit(n, &out); }`,
  },
}
const VARIANTS = [
  { name: 'plain ms', counting: false, made: false },
  { name: 'unguarded', counting: false, made: false },
  { name: 'instrumented', counting: false, made: false },
  { name: 'counting', counting: true, made: false },
  { name: 'made', counting: false, made: true },
  { name: 'made counting', counting: true, made: true },
]
type Timing = { readonly value: string; readonly milliseconds: number }

const [first, ...more] = process.argv.slice(2)
if (first === '--child') console.log(JSON.stringify(time(more[0]!, Number(more[1]), more[2] === 'made')))
else await compare([first, ...more].filter((name) => name !== undefined))

async function compare(wanted: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'plain-kernels-'))
  try {
    const ratios: number[][] = []
    console.log(
      row(
        'kernel',
        VARIANTS.map(({ name }) => name),
      ),
    )
    for (const [name, { n, source }] of Object.entries(KERNELS)) {
      if (wanted.length > 0 && !wanted.includes(name)) continue
      const plain = await compile(`#include <math.h>${MAKE}\n${source}\nint main(void) { return 0; }`)
      const files = VARIANTS.map((_, index) => join(folder, `${name}-${index}.wasm`))
      for (const [index, { counting }] of VARIANTS.entries()) {
        writeFileSync(
          files[index]!,
          index === 0 ? plain : instrument(plain, { countInstructions: counting, guards: VARIANTS[index]!.name !== 'unguarded' }),
        )
      }
      const [base, ...others] = shortest(files, n)
      ratios.push(others.map((other) => other / base!))
      console.log(row(name, [base!.toFixed(0), ...ratios.at(-1)!.map((ratio) => ratio.toFixed(3))]))
    }
    for (const [index, { name }] of VARIANTS.slice(1).entries()) {
      const sorted = ratios.map((one) => one[index]!).sort((a, b) => a - b)
      console.log(`${name}: median ${sorted[sorted.length >> 1]!.toFixed(3)}, worst ${sorted.at(-1)!.toFixed(3)}`)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
function row(first: string, more: readonly string[]): string {
  return first.padEnd(16) + more.map((one) => one.padStart(14)).join('')
}
function shortest(files: readonly string[], n: number): number[] {
  const times: number[][] = files.map(() => [])
  const values = new Set<string>()
  for (let run = 0; run < RUNS; run++) {
    for (const [index, file] of files.entries()) {
      const { value, milliseconds } = child(file, n, VARIANTS[index]!.made)
      times[index]!.push(milliseconds)
      values.add(value)
    }
  }
  if (values.size !== 1) throw new Error(`variants disagree: ${[...values].join(', ')}`)
  return times.map((list) => Math.min(...list))
}
function child(file: string, n: number, made: boolean): Timing {
  const command = ['--no-liftoff', import.meta.filename, '--child', file, String(n), made ? 'made' : '']
  const { stdout, stderr, status } = spawnSync(process.execPath, command, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout) as Timing
}

/** In the child: one short call, so that the code is compiled, then the one that counts. */
function time(file: string, n: number, made: boolean): Timing {
  const compiled = new WebAssembly.Module(readFileSync(file))
  const unused = () => {
    throw new Error('a kernel without uncertain values called the runtime')
  }
  const runtime = new WebAssembly.Instance(new WebAssembly.Module(shim(Object.keys(IMPORTS)) as BufferSource), {
    host: new Proxy({}, { get: (_, name) => (name === 'source' ? () => 0n : unused) }),
  })
  const wasi = Object.fromEntries(WebAssembly.Module.imports(compiled).map(({ name }) => [name, unused]))
  const { exports } = new WebAssembly.Instance(compiled, {
    wasi_snapshot_preview1: wasi,
    ux: { ...runtime.exports, pressure: new WebAssembly.Global({ value: 'i32', mutable: true }, 0) },
  })
  if (made) (exports['make'] as () => void)()
  const kernel = exports['kernel'] as (n: number) => number
  kernel(1)
  const start = process.cpuUsage()
  const value = kernel(n)
  const { user, system } = process.cpuUsage(start)
  return { value: String(value), milliseconds: (user + system) / 1000 }
}
