// What a build takes of the Fortran compiler: the IR of its sources; with trace variables, of sources that record them; and once more for the list of variables.
import type { Allowance } from '../../box/limits.ts'
import type { NamespaceLevel } from '../../box/node/isolation.ts'
import type { BuildRequest, Files } from '../../types.ts'
import type { Flang } from '../fortran/node/flang.ts'
import { replacedModules } from '../fortran/node/intrinsic-modules.ts'
import { type Translated, translate } from '../fortran/node/translate.ts'
import { isFortran, sourceForm } from '../fortran/sources.ts'
import type { Translation } from '../fortran/translation.ts'
import { foldersAbove } from '../paths.ts'
import { ROOMY_OPTIONS, TRACE_MODULE } from '../trace/fortran.ts'
import { TracedFiles } from '../trace/traced-files.ts'

export interface FortranRequest {
  readonly flang: Flang
  readonly level: NamespaceLevel
  readonly request: BuildRequest
  readonly translations: readonly Translation[]
  /** The text of module uxhw. */
  readonly uxhw: string
  readonly allowance: Allowance
  readonly signal?: AbortSignal | undefined
}
/** `failed`: the messages say why. */
export interface FortranAnswer {
  readonly failed: boolean
  readonly messages: string
  readonly limit?: keyof Allowance
  /** Of the allowance, where a limit was passed. */
  readonly left?: Allowance
  /** IR by source. */
  readonly translated?: Files
  /** The same with all variables, where they are asked for. */
  readonly described?: Files
}

export async function translateBuild({ request, translations, uxhw, ...with_ }: FortranRequest): Promise<FortranAnswer> {
  const { files, traceVariables = [], discoverVariables = false } = request
  const modules = new Map([
    ['uxhw', uxhw],
    [TRACE_MODULE.name, TRACE_MODULE.text],
  ])
  const all = { ...with_, files, translations, modules, replaced: await replacedModules(with_.flang), above: foldersAbove(files.keys()) }
  const plain = await translate(all)
  if (plain.failed) return plain
  const isTraced = traceVariables.some(({ file }) => isFortran(file))
  const traced = isTraced ? await translateTraced(all, new TracedFiles(files, traceVariables, isFortran), plain.left) : plain
  if (traced.failed) return { ...traced, messages: plain.messages + traced.messages }
  const described = discoverVariables ? await translate({ ...all, describes: true, allowance: traced.left }) : undefined
  if (described?.limit) return described
  return { failed: false, messages: plain.messages, translated: traced.ir, ...(described && { described: described.ir }) }
}

/** With each trace variable at a place that the compiler takes. */
async function translateTraced(all: Parameters<typeof translate>[0], traced: TracedFiles, allowance: Allowance): Promise<Translated> {
  const translations = all.translations.map(({ source, options, uses }) => ({
    source,
    options: [...options.filter((option) => !option.startsWith('-ffixed-line-length')), ...ROOMY_OPTIONS[sourceForm(source) ?? 'free'], '-w'],
    uses: [...uses, TRACE_MODULE.name],
  }))
  let left = allowance
  let errors = traced.errors
  while (errors.length === 0) {
    const made = await translate({ ...all, files: traced.files(), translations, allowance: left })
    if (!made.failed || made.limit) return made
    left = made.left
    errors = traced.refused(made.messages)
  }
  return { ir: new Map(), messages: `${errors.join('\n')}\n`, failed: true, left }
}
