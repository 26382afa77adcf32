// Tables of what a part of the product shall do, line by line, each with the test or the measurement that shows it.
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')

/** Cells of each line of a table below `acceptance/`, without its head. */
export const linesOf = (table: string): string[][] =>
  readFileSync(resolve(ROOT, 'acceptance', table), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))

/**
 * Whether the file has a test of this title: the title is the first argument of a call, not just a text somewhere.
 * @param name of a test of a table: `title › first cell of the row`
 */
export function declares(file: string, name: string): boolean {
  if (!/\.test\.ts$/.test(file) || !existsSync(resolve(ROOT, file))) return false
  const text = readFileSync(resolve(ROOT, file), 'utf8')
  const [title = '', row] = name.split(' › ')
  const quoted = new RegExp(`\\(\\s*['"\`]${title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}['"\`],`)
  return quoted.test(text) && (row === undefined || text.includes(`'${row}'`))
}

/** Whether a benchmark, or the suite against a running platform, tells a line of this name. */
export const measures = (file: string, name: string): boolean =>
  /^(bench|acceptance)[/]/.test(file) && existsSync(resolve(ROOT, file)) && readFileSync(resolve(ROOT, file), 'utf8').includes(name)
