// Notices as the process of a run sends them: checked field by field, for it may have been taken over.
import { NOTICE_PAGES } from '../../notice-pages.ts'
import { MOST_NOTICES } from '../../notices.ts'
import type { Notice, Notices } from '../../types.ts'

const KINDS = ['comparison', 'conversion', 'tail', 'path'] as const
const TEXT_MAX = 2_000

/** @throws Error  for what no honest process sends */
export function readNotices(json: unknown): Notices {
  const { places, more, meaning, page } = Object(json) as Record<string, unknown>
  if (!Array.isArray(places) || places.length > MOST_NOTICES || !isCount(more) || !isText(meaning) || !isPage(page))
    throw new Error('runner: notices that cannot be read')
  return { places: places.map(readNotice), more, meaning, page }
}
function readNotice(json: unknown): Notice {
  const { kind, file, line, function: name, count, evaluations, share, estimated, text } = Object(json) as Record<string, unknown>
  const known = KINDS.find((one) => one === kind)
  if (!known || !isCount(count) || !isText(text) || typeof share !== 'number' || !(share >= 0 && share <= 1) || typeof estimated !== 'boolean')
    throw new Error('runner: a notice that cannot be read')
  return {
    kind: known,
    ...(isText(file) && { file }),
    ...(isCount(line) && { line }),
    ...(isText(name) && { function: name }),
    count,
    ...(isCount(evaluations) && { evaluations }),
    share,
    estimated,
    text,
  }
}
const isPage = (value: unknown): value is Notices['page'] => typeof value === 'string' && Object.hasOwn(NOTICE_PAGES, value)
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= TEXT_MAX
