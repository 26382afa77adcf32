// Whether a run needs a build: not where the last one was made of the same source, language, core and trace variables.
import type { Language, TraceVariable } from '@credence/contract'

export interface Built {
  readonly buildId: string
  readonly source: string
  readonly language: Language
  readonly coreId: string
  /** Of the core, when it was built: another precision under the same id is another build. */
  readonly coreChangedAt: number
  readonly traces: readonly TraceVariable[]
  readonly discovered: boolean
}
export type Plan = { readonly kind: 'task'; readonly buildId: string } | { readonly kind: 'build'; readonly because: string }

/** @param wantsVariables  the list of variables is open, which only a build that looked for them has */
export function planRun(wanted: Omit<Built, 'buildId' | 'discovered'>, last: Built | undefined, wantsVariables: boolean): Plan {
  if (!last) return { kind: 'build', because: 'nothing was built yet' }
  if (last.source !== wanted.source) return { kind: 'build', because: 'the source changed' }
  if (last.language !== wanted.language) return { kind: 'build', because: 'the language changed' }
  if (last.coreId !== wanted.coreId || last.coreChangedAt !== wanted.coreChangedAt) return { kind: 'build', because: 'the core changed' }
  if (JSON.stringify(last.traces) !== JSON.stringify(wanted.traces)) return { kind: 'build', because: 'the variables to trace changed' }
  if (wantsVariables && !last.discovered) return { kind: 'build', because: 'the variables are not known yet' }
  return { kind: 'task', buildId: last.buildId }
}
