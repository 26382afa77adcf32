// The variables of ordinary programs, by debug information and by the compiler's syntax tree.
import { randomUUID } from 'node:crypto'
import { RECOMMENDED_SPEC as CORE } from '@credence/contract/cores'
import { beforeAll, expect, test } from 'vitest'
import { sortedVariables } from '../lines/variables.ts'
import type { Toolchain } from './node/toolchain.ts'
import { variablesOfSyntaxTree } from './testing/syntax-tree.ts'
import { commonToolchain, sources } from './testing/toolchain.ts'

let toolchain: Toolchain
beforeAll(async () => {
  toolchain = await commonToolchain()
})

const PRINT = 'int printf(const char *, ...);\n'
const PRINT_CPP = 'extern "C" int printf(const char *, ...);\n'
const PROGRAMS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'globals, parameters and locals': {
    'main.c': `${PRINT}static double scale = 2;\nconst int rows = 3;\ndouble twice(double x) {\n\tdouble y = scale * x;\n\treturn y;\n}\nint main(void) {\n\tdouble z = twice(1.5);\n\tprintf("%f %d\\n", z, rows);\n}\n`,
  },
  'a function that nobody calls': {
    'main.c': `static double unused(double given) {\n\tdouble kept = given;\n\treturn kept;\n}\nint main(int argc, char **argv) {\n\treturn argc > 9 && argv[1] != 0;\n}\n`,
  },
  'blocks, loops and statics of a function': {
    'main.c': `${PRINT}int count(void) {\n\tstatic int calls;\n\treturn ++calls;\n}\nint main(void) {\n\tfor (int i = 0; i < 3; i++) {\n\t\tint twice = 2 * i;\n\t\tif (twice > 2) {\n\t\t\tint i = 7;\n\t\t\tprintf("%d\\n", i);\n\t\t}\n\t}\n\treturn count() - 1;\n}\n`,
  },
  'structs, arrays and pointers': {
    'main.c': `struct point { double x, y; };\nstatic struct point corners[4];\nstatic double area(const struct point *p, int n) {\n\tdouble sum = 0, *at = &sum;\n\tfor (int i = 0; i < n; i++) *at += p[i].x;\n\treturn sum;\n}\nint main(void) {\n\treturn (int)area(corners, 4);\n}\n`,
  },
  'macros that declare': {
    'main.c': `#define DECLARE(type, name) type name = 0\n#define LOOP(i, n) for (int i = 0; i < (n); i++)\nint main(void) {\n\tDECLARE(double, sum);\n\tDECLARE(int, last);\n\tLOOP(k, 3) {\n\t\tsum += k;\n\t\tlast = k;\n\t}\n\treturn (int)sum - last - 1;\n}\n`,
  },
  'several files and a header with code': {
    'main.c': `#include "law.h"\nextern double shared;\nint main(void) {\n\tdouble result = half(shared);\n\treturn result > 9 ? 1 : other(2);\n}\n`,
    'law.h': `int other(int);\nstatic inline double half(double whole) {\n\tdouble part = whole / 2;\n\treturn part;\n}\n`,
    'more/other.c': `double shared = 4;\nint other(int value) {\n\tint left = value;\n\twhile (left > 0) left--;\n\treturn left;\n}\n`,
  },
  'templates, instantiated twice': {
    'main.cpp': `${PRINT_CPP}template <class T> T largest(T first, T second) {\n\tT result = first < second ? second : first;\n\treturn result;\n}\nint main() {\n\tdouble real = largest(1.5, 2.5);\n\tint whole = largest(1, 2);\n\tprintf("%f %d\\n", real, whole);\n}\n`,
  },
  'lambdas that capture': {
    'main.cpp': `${PRINT_CPP}int main() {\n\tdouble factor = 3;\n\tauto times = [factor](double value) {\n\t\tdouble product = factor * value;\n\t\treturn product;\n\t};\n\tprintf("%f\\n", times(2));\n}\n`,
  },
  'classes, namespaces and references': {
    'main.cpp': `namespace shapes {\ndouble unit = 1;\nclass Circle {\n\tdouble radius;\npublic:\n\texplicit Circle(double given) : radius(given) {}\n\tdouble area(double pi) const {\n\t\tconst double square = radius * radius;\n\t\treturn pi * square * unit;\n\t}\n};\n}\nint main() {\n\tshapes::Circle circle(2);\n\tconst shapes::Circle &same = circle;\n\treturn (int)same.area(0);\n}\n`,
  },
  'exceptions and loops over ranges': {
    'main.cpp': `${PRINT_CPP}struct Failure { int code; };\nint risky(int input) {\n\tif (input > 1) throw Failure{input};\n\treturn input;\n}\nint main() {\n\tint values[] = {1, 2};\n\tfor (int value : values) {\n\t\ttry {\n\t\t\tprintf("%d\\n", risky(value));\n\t\t} catch (const Failure &failure) {\n\t\t\tprintf("%d\\n", failure.code);\n\t\t}\n\t}\n}\n`,
  },
}

test.for(Object.entries(PROGRAMS))('%s', async ([, texts]) => {
  const files = sources({ ...texts, 'fresh.h': `// ${randomUUID()}` })
  const { variables, output } = await toolchain.build({ files, core: CORE, discoverVariables: true })
  const all = new Map(Object.entries(texts))
  const trees = await Promise.all([...all.keys()].filter((path) => /\.c(pp)?$/.test(path)).map((path) => variablesOfSyntaxTree(path, all)))
  expect(variables, output).toEqual(sortedVariables(trees.flat()))
  expect(variables!.length).toBeGreaterThan(1)
})

test('headers of the library bring no variables of theirs, in C++ with a precompiled header, too', async () => {
  const main = `#include <cmath>\n#include <iostream>\n#include <vector>\nint main() {\n\tstd::vector<double> readings{1, 2};\n\tdouble sum = 0;\n\tfor (double reading : readings) sum += std::sqrt(reading);\n\tstd::cout << sum << std::endl;\n}\n`
  const { variables } = await toolchain.build({ files: sources({ 'main.cpp': main }), core: CORE, discoverVariables: true })
  expect(variables!.map(({ name, line, function: inside }) => `${line} ${name} ${inside}`)).toEqual([
    '5 readings main',
    '6 sum main',
    '7 reading main',
  ])
})

test('a build that did not ask has none, and the kept build of one that did has them still', async () => {
  const files = sources({ 'main.c': `int main(void) { int answer = 42; return answer - 42; } // ${randomUUID()}` })
  expect((await toolchain.build({ files, core: CORE })).variables).toBeUndefined()
  const first = await toolchain.build({ files, core: CORE, discoverVariables: true })
  const again = await toolchain.build({ files, core: CORE, discoverVariables: true })
  expect(first.variables).toEqual([{ name: 'answer', type: 'Variable', file: 'main.c', line: 1, function: 'main' }])
  expect(again.variables).toEqual(first.variables)
})
