// Values of trace variables are what a printf at the same line prints, and the program and its messages stay as they are.
import { randomUUID } from 'node:crypto'
import { findCore, specOf } from '@credence/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CoreSpec, TraceVariable } from './index.ts'
import { openTestEngine, sources, type TestEngine } from './toolchain/testing/toolchain.ts'

let engine: TestEngine
beforeAll(async () => {
  engine = await openTestEngine()
})
afterAll(() => engine?.close())

const core = (name: string): CoreSpec => specOf(findCore(name)!)
async function traced(texts: Record<string, string>, traceVariables: readonly TraceVariable[], spec = core('C0-S+')) {
  const fresh = { ...texts, 'fresh.h': `// ${randomUUID()}` } // so that no earlier build answers
  const built = await engine.build({ files: sources(fresh), core: spec, traceVariables })
  if (!built.module) return { output: built.output, printed: '', values: [] }
  let printed = ''
  const output = (stream: string, bytes: Uint8Array) => {
    if (stream === 'Stdout') printed += Buffer.from(bytes)
  }
  const run = await engine.run({ module: built.module, core: spec, arguments: [] }, { output })
  return { output: built.output, printed, values: run.traced?.values ?? [] }
}
const at = (line: number, expression: string, file = 'main.c'): TraceVariable => ({ file, line, expression })

const PROGRAM = `#include <stdio.h>
#include <uxhw.h>
struct node { double x; struct node *next; };
static double total;
static double square(double v) {
	return v * v;
}
int main(void) {
	double a[4] = {1, 2, 3, 4}, x = UxHwDoubleUniformDist(1, 3);
	struct node last = {7, 0}, first = {x, &last};
	struct node *p = &first;
	for (int i = 0; i < 3; i++)
		total += square(a[i]);
	a[1] = x * x;
	float f = a[1];
	printf("%d\\n", __LINE__);
}
`
describe('the values', () => {
  test.for(['C0-S+', 'C0-S', 'C0Pro-S+', 'C0-Bypass'])('are what a printf at that line prints, on %s', async (name) => {
    const expressions = ['x', 'a[0:2]', 'p->x', 'p->next->x', 'a[1] / x', 'f', 'total', 'sizeof a']
    const { values, printed } = await traced(
      { 'main.c': PROGRAM },
      expressions.map((expression) => at(15, expression)),
      core(name),
    )
    expect(printed).toBe('16\n')
    const flat = ['x', 'a[0]', 'a[1]', 'a[2]', 'p->x', 'p->next->x', 'a[1] / x', 'f', 'total', '(double)sizeof a']
    const prints = flat.map((expression) => `printf("%a|%f\\n", (double)(${expression}), (double)(${expression}));`).join(' ')
    const other = await traced({ 'main.c': PROGRAM.replace('float f = a[1];', `float f = a[1]; ${prints}`) }, [], core(name))
    const lines = other.printed.trim().split('\n').slice(0, -1)
    expect(values.map(({ value }) => Number(value.split('Ux')[0]))).toEqual(lines.map((line) => hexadecimal(line.split('|')[0]!)))
    expect(values.map(({ value }) => value.split('Ux')[1])).toEqual(lines.map((line) => line.split('Ux')[1]))
    expect(values.map(({ variable, element, pass, path }) => [variable, element, pass, path])).toEqual(
      [
        [0, 0],
        [1, 0],
        [1, 1],
        [1, 2],
        [2, 0],
        [3, 0],
        [4, 0],
        [5, 0],
        [6, 0],
        [7, 0],
      ].map(([variable, element]) => [variable, element, 0, 0]),
    )
  })
  test('are recorded each time the line is passed, at heads of loops and of functions, before a return, in order', async () => {
    const { values } = await traced({ 'main.c': PROGRAM }, [at(12, 'i'), at(13, 'total'), at(5, 'v'), at(6, 'v')])
    const told = values.map(({ variable, pass, value }) => `${'itvr'[variable]}${pass}=${value}`)
    expect(told.join(' ')).toBe('i0=0 v0=1 r0=1 t0=1 i1=1 v1=2 r1=2 t1=5 i2=2 v2=3 r2=3 t2=14')
  })
  test('leave the text of a program as it is, byte for byte', async () => {
    const text = '#include <stdio.h>\nint main(void) {\n\tdouble x = 1.5;\n\tputs("Ö – € \u0080 ÿ");\n}\n'
    const { values, printed } = await traced({ 'main.c': text }, [at(3, 'x')])
    expect([values.length, printed]).toEqual([1, 'Ö – € \u0080 ÿ\n'])
  })
  test('in C++: templates, lambdas, references, several files', async () => {
    const files = {
      'main.cpp':
        '#include "half.h"\nint main() {\n\tdouble z = half(3.0) + half(4);\n\tauto f = [&](double q) {\n\t\tauto r = q + z;\n\t\treturn r;\n\t};\n\treturn f(1) > 99;\n}\n',
      'half.h': '#pragma once\ntemplate <class T> T half(T v) {\n\tT h = v / 2;\n\treturn h;\n}\n',
    }
    const { values, output } = await traced(files, [at(3, 'h', 'half.h'), at(3, 'z', 'main.cpp'), at(5, 'r', 'main.cpp'), at(4, 'z > 1', 'main.cpp')])
    expect(
      values.map(({ variable, value }) => [variable, value]),
      output,
    ).toEqual([
      [0, '1.5'],
      [0, '2'],
      [1, '3.5'],
      [3, '1'],
      [2, '4.5'],
    ])
  })
})
const hexadecimal = (text: string): number => {
  const [, sign, lead, digits = '', exponent] = /^(-?)0x([01])(?:\.([0-9a-f]+))?p([+-]\d+)$/.exec(text)!
  return (sign === '-' ? -1 : 1) * (Number(lead) + Number.parseInt(digits || '0', 16) / 16 ** digits.length) * 2 ** Number(exponent)
}

describe('what is wrong with a trace variable is a compile error that names it', () => {
  test.for([
    [at(15, 'nothing'), "main.c:15: error: trace variable 'nothing': use of undeclared identifier 'nothing'"],
    [at(15, 'p'), "main.c:15: error: trace variable 'p': passing 'struct node *' to parameter of incompatible type 'double'"],
    [at(15, 'x = 3'), "main.c:15: error: trace variable 'x = 3': an expression without side effects is wanted, and this one has '='"],
    [at(15, 'x) + (x'), "main.c:15: error: trace variable 'x) + (x': ')' does not belong there"],
    [at(15, 'x // '), "main.c:15: error: trace variable 'x // ': an expression is one line, without comments and directives"],
    [at(15, 'a[3:1]'), "main.c:15: error: trace variable 'a[3:1]': the end of the range lies before its begin"],
    [at(4, 'total'), "main.c:4: error: trace variable 'total': no function is at that line"],
    [at(99, 'total'), "main.c:99: error: trace variable 'total': no function is at that line"],
    [at(15, 'a[0:1000]'), "main.c:15: error: trace variable 'a[0:1000]': the range has 1001 elements, and at most 1000 are traced"],
    [at(1, 'x', 'other.c'), "other.c:1: error: trace variable 'x': there is no such file in the build"],
  ] as const)('%o', async ([variable, error]) => {
    expect((await traced({ 'main.c': PROGRAM }, [at(15, 'x'), variable])).output.trim().split('\n').at(-1)).toBe(error)
  })
})
test('messages of the compiler keep their lines and columns', async () => {
  const program = 'int main(void) {\n\tint unused = 1; double y = 2;\n\treturn y > 3;\n}\n'
  const plain = await traced({ 'main.c': program }, [])
  const withTrace = await traced({ 'main.c': program }, [at(2, 'y')])
  expect(plain.output).toMatch(/^main.c:2:6: warning: unused variable 'unused'/)
  expect(withTrace.output).toBe(plain.output)
  expect(withTrace.values).toEqual([{ variable: 0, element: 0, pass: 0, path: 0, value: '2' }])
})
