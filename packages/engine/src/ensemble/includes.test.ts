// The files of the ensemble in layers: none includes, by whatever way, one that includes it. A header and its source count as one.
import { expect, test } from 'vitest'
import { runtimeSources } from './node/sources.ts'

const partOf = (file: string) => file.replace(/\.[ch]$/, '')

function includesOf(sources: Readonly<Record<string, string>>): Map<string, Set<string>> {
  const includes = new Map<string, Set<string>>()
  for (const [file, text] of Object.entries(sources)) {
    const own = includes.get(partOf(file)) ?? new Set()
    for (const [, name] of text.matchAll(/^#include "([\w-]+\.h)"/gm)) if (partOf(name!) !== partOf(file)) own.add(partOf(name!))
    includes.set(partOf(file), own)
  }
  return includes
}
/** Parts that reach themselves. */
function inCircles(includes: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  return [...includes.keys()].filter((part) => {
    const reached = new Set(includes.get(part))
    for (const next of reached) for (const further of includes.get(next) ?? []) reached.add(further)
    return reached.has(part)
  })
}

test('no two files of the ensemble include each other', () => {
  const includes = includesOf(runtimeSources())
  expect([...(includes.get('value') ?? [])]).toContain('group')
  expect(inCircles(includes)).toEqual([])
})
test('a circle by way of a third is found', () => {
  const sources = { 'a.h': '#include "b.h"\n', 'b.c': '#include "b.h"\n#include "c.h"\n', 'c.h': '#include "a.h"\n', 'd.c': '#include "a.h"\n' }
  expect(inCircles(includesOf(sources))).toEqual(['a', 'b', 'c'])
})
