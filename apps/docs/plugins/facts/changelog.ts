// CHANGELOG.md as a page: each version with its date, what changed in it by topic.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type MdxNode, text } from '../mdx/nodes.ts'

const REPOSITORY = fileURLToPath(new URL('../../../../', import.meta.url))

/** In the order of the page. An entry belongs to the first topic whose words it has, in the order of their questions. */
const TOPICS = [
  'What you have to change',
  'Programs and their results',
  'API',
  'Command line',
  'Documentation',
  'Running a platform',
  'For developers',
] as const
type Topic = (typeof TOPICS)[number]
const QUESTIONS: readonly (readonly [Topic, RegExp])[] = [
  ['What you have to change', /^Breaking/],
  ['For developers', /^For developers|^npm (test|run)\b/],
  ['Documentation', /^.{0,100}\b(pages?|site|search|documentation|quickstart|GUM in Credence|menu|API reference|changelog)\b/is],
  ['Command line', /^.{0,80}(credence (run|watch|builds|tasks)|command line)/is],
  ['Running a platform', /CREDENCE_[A-Z]|npm start|PostgreSQL|^.{0,120}\b(operators?|workers?|platform|database|log|proxy|backup|queue)\b/is],
  [
    'API',
    /\b(GET|POST|PUT|PATCH|DELETE) \/|^.{0,120}\b(requests?|API|keys?|tasks?|builds?|webhooks?|buckets?|plans?|bod(y|ies)|headers|JSON|cores?|links?|OpenAPI)\b/is,
  ],
]

export const topicOf = (entry: string): Topic => QUESTIONS.find(([, words]) => words.test(entry))?.[0] ?? 'Programs and their results'

/** @param nodes  of the file; @param date  of its last change; absent: not known */
export function changelogByTopic(nodes: readonly MdxNode[], date = lastChange()): MdxNode[] {
  return nodes
    .filter(({ type, depth }) => !(type === 'heading' && depth === 1))
    .flatMap((node): MdxNode[] => {
      if (node.type === 'list') return byTopic(node)
      const isUnreleased = node.type === 'heading' && wordsOf(node) === 'Unreleased'
      return isUnreleased && date ? [node, { type: 'paragraph', children: [text(`As of ${date}. The next release gives it a number.`)] }] : [node]
    })
}

function byTopic(list: MdxNode): MdxNode[] {
  const entries = Map.groupBy(list.children ?? [], (entry) => topicOf(wordsOf(entry)))
  return TOPICS.flatMap((topic) => {
    const children = entries.get(topic)
    return children
      ? [
          { type: 'heading', depth: 3, children: [text(topic)] },
          { ...list, children },
        ]
      : []
  })
}

const wordsOf = ({ value = '', children = [] }: MdxNode): string => value + children.map(wordsOf).join('')

function lastChange(): string | undefined {
  // A copy without history, or without git, has no date to tell.
  const { stdout } = spawnSync('git', ['log', '-1', '--format=%cI', '--', 'CHANGELOG.md'], { cwd: REPOSITORY, encoding: 'utf8' })
  const at = new Date(String(stdout ?? '').trim())
  return Number.isNaN(at.valueOf()) ? undefined : at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
}
