// Why a draft cannot be run, in the words that a platform would answer with where it has them.
import type { Core, HealthRecord } from '@credence/contract'
import { argumentsFault } from '../programs/arguments-fault.ts'
import { type Draft, roomFor } from '../programs/draft.ts'
import type { Place } from './run-state.ts'

/**
 * @param compiler what the platform says of its compiler, once it is known
 * @returns empty: it can be run
 */
export function blockedBy(
  { source, language, arguments: words, dataSources }: Draft,
  core: Core | undefined,
  place: Place,
  compiler?: HealthRecord['details'],
): string {
  if (source.trim() === '') return 'There is no program yet.'
  if (roomFor(source).kind === 'over') return 'The program is larger than a request may be.'
  if (!core) return 'The core of this draft is gone: choose another one.'
  const fault = argumentsFault(words)
  if (fault) return fault
  if (place === 'platform') {
    if (compiler?.languages?.includes(language) === false) return `This platform builds no ${language}: ${compiler.fortran}.`
    return navigator.onLine ? '' : 'You are offline. The program can run in this browser.'
  }
  if (language === 'Fortran') return 'This browser builds C and C++. Fortran runs on the platform.'
  if (core.Microarchitecture === 'Reference') return 'Reference cores run on the platform.'
  return dataSources.length > 0 ? 'Programs in this browser reach no data sources.' : ''
}
