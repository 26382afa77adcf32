// `npm run ask -- FILE` puts a set of questions to question mode, as the built site's search answers them, and prints for each what is shown: pages with the
// text of their blocks. FILE has a question a line, or the columns of apps/docs/tests/*questions.tsv: reader, question, pages that answer, what would.
// At its end how many get a right page first, among the sources, and nothing. CREDENCE_DOCS_BUILD names a folder with search-index.json; else the site is built.
import { readFile } from 'node:fs/promises'
import { type Answer, answers, IndexSearch } from '@credence/search'
import { builtSite } from '../apps/docs/tests/built-site.ts'

const LONGEST = 400 // characters of a block

const [file] = process.argv.slice(2)
if (!file) throw new Error('usage: npm run ask -- FILE')
const site = await builtSite((what) => process.stderr.write(`${what}\n`))
const index = new IndexSearch(JSON.parse(await readFile(`${site}/search-index.json`, 'utf8')))

const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
const rows = lines.filter((line) => line.trim() && !line.startsWith('reader\t')).map((line) => line.split('\t'))
const figures = { questions: 0, 'right page first': 0, 'among the sources': 0, nothing: 0 }
for (const row of rows) {
  const [reader, question, pages, wanted] = row.length > 1 ? row : ['', row[0]]
  const right = pages?.split(/[ |]+/).filter(Boolean) ?? []
  const found = answers(index, question ?? '')
  const urls = found.map(({ url }) => url.split('#')[0] ?? '')
  figures.questions++
  figures['right page first'] += Number(right.includes(urls[0] ?? ''))
  figures['among the sources'] += Number(urls.some((url) => right.includes(url)))
  figures.nothing += Number(!found.length)
  console.log(
    `\n${figures.questions}. ${reader ? `[${reader}] ` : ''}${question}${right.length ? `\n   right: ${right.join(' ')}${wanted ? ` — ${wanted}` : ''}` : ''}`,
  )
  for (const answer of found) console.log(shown(answer, right))
  if (!found.length) console.log('   nothing')
}
console.log(figures)

function shown({ url, blocks }: Answer, right: readonly string[]): string {
  const texts = blocks.map((block) => (block.kind === 'row' ? block.cells.join(' | ') : block.text.replaceAll('\n', ' ⏎ ')))
  return [
    `   ${right.includes(url.split('#')[0] ?? '') ? '+' : '-'} ${url}`,
    ...texts.map((text) => `       ${text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text}`),
  ].join('\n')
}
