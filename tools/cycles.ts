// Cycles among the folders and files of the repository. In every folder, what lies directly in it (files and folders) imports one another in
// one direction: a file cycle, wherever its files are, is a cycle of this kind in the folder that holds all of them.
import type { Imports } from './imports.ts'

export interface Cycle {
  readonly folder: string
  /** Each imports the next, the last the first. */
  readonly members: readonly { readonly name: string; readonly because: string }[]
}

/** The shortest cycle through each knot of every folder; tests are left out, as nothing but tests imports them. */
export function cyclesIn(imports: ReadonlyMap<string, Pick<Imports, 'files'>>): Cycle[] {
  const folders = new Map<string, Graph>()
  for (const [from, { files }] of imports) {
    if (isTest(from)) continue
    for (const to of files) {
      const step = stepBetween(unitOf(from, imports), unitOf(to, imports))
      if (!step) continue
      const graph = folders.get(step.folder) ?? new Map<string, Map<string, string>>()
      folders.set(step.folder, graph)
      const targets = graph.get(step.from) ?? new Map<string, string>()
      graph.set(step.from, targets)
      if (!targets.has(step.to)) targets.set(step.to, `${from} imports ${to}`)
    }
  }
  return [...folders].flatMap(([folder, graph]) => cyclesOf(graph).map((members) => ({ folder, members })))
}

export function describeCycle({ folder, members }: Cycle): string {
  const names = [...members, members[0]!].map(({ name }) => name).join(' → ')
  return [`in ${folder === '' ? 'the repository' : `${folder}/`}: ${names}`, ...members.map(({ because }) => `  ${because}`)].join('\n')
}

/** By name, what it imports and the first import that is the reason. */
type Graph = Map<string, Map<string, string>>

/** A test, or what only tests are made of. */
export const isTest = (path: string): boolean => /\.test\.tsx?$|(^|\/)(tests|testing)\//.test(path)

/** A header and the C file of its name are one. */
function unitOf(path: string, all: ReadonlyMap<string, unknown>): string {
  const [, stem, ending] = /^(.*)\.(c|h)$/.exec(path) ?? []
  if (stem === undefined) return path
  return all.has(`${stem}.${ending === 'c' ? 'h' : 'c'}`) ? `${stem}.c` : path
}

/** An import as a step between two neighbours in the innermost folder that holds both files. */
function stepBetween(from: string, to: string): { folder: string; from: string; to: string } | undefined {
  const [here, there] = [from.split('/'), to.split('/')]
  const at = here.findIndex((name, depth) => name !== there[depth])
  if (at === -1) return undefined
  return { folder: here.slice(0, at).join('/'), from: here[at]!, to: there[at]! }
}

function cyclesOf(graph: Graph): Cycle['members'][] {
  const found: Cycle['members'][] = []
  const told = new Set<string>()
  for (const start of graph.keys()) {
    const cycle = told.has(start) ? undefined : shortestCycle(graph, start)
    if (!cycle) continue
    for (const { name } of cycle) told.add(name)
    found.push(cycle)
  }
  return found
}

/** Breadth first from `start` back to it. */
function shortestCycle(graph: Graph, start: string): Cycle['members'] | undefined {
  const reachedFrom = new Map<string, string>()
  const queue = [start]
  for (const name of queue)
    for (const target of graph.get(name)?.keys() ?? []) {
      if (target === start) return pathBack(graph, reachedFrom, start, name)
      if (reachedFrom.has(target)) continue
      reachedFrom.set(target, name)
      queue.push(target)
    }
  return undefined
}

function pathBack(graph: Graph, reachedFrom: ReadonlyMap<string, string>, start: string, last: string): Cycle['members'] {
  const names = [last]
  while (names[0] !== start) names.unshift(reachedFrom.get(names[0]!)!)
  return names.map((name, index) => ({ name, because: graph.get(name)!.get(names[index + 1] ?? start)! }))
}
