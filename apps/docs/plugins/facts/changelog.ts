// CHANGELOG.md as a page: each version with its date, what changed in it by topic.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type MdxNode, text } from '../mdx/nodes.ts'

const REPOSITORY = fileURLToPath(new URL('../../../../', import.meta.url))

/** @param nodes  of the file; @param date  of its last change; absent: not known */
export function changelogPage(nodes: readonly MdxNode[], date = lastChange()): MdxNode[] {
  return nodes
    .filter(({ type, depth }) => !(type === 'heading' && depth === 1))
    .flatMap((node): MdxNode[] => {
      const isUnreleased = node.type === 'heading' && wordsOf(node) === 'Unreleased'
      return isUnreleased && date ? [node, { type: 'paragraph', children: [text(`As of ${date}. The next release gives it a number.`)] }] : [node]
    })
}

const wordsOf = ({ value = '', children = [] }: MdxNode): string => value + children.map(wordsOf).join('')

function lastChange(): string | undefined {
  // A copy without history, or without git, has no date to tell.
  const { stdout } = spawnSync('git', ['log', '-1', '--format=%cI', '--', 'CHANGELOG.md'], { cwd: REPOSITORY, encoding: 'utf8' })
  const at = new Date(String(stdout ?? '').trim())
  return Number.isNaN(at.valueOf()) ? undefined : at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
}
