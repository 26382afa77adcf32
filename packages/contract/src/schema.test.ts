import Ajv from 'ajv'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { SourceCodeBuildRequest } from './builds.ts'
import { COMPONENTS } from './components.ts'
import { CoreRequest } from './cores.ts'
import { LANGUAGES, spelling } from './enums.ts'
import { ref, schemaId } from './schema.ts'

const ajv = new Ajv.default({ strict: false, validateFormats: false })
for (const schema of COMPONENTS.values()) ajv.addSchema(schema)
const isValid = (id: string, value: unknown) => ajv.getSchema(id)!(value)

test('a reference needs a name', () => {
  expect(() => ref(Type.String())).toThrow(TypeError)
  expect(schemaId(CoreRequest)).toBe('CoreRequest')
})
test('languages and correlation tracking are compared without case', () => {
  const request = { Code: 'int main(){}', Language: 'c++' }
  expect(isValid('SourceCodeBuildRequest', request)).toBe(true)
  expect(isValid('SourceCodeBuildRequest', { ...request, Language: 'FORTRAN' })).toBe(true)
  expect(isValid('SourceCodeBuildRequest', { ...request, Language: 'Cxx' })).toBe(false)
  expect(spelling(LANGUAGES, 'fortran')).toBe('Fortran')
  const core = { Name: 'a', Class: 'C0', Microarchitecture: 'Athens', CorrelationTracking: 'AUTOcorrelation', Precision: 64, MemorySize: 256_000 }
  expect(isValid('CoreRequest', core)).toBe(true)
  expect(isValid('CoreRequest', { ...core, CorrelationTracking: 'Auto' })).toBe(false)
})
test('unknown fields pass, missing and malformed ones do not', () => {
  const request = { Code: 'int main(){}', Language: 'C' }
  expect(isValid('SourceCodeBuildRequest', { ...request, Branch: 'main', TraceVariables: [] })).toBe(true)
  expect(isValid('SourceCodeBuildRequest', { Language: 'C' })).toBe(false)
  const six = Array.from({ length: 6 }, () => ({ ResourceID: 'r', ResourceType: 'Bucket', Location: 'a' }))
  expect(isValid('SourceCodeBuildRequest', { ...request, DataSources: six })).toBe(false)
  expect(isValid('SourceCodeBuildRequest', { ...request, DataSources: six.slice(1) })).toBe(true)
  expect(schemaId(SourceCodeBuildRequest)).toBe('SourceCodeBuildRequest')
})
