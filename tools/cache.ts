// Where tools, tests and acceptance suites keep what is made once: as the platform does, below CREDENCE_HOME, or else in the checkout.
import { join, resolve } from 'node:path'

export const HOME = resolve(process.env['CREDENCE_HOME'] ?? join(import.meta.dirname, '../.credence'))
export const CACHE = join(HOME, 'cache')
