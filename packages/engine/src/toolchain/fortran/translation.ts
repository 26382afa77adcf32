// What a build asks the Fortran compiler for. The compiler is a native program, so only a server or a command line can answer.
import type { Files } from '../../types.ts'
import { fortranOptions } from './options.ts'
import { inOrderOfUse, sourceForm, type Units, unitsOf } from './sources.ts'

export interface Translation {
  /** As in the build directory. */
  readonly source: string
  readonly options: readonly string[]
  /** Names of modules, in small letters. */
  readonly uses: readonly string[]
}
export interface TranslationPlan {
  /** In the order in which they are to be translated. */
  readonly translations: readonly Translation[]
  readonly notes: readonly string[]
  readonly errors: readonly string[]
}

/** @param flags  words of FFLAGS, then of OPTFLAGS or the core's default */
export function planTranslations(files: Files, sources: readonly string[], flags: readonly string[], above: number): TranslationPlan {
  const units = new Map<string, Units>()
  for (const source of sources) units.set(source, unitsOf(new TextDecoder('latin1').decode(files.get(source)), sourceForm(source) ?? 'free'))
  const ordered = inOrderOfUse(units)
  const { options, notes } = fortranOptions(flags, above)
  if ('circle' in ordered)
    return { translations: [], notes, errors: [`error: the modules of ${ordered.circle.join(', ')} use each other in a circle`] }
  return { translations: ordered.order.map((source) => ({ source, options, uses: units.get(source)?.uses ?? [] })), notes, errors: [] }
}
