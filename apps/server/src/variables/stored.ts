// The variables of a build as an object beside its output: nobody reads it before the attempt that made it has published the output.
import type { Variable } from '@credence/contract'
import type { Variable as Found } from '@credence/engine'
import { type ObjectStore, readAll } from '../objects/store.ts'

const keyBeside = (outputKey: string): string => outputKey.replace(/[^/]*$/, 'variables.json')

export async function storeVariables(objects: ObjectStore, outputKey: string, found: readonly Found[]): Promise<void> {
  const listed = found.map((one): Variable => {
    return { Object: 'Variable', Name: one.name, Type: one.type, File: one.file, Line: one.line, Function: one.function }
  })
  await objects.put(keyBeside(outputKey), new TextEncoder().encode(JSON.stringify(listed)), { contentType: 'application/json' })
}

/** None where the build was not asked for them, or has not succeeded. */
export async function storedVariables(objects: ObjectStore, outputKey: string | null): Promise<Variable[]> {
  const object = outputKey === null ? undefined : await objects.get(keyBeside(outputKey))
  return object ? JSON.parse((await readAll(object)).toString()) : []
}
