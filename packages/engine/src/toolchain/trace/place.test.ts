import { expect, test } from 'vitest'
import { functionsIn, placesOf } from './place.ts'

/** The source with a mark at the best place of the line. */
function marked(source: string, line: number): string | undefined {
  const place = placesOf(functionsIn(source), line)[0]
  if (!place) return undefined
  const { at, braces } = place
  const cuts: [number, string][] = [[at, '@']]
  if (braces) cuts.push([braces.from, at === braces.from ? '{' : '{'], [braces.to, '}'])
  cuts.sort(([a, x], [b, y]) => a - b || '{@}'.indexOf(x) - '{@}'.indexOf(y))
  let [text, from] = ['', 0]
  for (const [cut, mark] of cuts) {
    text += source.slice(from, cut) + mark
    from = cut
  }
  return (text + source.slice(from)).split('\n')[line - 1]
}

const inMain = (line: string) => marked(`int main(void) {\n${line}\n}`, 2)
test.for([
  ['\tdouble y = f(x);', '\tdouble y = f(x);@'],
  ['a = 1; b = 2;', 'a = 1; b = 2;@'],
  ['return x;', '@return x;'],
  ['x++; return x;', 'x++; @return x;'],
  ['if (x > 0) y = 1;', 'if (x > 0) y = 1;@'],
  ['if (x < 0) return 1;', '@if (x < 0) return 1;'],
  ['if (x > 0) y = 1; else y = 2;', 'if (x > 0) y = 1; else y = 2;@'],
  ['for (int i = 0; i < 3; i++) s += i;', 'for (int i = 0; i < 3; i++) {s += i;@}'],
  ['while (x > 1) x /= 2;', 'while (x > 1) {x /= 2;@}'],
  ['for (;;) { x++; if (x > 9) break; }', 'for (;;) { x++; @if (x > 9) break; }'],
  ['do { x--; } while (x > 0);', 'do { x--;@ } while (x > 0);'],
  ['double a[] = {1, 2, 3}, b = g({4});', 'double a[] = {1, 2, 3}, b = g({4});@'],
  ['puts("; } //"); // x = 1;', 'puts("; } //");@ // x = 1;'],
  ['case 1: x = 2; break;', 'case 1: x = 2; @break;'],
  ['again: x++;', 'again: x++;@'],
  ['int r = a ? b : c;', 'int r = a ? b : c;@'],
  ['// nothing', '// nothing'],
])('%s', ([line, expected]) => {
  expect(inMain(line!)).toBe(expected)
})

test('on a line without a statement it is taken before the next one, or at the end of the block', () => {
  expect(marked('int main(void) {\n\n\tx = 1;\n}', 2)).toBe('')
  expect(marked('int main(void) {\n\n\tx = 1;\n}', 3)).toBe('\tx = 1;@')
  expect(placesOf(functionsIn('int f(void) {\n\n\tx = 1;\n}'), 2)[0]).toEqual({ at: 16 })
  expect(marked('int f(void) {\n\tx = 1;\n}', 3)).toBe('@}')
})
test('the heads of functions, loops and branches that span lines', () => {
  const source = [
    'double f(double x,',
    '\t\tdouble y) {',
    '\tfor (int i = 0; i < 3; i++) {',
    '\t\tx += y;',
    '\t}',
    '\tif (x > 1) {',
    '\t\tx = 1;',
    '\t} else {',
    '\t\ty = 2;',
    '\t}',
    '\treturn',
    '\t\tx;',
    '}',
  ].join('\n')
  expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 13].map((line) => marked(source, line))).toEqual([
    'double f(double x,', // at the begin of the body, which is on the next line
    '\t\tdouble y) {@',
    '\tfor (int i = 0; i < 3; i++) {@',
    '\t\tx += y;@',
    '\t@}',
    '\t@if (x > 1) {',
    '\t\tx = 1;@',
    '\t} else {@',
    '\t\ty = 2;@',
    '\t@return',
    '@}',
  ])
})
test('functions of classes, namespaces and lambdas are found, initialisers and types are not', () => {
  const source = [
    'namespace a {',
    'struct C {',
    '\tdouble r;',
    '\texplicit C(double g) : r(g) {',
    '\t}',
    '\tdouble area() const { return r; }',
    '};',
    'double v[] = {1};',
    '}',
    'enum E { one };',
    'int main() {',
    '\tauto f = [](double q) {',
    '\t\tdouble p = q;',
    '\t\treturn p;',
    '\t};',
    '}',
  ].join('\n')
  expect([3, 4, 6, 8, 10, 12, 13, 14].map((line) => marked(source, line))).toEqual([
    undefined,
    '\texplicit C(double g) : r(g) {@',
    '\tdouble area() const { @return r; }',
    undefined,
    undefined,
    '\tauto f = [](double q) {',
    '\t\tdouble p = q;@',
    '\t\t@return p;',
  ])
})
test('the branch of a conditional that counts has its statements, and raw strings hold none', () => {
  const source = [
    'int main() {',
    '#if 0',
    '\tif (x) {',
    '#else',
    '\tif (y) {',
    '#endif',
    '\t\tz = 1;',
    '\t}',
    '\tconst char *t = R"(} ; {)";',
    '}',
  ].join('\n')
  expect([7, 9].map((line) => marked(source, line))).toEqual(['\t\tz = 1;@', '\tconst char *t = R"(} ; {)";@'])
})
