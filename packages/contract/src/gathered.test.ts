// What is gathered from the files of this folder is found by looking into each: nothing that a file declares may be left out.
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { COMPONENTS } from './components.ts'
import * as contract from './index.ts'
import { operations } from './operations.ts'

const FILES = globSync('*.ts', { cwd: import.meta.dirname }).filter((file) => !file.includes('.test.') && file !== 'index.ts')
const modules = await Promise.all(
  FILES.map(async (file) => [file, (await import(join(import.meta.dirname, file))) as Record<string, unknown>] as const),
)

describe.each(modules)('%s', (_, module) => {
  test('is exported whole', () => {
    expect(Object.keys(module).filter((name) => !(name in contract))).toEqual([])
  })
  test('has no operation that the API lacks', () => {
    const declared = Object.entries(module).flatMap(([name, value]) => (/[a-z]Operations$/.test(name) ? Object.keys(value as object) : []))
    expect(declared.filter((id) => !(id in operations))).toEqual([])
  })
  test('has no named schema that is not a component', () => {
    const ids = Object.values(module).flatMap((value) => (value as { $id?: string } | null)?.$id ?? [])
    expect(ids.filter((id) => !COMPONENTS.has(id))).toEqual([])
  })
})
