// Which unit tests `npm run check` runs: those that import what changed since the main branch, and always those that read the tree instead of importing it.
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { ROOT } from './repository-files.ts'

export interface Base {
  /** A commit: what is different from it, in commits and in the working tree, has changed. */
  readonly commit: string
  /** For people. */
  readonly name: string
}

/** Answers `git ARGS`, trimmed; undefined when git fails. */
export type Git = (...args: string[]) => string | undefined

export const git: Git = (...args) => {
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

/** Where this branch left the main branch; on the main branch itself the commit before the last. Undefined without git, or without a main branch. */
export function changeBase(ask: Git = git): Base | undefined {
  const head = ask('rev-parse', 'HEAD')
  if (head === undefined) return undefined
  for (const main of ['origin/main', 'main']) {
    const commit = ask('merge-base', 'HEAD', main)
    if (commit === undefined) continue
    if (commit !== head) return { commit, name: `${main} (${commit.slice(0, 8)})` }
  }
  const before = ask('rev-parse', '--verify', '--quiet', 'HEAD~1')
  return before === undefined ? undefined : { commit: before, name: `the commit before the last (${before.slice(0, 8)})` }
}

/** Tests whose subject are files that they read: no import tells what concerns them. */
const READERS = ['tools/*.test.ts', 'packages/contract/src/*.test.ts', 'apps/docs/tests/acceptance-table.test.ts']

export const readerTests = (): string[] =>
  READERS.flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
    .filter((file) => !isIntegration(file))
    .sort()
const isIntegration = (file: string): boolean => file.includes('.integration.')

export interface Selection {
  readonly files: readonly string[]
  /** How it came about, for people. */
  readonly said: string
}

/** @param related  unit tests that import what changed since `base`; undefined: not known, so all are to run */
export function selectTests(related: readonly string[] | undefined, base: Base | undefined, readers: readonly string[]): Selection {
  if (base === undefined || related === undefined) return { files: [], said: 'all of them: there is no main branch to compare with' }
  const files = [...new Set([...related, ...readers])].sort()
  const own = related.length === 0 ? 'no unit test imports what changed' : `${related.length} files import what changed`
  return { files, said: `${own} since ${base.name}, and ${files.length - related.length} read the tree and run always` }
}
