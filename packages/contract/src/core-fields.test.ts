import { expect, test } from 'vitest'
import { BuildCoreSpecs } from './builds.ts'
import { CORE_FIELD_NAMES, CORE_FIELDS, SPEC_FIELD_NAMES, specOf, valuesOf } from './core-fields.ts'
import { Core, CoreRequest, CoreUpdate } from './cores.ts'
import { RECOMMENDED_CORE } from './default-cores.ts'

test('requests, answers and builds have every field', () => {
  expect(Object.keys(CoreRequest.properties)).toEqual(CORE_FIELD_NAMES)
  expect(Object.keys(CoreUpdate.properties)).toEqual(CORE_FIELD_NAMES)
  expect(Object.keys(Core.properties).filter((name) => (CORE_FIELD_NAMES as readonly string[]).includes(name))).toEqual(CORE_FIELD_NAMES)
  expect(Object.keys(BuildCoreSpecs.properties)).toEqual(SPEC_FIELD_NAMES)
})
test('a build copies what the machine is, and neither name nor id', () => {
  expect(specOf(RECOMMENDED_CORE)).toMatchObject({
    Class: 'C0',
    Precision: 64,
    MemorySize: 64_000_000,
    Microarchitecture: 'Athens',
    CorrelationTracking: 'Autocorrelation',
  })
  for (const name of ['Name', 'CoreID', 'Owner']) expect(specOf(RECOMMENDED_CORE)).not.toHaveProperty(name)
  expect(valuesOf(RECOMMENDED_CORE)).toEqual({ Name: 'C0-S+', ...specOf(RECOMMENDED_CORE) })
})
test('no two fields share a heading', () => {
  expect(new Set(CORE_FIELD_NAMES.map((name) => CORE_FIELDS[name].heading)).size).toBe(CORE_FIELD_NAMES.length)
})
