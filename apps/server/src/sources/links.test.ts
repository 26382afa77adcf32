import { expect, test } from 'vitest'
import { SourceFault } from './fault.ts'
import { followLinks } from './links.ts'

type Entry = { object: string } | { target: string }

const file = (object: string) => ({ object })
const link = (target: string) => ({ target })

test('files are there by every path that leads to them', () => {
  const entries = new Map<string, Entry>([
    ['lib/a.c', file('1')],
    ['src/b.c', file('2')],
    ['src/lib', link('../lib')],
    ['src/c.c', link('lib/a.c')],
  ])
  expect(Object.fromEntries(followLinks(entries, 100).files)).toEqual({ 'lib/a.c': '1', 'src/b.c': '2', 'src/lib/a.c': '1', 'src/c.c': '1' })
})
test('a link to nothing is named, and one that leaves the repository refused', () => {
  expect(followLinks(new Map<string, Entry>([['a', link('b')]]), 100)).toEqual({ files: new Map(), dangling: ['a'] })
  for (const target of ['../x', '/etc/passwd', 'b/../../x'])
    expect(() =>
      followLinks(
        new Map<string, Entry>([
          ['a', link(target)],
          ['b/c', file('1')],
        ]),
        100,
      ),
    ).toThrow(SourceFault)
})
test('links in circles end', () => {
  const entries = new Map<string, Entry>([
    ['a/self', link('.')],
    ['a/up', link('..')],
    ['x', link('y')],
    ['y', link('x')],
    ['a/f', file('1')],
  ])
  expect([...followLinks(entries, 100).files.keys()]).toEqual(['a/f'])
})
test.each([
  ['files', (i: number, n: number) => (i === n ? [['f', file('1')] as const] : [])],
  ['nothing', (i: number, n: number) => (i === n ? [['l', link('nowhere')] as const] : [])],
])('folders that double at each level until they lead to %s are refused in time', (_, ends) => {
  const levels = 60
  const entries = new Map<string, Entry>()
  for (let i = 0; i <= levels; i++) {
    if (i < levels) for (const name of ['a', 'b']) entries.set(`d${i}/${name}`, link(`../d${i + 1}`))
    for (const [name, node] of ends(i, levels)) entries.set(`d${i}/${name}`, node)
  }
  expect(() => followLinks(entries, 1000)).toThrow(SourceFault)
})
test('folders that lead only to each other are refused in time', () => {
  const names = Array.from({ length: 20 }, (_, i) => `d${i}`)
  const entries = new Map(names.flatMap((from) => names.map((to) => [`${from}/${to}`, link(`../${to}`)] as const)))
  expect(() => followLinks(entries, 1000)).toThrow(SourceFault)
})
