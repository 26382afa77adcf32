// search_docs on a small index: what answers a question stands before the pages, as on the site.
import { answers, IndexSearch, writeBlocks } from '@credence/search'
import { RECORDS, record } from '@credence/search/testing'
import { expect, test } from 'vitest'
import { searchDocs } from './documentation.ts'

const ORIGIN = 'https://site.example'
const LIMITS_PAGE = record(
  '/docs/api/limits/',
  ['Compute Engine API', 'Limits'],
  writeBlocks([
    { kind: 'text', text: 'What a task may take is limited.' },
    { kind: 'row', head: ['What', 'Limit'], cells: ['output of a task', '5 MB'] },
    { kind: 'row', head: ['What', 'Limit'], cells: ['time of a task', '10 minutes | more'] },
    { kind: 'text', text: 'Raise both at https://site.invalid/plans:' },
    { kind: 'code', text: 'credence plan' },
  ]),
)
const index = new IndexSearch([...RECORDS, LIMITS_PAGE])
const site = { index, examples: [], text: async () => undefined }
interface Found {
  readonly answers: readonly { title: string; url: string; text: string }[]
  readonly results: readonly { url: string }[]
}
async function search(query: string, area?: 'api' | 'uxhw-api') {
  const { text, structured } = await searchDocs(site, { query, ...(area && { area }) }, ORIGIN)
  return { text, ...(structured as unknown as Found) }
}

test('a question is answered by what the site answers it by, before the pages', async () => {
  const question = 'Which value lies below a fraction of the mass?'
  const { text, answers: found, results } = await search(question)
  expect(found.map(({ url }) => url)).toEqual(answers(index, question).map(({ url }) => ORIGIN + url))
  expect(found[0]).toEqual({
    title: 'Hardware API › Quantile',
    url: `${ORIGIN}/docs/uxhw-api/querying-uncertainty/quantile/`,
    text: 'UxHwDoubleQuantile gives the value below which a fraction of the mass lies.',
  })
  expect(results.length).toBeGreaterThan(0)
  expect(text.indexOf('## What answers')).toBe(0)
  expect(text.indexOf('## Pages')).toBeGreaterThan(text.indexOf(found[0]?.text ?? '?'))
})
test('words to look for are answered by pages alone', async () => {
  const { text, answers: found, results } = await search('quantile fraction mass')
  expect([found, results.length > 0, text.startsWith('### ')]).toEqual([[], true, true])
})
test('an area holds for what answers, too', async () => {
  const question = 'Which value lies below a fraction of the mass?'
  expect((await search(question, 'api')).answers.filter(({ url }) => !url.startsWith(`${ORIGIN}/docs/api/`))).toEqual([])
  expect((await search(question, 'uxhw-api')).answers).not.toEqual([])
})
test('rows come as a table, code as code, and addresses are those of the platform', async () => {
  const { answers: found } = await search('What are the limits of output and time of a task, and how is a limit raised?')
  const text = found.find(({ url }) => url.endsWith('/limits/'))?.text ?? ''
  expect(text).toContain('| What | Limit |\n| --- | --- |\n| output of a task | 5 MB |\n| time of a task | 10 minutes ¦ more |')
  expect(text).toContain(`Raise both at ${ORIGIN}/plans:\n\n\`\`\`\ncredence plan\n\`\`\``)
})
