// Fortran against gfortran -O3 and against the same in C, plain and on uncertain values; and what a build takes. Needs flang and gfortran.
//   node bin/node.cjs bench/fortran.ts [program …]
// Each program takes the length of its loop as an argument; a time is the processor time of a long run less that of a short one, the least of five, in turns.
// All must print the same: bytes between Fortran and C, ten digits between compilers.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RECOMMENDED_SPEC as core } from '@credence/contract/cores'
import { execute } from '../packages/engine/src/machine/execute.ts'
import { findFlang } from '../packages/engine/src/toolchain/fortran/node/flang.ts'
import { openToolchain, type Toolchain } from '../packages/engine/src/toolchain/node/toolchain.ts'
import { CACHE } from '../tools/cache.ts'
import { conditions } from '../tools/conditions.ts'

if (!process.execArgv.includes('--no-liftoff')) {
  const { status } = spawnSync(process.execPath, ['--no-liftoff', ...process.argv.slice(1)], { stdio: 'inherit' })
  process.exit(status ?? 1)
}

const TURNS = 5
const BUILDS = 3
interface Program {
  readonly name: string
  readonly uncertain: boolean
  readonly n: number
  readonly fortran: string
  readonly c: string
}
const HEAD = 'character(20) :: word\n  integer :: n, t\n  call get_command_argument(1, word)\n  read(word, *) n\n'
const MAIN = '#include <stdio.h>\n#include <stdlib.h>\n#include <math.h>\n#include <uxhw.h>\n'
const PROGRAMS: readonly Program[] = [
  {
    name: 'heat, allocatable arrays',
    uncertain: false,
    n: 3000,
    fortran: `program p
  implicit none
  real(8), allocatable :: a(:,:), b(:,:)
  integer :: i, j
  ${HEAD}
  allocate(a(300, 300), b(300, 300))
  do j = 1, 300
    do i = 1, 300
      a(i, j) = mod(i * 7 + j * 13, 97)
    end do
  end do
  b = a
  do t = 1, n
    do j = 2, 299
      do i = 2, 299
        b(i, j) = 0.2d0 * (a(i, j) + a(i + 1, j) + a(i - 1, j) + a(i, j + 1) + a(i, j - 1))
      end do
    end do
    a = b
  end do
  print '(ES24.15)', a(150, 150)
end program`,
    c: `${MAIN}static double a[300][300], b[300][300];
int main(int count, char **words) {
  int n = atoi(words[1]);
  for (int j = 0; j < 300; j++) for (int i = 0; i < 300; i++) a[j][i] = b[j][i] = ((i + 1) * 7 + (j + 1) * 13) % 97;
  for (int t = 0; t < n; t++) {
    for (int j = 1; j < 299; j++) for (int i = 1; i < 299; i++) b[j][i] = 0.2 * (a[j][i] + a[j][i + 1] + a[j][i - 1] + a[j + 1][i] + a[j - 1][i]);
    for (int j = 0; j < 300; j++) for (int i = 0; i < 300; i++) a[j][i] = b[j][i];
  }
  printf("%24.15E\\n", a[149][149]);
}`,
  },
  {
    name: 'n-body, derived types',
    uncertain: false,
    n: 3_000_000,
    fortran: `program p
  implicit none
  type body
    real(8) :: x, y, z, vx, vy, vz, mass
  end type
  type(body) :: b(4)
  real(8) :: dx, dy, dz, d2, m
  integer :: i, j
  ${HEAD}
  b = [body(0, 0, 0, 0, 0, 0, 39.47d0), body(4.84d0, -1.16d0, -0.1d0, 0.606d0, 2.81d0, -0.02d0, 0.037d0), &
       body(8.34d0, 4.12d0, -0.4d0, -1.01d0, 1.81d0, 0.008d0, 0.011d0), body(12.89d0, -15.11d0, -0.22d0, 1.08d0, 0.868d0, -0.01d0, 0.0017d0)]
  do t = 1, n
    do i = 1, 4
      do j = i + 1, 4
        dx = b(i)%x - b(j)%x; dy = b(i)%y - b(j)%y; dz = b(i)%z - b(j)%z
        d2 = dx * dx + dy * dy + dz * dz
        m = 0.001d0 / (d2 * sqrt(d2))
        b(i)%vx = b(i)%vx - dx * b(j)%mass * m; b(i)%vy = b(i)%vy - dy * b(j)%mass * m; b(i)%vz = b(i)%vz - dz * b(j)%mass * m
        b(j)%vx = b(j)%vx + dx * b(i)%mass * m; b(j)%vy = b(j)%vy + dy * b(i)%mass * m; b(j)%vz = b(j)%vz + dz * b(i)%mass * m
      end do
    end do
    do i = 1, 4
      b(i)%x = b(i)%x + 0.001d0 * b(i)%vx; b(i)%y = b(i)%y + 0.001d0 * b(i)%vy; b(i)%z = b(i)%z + 0.001d0 * b(i)%vz
    end do
  end do
  print '(ES24.15)', b(2)%x
end program`,
    c: `${MAIN}struct body { double x, y, z, vx, vy, vz, mass; };
static struct body b[4] = { { 0, 0, 0, 0, 0, 0, 39.47 }, { 4.84, -1.16, -0.1, 0.606, 2.81, -0.02, 0.037 }, { 8.34, 4.12, -0.4, -1.01, 1.81, 0.008, 0.011 },
  { 12.89, -15.11, -0.22, 1.08, 0.868, -0.01, 0.0017 } };
int main(int count, char **words) {
  int n = atoi(words[1]);
  for (int t = 0; t < n; t++) {
    for (int i = 0; i < 4; i++) for (int j = i + 1; j < 4; j++) {
      double dx = b[i].x - b[j].x, dy = b[i].y - b[j].y, dz = b[i].z - b[j].z, d2 = dx * dx + dy * dy + dz * dz, m = 0.001 / (d2 * sqrt(d2));
      b[i].vx -= dx * b[j].mass * m; b[i].vy -= dy * b[j].mass * m; b[i].vz -= dz * b[j].mass * m;
      b[j].vx += dx * b[i].mass * m; b[j].vy += dy * b[i].mass * m; b[j].vz += dz * b[i].mass * m;
    }
    for (int i = 0; i < 4; i++) { b[i].x += 0.001 * b[i].vx; b[i].y += 0.001 * b[i].vy; b[i].z += 0.001 * b[i].vz; }
  }
  printf("%24.15E\\n", b[1].x);
}`,
  },
  {
    name: 'matmul of arrays',
    uncertain: false,
    n: 400,
    fortran: `program p
  implicit none
  real(8) :: a(120, 120), b(120, 120), c(120, 120), s
  integer :: i, j
  ${HEAD}
  do j = 1, 120
    do i = 1, 120
      a(i, j) = mod(i * j, 7)
      b(i, j) = mod(i + j, 5)
    end do
  end do
  s = 0
  do t = 1, n
    a(1, 1) = t
    c = matmul(a, b)
    s = s + sum(c)
  end do
  print '(ES24.15)', s
end program`,
    c: `${MAIN}static double a[120][120], b[120][120], c[120][120];
int main(int count, char **words) {
  int n = atoi(words[1]);
  for (int j = 0; j < 120; j++) for (int i = 0; i < 120; i++) { a[j][i] = (i + 1) * (j + 1) % 7; b[j][i] = (i + j + 2) % 5; }
  double s = 0;
  for (int t = 1; t <= n; t++) {
    a[0][0] = t;
    for (int j = 0; j < 120; j++) for (int i = 0; i < 120; i++) c[j][i] = 0;
    for (int j = 0; j < 120; j++) for (int k = 0; k < 120; k++) for (int i = 0; i < 120; i++) c[j][i] += a[k][i] * b[j][k];
    double sum = 0;
    for (int j = 0; j < 120; j++) for (int i = 0; i < 120; i++) sum += c[j][i];
    s += sum;
  }
  printf("%24.15E\\n", s);
}`,
  },
  {
    name: 'oscillator',
    uncertain: true,
    n: 10_000,
    fortran: `program p
  use uxhw
  implicit none
  real(8) :: k, d, x, v
  ${HEAD}
  k = UxHwDoubleGaussDist(4d0, 0.1d0)
  d = UxHwDoubleUniformDist(0.2d0, 0.4d0)
  x = 1; v = 0
  do t = 1, n
    v = v - 0.005d0 * (k * x + d * v)
    x = x + 0.005d0 * v
  end do
  print '(ES24.15)', x
end program`,
    c: `${MAIN}int main(int count, char **words) {
  int n = atoi(words[1]);
  double k = UxHwDoubleGaussDist(4, 0.1), d = UxHwDoubleUniformDist(0.2, 0.4), x = 1, v = 0;
  for (int t = 0; t < n; t++) { v = v - 0.005 * (k * x + d * v); x = x + 0.005 * v; }
  printf("%24.15E\\n", x);
}`,
  },
  {
    name: 'elimination with pivots',
    uncertain: false,
    n: 1000,
    fortran: `program p
  implicit none
  integer, parameter :: m = 200
  real(8) :: a(m, m), x(m), row(m), f, s
  integer :: i, j, k, l
  ${HEAD}
  s = 0
  do t = 1, n
    do j = 1, m
      do i = 1, m
        a(i, j) = mod(i * j + 7 * i + t, 101) + merge(500d0, 0d0, i + j == m + 1)
      end do
      x(j) = j
    end do
    do k = 1, m
      l = k
      do i = k + 1, m
        if (abs(a(i, k)) > abs(a(l, k))) l = i
      end do
      row = a(k, :); a(k, :) = a(l, :); a(l, :) = row
      f = x(k); x(k) = x(l); x(l) = f
      do i = k + 1, m
        a(i, k) = a(i, k) / a(k, k)
        x(i) = x(i) - a(i, k) * x(k)
      end do
      do j = k + 1, m
        do i = k + 1, m
          a(i, j) = a(i, j) - a(i, k) * a(k, j)
        end do
      end do
    end do
    do k = m, 1, -1
      x(k) = x(k) / a(k, k)
      do i = 1, k - 1
        x(i) = x(i) - a(i, k) * x(k)
      end do
    end do
    do k = 1, m
      s = s + x(k)
    end do
  end do
  print '(ES24.15)', s
end program`,
    c: `${MAIN}enum { m = 200 };
static double a[m][m], x[m];
int main(int count, char **words) {
  int n = atoi(words[1]);
  double s = 0;
  for (int t = 1; t <= n; t++) {
    for (int j = 0; j < m; j++) {
      for (int i = 0; i < m; i++) a[j][i] = ((i + 1) * (j + 1) + 7 * (i + 1) + t) % 101 + (i + j + 2 == m + 1 ? 500. : 0.);
      x[j] = j + 1;
    }
    for (int k = 0; k < m; k++) {
      int l = k;
      for (int i = k + 1; i < m; i++) if (fabs(a[k][i]) > fabs(a[k][l])) l = i;
      for (int j = 0; j < m; j++) { double row = a[j][k]; a[j][k] = a[j][l]; a[j][l] = row; }
      double f = x[k]; x[k] = x[l]; x[l] = f;
      for (int i = k + 1; i < m; i++) { a[k][i] = a[k][i] / a[k][k]; x[i] = x[i] - a[k][i] * x[k]; }
      for (int j = k + 1; j < m; j++) for (int i = k + 1; i < m; i++) a[j][i] = a[j][i] - a[k][i] * a[j][k];
    }
    for (int k = m - 1; k >= 0; k--) {
      x[k] = x[k] / a[k][k];
      for (int i = 0; i < k; i++) x[i] = x[i] - a[k][i] * x[k];
    }
    for (int k = 0; k < m; k++) s = s + x[k];
  }
  printf("%24.15E\\n", s);
}`,
  },
  {
    name: 'elimination, uncertain',
    uncertain: true,
    n: 300,
    fortran: `program p
  use uxhw
  implicit none
  real(8) :: a(7, 7), x(7), u(7), f, s
  integer :: i, j, k
  ${HEAD}
  s = 0
  do i = 1, 7
    u(i) = UxHwDoubleGaussDist(9d0, 0.1d0)
  end do
  do t = 1, n
    do j = 1, 7
      do i = 1, 7
        a(i, j) = 1d0 / (i + j)
      end do
      a(j, j) = u(j) + t
      x(j) = j
    end do
    do k = 1, 7
      do i = k + 1, 7
        f = a(i, k) / a(k, k)
        a(i, k+1:) = a(i, k+1:) - f * a(k, k+1:)
        x(i) = x(i) - f * x(k)
      end do
    end do
    s = s + x(7) / a(7, 7)
  end do
  print '(ES24.15)', s
end program`,
    c: `${MAIN}int main(int count, char **words) {
  int n = atoi(words[1]);
  double a[7][7], x[7], u[7], s = 0;
  for (int i = 0; i < 7; i++) u[i] = UxHwDoubleGaussDist(9, 0.1);
  for (int t = 1; t <= n; t++) {
    for (int j = 0; j < 7; j++) {
      for (int i = 0; i < 7; i++) a[i][j] = 1. / (i + j + 2);
      a[j][j] = u[j] + t;
      x[j] = j + 1;
    }
    for (int k = 0; k < 7; k++) for (int i = k + 1; i < 7; i++) {
      double f = a[i][k] / a[k][k];
      for (int j = k + 1; j < 7; j++) a[i][j] = a[i][j] - f * a[k][j];
      x[i] = x[i] - f * x[k];
    }
    s = s + x[6] / a[6][6];
  }
  printf("%24.15E\\n", s);
}`,
  },
]

interface Runner {
  readonly run: (n: number) => { readonly text: string; readonly milliseconds: number }
}
const folder = mkdtempSync(join(tmpdir(), 'credence-bench-fortran-'))
try {
  const flang = await findFlang()
  if (!flang) throw new Error('there is no flang')
  const wanted = process.argv.slice(2)
  await using toolchain = await openToolchain({ cacheDir: CACHE, ahead: 'none' })
  const runtime = new WebAssembly.Module(toolchain.runtime as Uint8Array<ArrayBuffer>)
  console.log(row('program', ['Fortran ms', 'to C', 'to gfortran -O3']))
  for (const program of PROGRAMS.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)))) {
    const runners = [
      await here(toolchain, runtime, 'main.f90', program.fortran),
      await here(toolchain, runtime, 'main.c', program.c),
      ...(program.uncertain ? [] : [native(program.fortran)]),
    ]
    const [fortran, c, gfortran] = inTurns(runners, program.n)
    console.log(row(program.name, [fortran!.toFixed(0), (fortran! / c!).toFixed(2), gfortran === undefined ? '' : (fortran! / gfortran).toFixed(2)]))
  }
  await builds()
  console.log(`flang ${flang.version}; ${execFileSync('gfortran', ['--version'], { encoding: 'utf8' }).split('\n')[0]}\n${conditions()}`)
} finally {
  rmSync(folder, { recursive: true })
}

function row(first: string, more: readonly string[]): string {
  return first.padEnd(28) + more.map((one) => one.padStart(17)).join('')
}
async function here(toolchain: Toolchain, runtime: WebAssembly.Module, name: string, source: string): Promise<Runner> {
  const { module, output } = await toolchain.build({ files: new Map([[name, new TextEncoder().encode(source)]]), core })
  if (!module) throw new Error(output)
  return {
    run: (n) => {
      let text = ''
      const start = process.cpuUsage()
      const { message } = execute(
        { module, core, arguments: [String(n)] },
        { runtime },
        {
          output: (stream, bytes) => {
            if (stream === 'Stdout') text += new TextDecoder().decode(bytes)
          },
        },
      )
      const { user, system } = process.cpuUsage(start)
      if (text === '') throw new Error(message)
      return { text, milliseconds: (user + system) / 1000 }
    },
  }
}
function native(source: string): Runner {
  const file = join(folder, 'native.f90')
  const program = join(folder, `native-${performance.now()}`)
  writeFileSync(file, source)
  execFileSync('gfortran', ['-O3', '-march=native', '-ffp-contract=off', '-ffree-line-length-none', '-o', program, file])
  return {
    run: (n) => {
      const { stdout, stderr } = spawnSync('bash', ['-c', 'TIMEFORMAT=%U; time "$0" "$1"', program, String(n)], { encoding: 'utf8' })
      return { text: stdout, milliseconds: Number(stderr) * 1000 }
    },
  }
}
/** Milliseconds of each, less those of a run of one step. @throws Error where they print different results */
function inTurns(runners: readonly Runner[], n: number): number[] {
  const times = runners.map(() => ({ long: Number.POSITIVE_INFINITY, short: Number.POSITIVE_INFINITY }))
  for (let turn = 0; turn < TURNS; turn++) {
    const texts = runners.map(({ run }, index) => {
      const [short, long] = [run(1), run(n)]
      const time = times[index]!
      time.short = Math.min(time.short, short.milliseconds)
      time.long = Math.min(time.long, long.milliseconds)
      return long.text
    })
    const [fortran, c, gfortran = fortran] = texts
    if (fortran !== c) throw new Error(`Fortran printed ${fortran?.slice(0, 60)} and C ${c?.slice(0, 60)}`)
    if (Math.abs(Number.parseFloat(gfortran!) / Number.parseFloat(fortran!) - 1) > 1e-10) throw new Error(`gfortran printed ${gfortran}`)
  }
  return times.map(({ long, short }) => long - short)
}

/** Wall time of a first build in a compiler that has just started, and of one after a change; each source is a new one. */
async function builds(): Promise<void> {
  const { fortran, c } = PROGRAMS[0]!
  const stamp = () => Math.floor(Math.random() * 1e9)
  const sources = [
    ['Fortran', 'main.f90', () => `${fortran}\n! ${stamp()}\n`],
    ['C', 'main.c', () => `${c}\nint changed_${stamp()};\n`],
  ] as const
  const least = new Map(sources.map(([language]) => [language, { cold: Number.POSITIVE_INFINITY, warm: Number.POSITIVE_INFINITY }]))
  for (let turn = 0; turn < BUILDS; turn++) {
    for (const [language, name, source] of sources) {
      await using fresh = await openToolchain({ cacheDir: CACHE, ahead: 'none' })
      const time = least.get(language)!
      for (const which of ['cold', 'warm'] as const) {
        const { module, output, milliseconds } = await fresh.build({ files: new Map([[name, new TextEncoder().encode(source())]]), core })
        if (!module) throw new Error(output)
        time[which] = Math.min(time[which], milliseconds)
      }
    }
  }
  for (const [language, { cold, warm }] of least)
    console.log(`a build of ${language}: ${cold.toFixed(0)} ms cold, ${warm.toFixed(0)} ms after a change`)
}
