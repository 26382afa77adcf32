// The contract as browsers need it: of each operation how it is called, and no schemas, descriptions and examples, which are 60 KB of script. What the
// console checks before a request it checks by limits and functions of the contract; the schemas check on the platform.
import { operations } from '@credence/contract'
import type { Plugin } from 'vite'

const TYPEBOX = '\0typebox'
/** Anything that schemas are made with gives an empty schema. */
const EMPTY_SCHEMAS = "export const Type = new Proxy({}, { get: () => () => ({ $id: 'none' }) })"

export function slimContract(): Plugin {
  return {
    name: 'credence:slim-contract',
    enforce: 'pre',
    resolveId: (source) => (source === 'typebox' ? TYPEBOX : null),
    load(id) {
      if (id === TYPEBOX) return EMPTY_SCHEMAS
      if (!id.endsWith('/packages/contract/src/operations.ts')) return null
      const rows = Object.entries(operations).map(([name, row]) => {
        const contentType = (row.replies as Record<number, { contentType?: string }>)[200]?.contentType
        return [name, { method: row.method, path: row.path, replies: contentType === undefined ? {} : { 200: { contentType } } }]
      })
      return `export const operations = ${JSON.stringify(Object.fromEntries(rows))}\nexport const OPERATION_IDS = Object.keys(operations)\n`
    },
  }
}
