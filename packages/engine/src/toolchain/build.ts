// A build from files to an instrumented module: plan, compile each source, link, instrument. The same code in Node and in a browser.
// The user's mistakes are in the result, with the compiler's messages; ours are thrown.

import { instrument, ModuleError, validateProgram } from '../instrument/index.ts'
import { readVariables, sortedVariables } from '../lines/variables.ts'
import type { BuildRequest, BuildResult, CoreSpec, Files, Variable } from '../types.ts'
import { runTool, ToolFailure, type ToolResult } from './clang.ts'
import { mismatchedCall } from './fortran/messages.ts'
import { retarget, sharedOf } from './fortran/retarget.ts'
import { isFortran } from './fortran/sources.ts'
import type { Translation } from './fortran/translation.ts'
import { ourFunctions, ownFunctions, splitLinked } from './link-map.ts'
import { BuildOutput, compilerMessages, linkerMessages } from './messages.ts'
import type { ObjectCache } from './object-cache.ts'
import { makePrecompiled, type Parts, place, precompiledInputs } from './parts.ts'
import { absolute, ROOTS, repositoryPath, repositoryPaths } from './paths.ts'
import { type CompileCommand, FORTRAN_LIBRARY, irPath, type Plan, planBuild, tracks } from './plan.ts'
import { type PrecompiledVariant, usingPrecompiled, variantName } from './precompiled.ts'
import { TRACE_HEADER, TracedFiles } from './trace/traced-files.ts'
import { WRAPPED } from './wraps.ts'

export interface BuildTools {
  readonly parts: Parts
  readonly objects: ObjectCache
}

export async function build(request: BuildRequest, tools: BuildTools): Promise<BuildResult> {
  const { files, core, translated = new Map(), described = new Map(), traceVariables = [] } = request
  const { keepPlain = false, discoverVariables = false, messagesOnly = false } = request
  const start = performance.now()
  const output = new BuildOutput()
  const finish = (made?: { module: Uint8Array; plain: Uint8Array; variables: readonly Variable[] | undefined }): BuildResult => ({
    ...(made && { module: made.module }),
    ...(made && keepPlain && { plain: made.plain }),
    ...(made?.variables && { variables: made.variables }),
    output: output.text,
    milliseconds: performance.now() - start,
  })
  const plan = planBuild(files, core, { wrapped: WRAPPED, headers: tools.parts.headers.keys() })
  for (const note of plan.notes) output.add(`note: ${note}`)
  for (const error of plan.errors) output.add(error)
  if (plan.errors.length > 0) return finish()
  const ir = irOf(plan, translated, output)
  if (ir === undefined) return finish()
  try {
    const untraced = await compileAll(plan, files, tools, output, ir, messagesOnly ? SYNTAX_ONLY : [])
    if (messagesOnly) return finish()
    const objects =
      untraced && traceVariables.some(({ file }) => !isFortran(file))
        ? await compileTraced(plan, new TracedFiles(files, traceVariables, (file) => !isFortran(file)), tools, output, ir)
        : untraced
    if (objects === undefined) return finish()
    const linked = await link(plan, files, core, objects, tools.parts, output)
    if (linked === undefined) return finish()
    const variables = discoverVariables ? await variablesOf(plan, files, described, tools) : undefined
    return finish({ module: carryDistributions(linked, core, plan.directory), plain: linked.module, variables })
  } catch (error) {
    if (error instanceof ToolFailure) output.add(compilerMessages(error.messages, plan.directory))
    else if (!(error instanceof ModuleError)) throw error
    output.add(`error: ${error.message}`)
    return finish()
  }
}

/** Instead of `-c`, which then goes unused. */
const SYNTAX_ONLY = ['-fsyntax-only', '-Wno-unused-command-line-argument']

/** @throws ModuleError where the program holds what a program may not, such as imports of its own or inline assembly of other kinds */
function carryDistributions({ module, own, ours }: Linked, core: CoreSpec, directory: string): Uint8Array {
  validateProgram(module)
  const sourceName = (path: string) => repositoryPath(path, directory)
  return instrument(module, { countInstructions: core.Class === 'C0', tracks: tracks(core), guards: true, own, ours, sourceName })
}

/** Objects that record values; undefined where a trace variable is wrong. */
async function compileTraced(
  plan: Plan,
  traced: TracedFiles,
  tools: BuildTools,
  output: BuildOutput,
  ir: readonly SeenFile[],
): Promise<[string, Uint8Array][] | undefined> {
  let errors = traced.errors
  while (errors.length === 0) {
    const compiled = await compilerFor(plan, traced.files(), tools, [...ir, [TRACE_PATH, TRACE_HEADER.text]])
    const objects: [string, Uint8Array][] = []
    let refused = ''
    for (const command of plan.compile) {
      const result = await compiled(command, command.language === 'fortran' ? [] : ['-include', TRACE_PATH, '-w', '-ferror-limit=0'])
      if (result.succeeded) objects.push([command.object, result.output])
      else refused += repositoryPaths(result.messages, plan.directory)
    }
    if (refused === '') return objects
    errors = traced.refused(refused)
  }
  for (const error of errors) output.add(error)
  return undefined
}
const TRACE_PATH = `${ROOTS.parts}/${TRACE_HEADER.name}`

/** From the debug information of each source, compiled once more for it: decision note 0027. */
async function variablesOf(plan: Plan, files: Files, described: Files, tools: BuildTools): Promise<Variable[]> {
  const compiled = await compilerFor(plan, files, tools, irOf(plan, described, new BuildOutput()) ?? [])
  const found: Variable[] = []
  for (const command of plan.compile) {
    const result = await compiled(command, MORE[command.language])
    if (!result.succeeded) throw new ToolFailure('the variables could not be listed', result.messages, undefined)
    const listed = readVariables(result.output, (path) => repositoryPath(path, plan.directory))
    found.push(...(command.language === 'fortran' ? listed.map(inSmallLetters) : listed))
  }
  return sortedVariables(found)
}
/** No pass runs, so that no variable is optimised away; templates have one name; warnings were told before. */
const DESCRIBED = ['-g', '-gdwarf-4', '-gsimple-template-names', '-Xclang', '-disable-llvm-passes', '-w']
/** Functions that nobody calls, too. In C++ it would emit all inline functions of the library. */
const DESCRIBED_C = ['-femit-all-decls']
const MORE = { c: [...DESCRIBED, ...DESCRIBED_C], 'c++': DESCRIBED, fortran: ['-O0'] } as const
/** As Fortran takes names: the name of a main program comes in capital ones. */
const inSmallLetters = (one: Variable): Variable => ({ ...one, name: one.name.toLowerCase(), function: one.function.toLowerCase() })

/**
 * Compiles a source of these files, with further arguments, or gives what is kept of it.
 * @param more  files beside those of the program
 */
async function compilerFor(plan: Plan, files: Files, tools: BuildTools, more: readonly SeenFile[] = []) {
  const visible = [
    ...[...files].map(([path, bytes]) => [absolute(path, plan.above), bytes] as const),
    ...precompiledInputs(tools.parts.headers),
    ...more,
  ]
  const digest = await tools.objects.digest(
    new Map([...files, ...more.map(([path, bytes]) => [path, typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes] as const)]),
  )
  return async (command: CompileCommand, further: readonly string[] = []): Promise<ToolResult> => {
    const whole = { ...command, arguments: [...command.arguments, ...further] }
    const key = await tools.objects.key(digest, whole.arguments)
    const result = tools.objects.get(key) ?? (await compile(whole, visible, tools))
    tools.objects.set(key, result)
    return result
  }
}
type SeenFile = readonly [path: string, bytes: Uint8Array | string]

/** The IR of each Fortran source, for the compiler; undefined where one cannot be had. */
function irOf(plan: Plan, translated: Files, output: BuildOutput): SeenFile[] | undefined {
  const found: SeenFile[] = []
  let refused = false
  const texts = new Map([...translated].map(([source, bytes]) => [source, new TextDecoder('latin1').decode(bytes)]))
  const shared = sharedOf([...texts.values()])
  for (const { source } of plan.translations) {
    const text = texts.get(source)
    const result = text === undefined ? { refused: 'Fortran is compiled on the platform only' } : retarget(text, shared)
    if ('ir' in result) found.push([irPath(source), new TextEncoder().encode(result.ir)])
    else {
      refused = true
      output.add(`${source}: error: ${result.refused}`)
    }
  }
  return refused ? undefined : found
}

/** Objects by path; undefined when a source has errors. All sources are tried, so that all errors are told at once. */
async function compileAll(
  plan: Plan,
  files: Files,
  tools: BuildTools,
  output: BuildOutput,
  ir: readonly SeenFile[],
  further: readonly string[],
): Promise<[string, Uint8Array][] | undefined> {
  const compiled = await compilerFor(plan, files, tools, ir)
  const objects: [string, Uint8Array][] = []
  let failed = 0
  for (const command of plan.compile) {
    const result = await compiled(command, further)
    output.add(compilerMessages(result.messages, plan.directory, command.arguments))
    if (!result.succeeded && ++failed >= MOST_FAILED) {
      output.add(`error: compilation stopped after ${MOST_FAILED} sources with errors`)
      break
    }
    objects.push([command.object, result.output])
  }
  return failed > 0 ? undefined : objects
}
const MOST_FAILED = 20

/**
 * With the precompiled header where one fits; when that fails, again without it: then the messages are exact, and the rare refusals of
 * the header (a macro that the library looks at; more than 128 files held open, where clang breaks down) do no harm.
 */
async function compile(command: CompileCommand, visible: readonly SeenFile[], tools: BuildTools): Promise<ToolResult> {
  const compiler = command.language === 'c' ? 'clang' : 'clang++'
  if (command.precompiled !== undefined) {
    const path = `${ROOTS.parts}/${variantName(command.precompiled)}.pch`
    const bytes = await precompiled(command.precompiled, tools)
    const result = await runTool(compiler, [...usingPrecompiled(path), ...command.arguments], [...visible, [path, bytes]]).catch((error: unknown) => {
      if (!(error instanceof ToolFailure)) throw error
      return undefined
    })
    if (result?.succeeded) return result
  }
  return runTool(compiler, command.arguments, visible)
}

async function precompiled(variant: PrecompiledVariant, { parts }: BuildTools): Promise<Uint8Array> {
  const name = variantName(variant)
  const kept = parts.precompiled.get(name)
  if (kept !== undefined) return kept
  const made = await makePrecompiled(variant, parts.headers)
  parts.precompiled.set(name, made)
  return made
}

/** The precompiled headers that a build would make first, because `parts` has not got them. */
export function missingPrecompiled(files: Files, core: CoreSpec, parts: Parts): PrecompiledVariant[] {
  const { compile } = planBuild(files, core, { wrapped: WRAPPED, headers: parts.headers.keys() })
  const wanted = new Map(compile.flatMap(({ precompiled }) => (precompiled ? [[variantName(precompiled), precompiled] as const] : [])))
  return [...wanted].flatMap(([name, variant]) => (parts.precompiled.has(name) ? [] : [variant]))
}

/** The Fortran sources of a build; none where it fails before they matter. */
export function translationsOf(files: Files, core: CoreSpec, parts: Parts): readonly Translation[] {
  const { translations, errors } = planBuild(files, core, { wrapped: WRAPPED, headers: parts.headers.keys() })
  return errors.length > 0 ? [] : translations
}

interface Linked {
  readonly module: Uint8Array
  /** As `ownFunctions` tells. */
  readonly own: readonly boolean[]
  readonly ours: readonly boolean[]
}
async function link(
  plan: Plan,
  files: Files,
  core: CoreSpec,
  objects: [string, Uint8Array][],
  parts: Parts,
  output: BuildOutput,
): Promise<Linked | undefined> {
  const archives = plan.link.archives.map((path) => [path, files.get(path)!] as const)
  const foreign = archives.find(([, bytes]) => !isWebAssemblyArchive(bytes))
  if (foreign !== undefined) {
    output.add(`error: the library '${foreign[0]}' was made for another machine; add its sources instead`)
    return undefined
  }
  const inputs = [
    ...objects,
    ...place(plan.directory, new Map(archives)),
    [`${ROOTS.parts}/libUxHw.a`, parts.library] as const,
    ...(parts.fortran ? [[FORTRAN_LIBRARY, parts.fortran] as const] : []),
  ]
  const result = await runTool('wasm-ld', plan.link.arguments, inputs)
  output.add(linkerMessages(result.messages, plan.directory, core))
  const mismatched = mismatchedCall(result.messages)
  if (mismatched) output.add(mismatched)
  if (!result.succeeded || mismatched) return undefined
  const { map, module } = splitLinked(result.output)
  // The C library refers to main weakly, so the linker puts a trap of this name in its place.
  if (includes(module, 'undefined_weak:main') || includes(module, 'undefined_weak:__main_argc_argv')) {
    output.add('error: the program has no main function')
    return undefined
  }
  return { module, own: ownFunctions(map), ours: ourFunctions(map) }
}

function includes(bytes: Uint8Array, text: string): boolean {
  const wanted = new TextEncoder().encode(text)
  for (let at = bytes.indexOf(wanted[0]!); at >= 0; at = bytes.indexOf(wanted[0]!, at + 1)) {
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return true
  }
  return false
}

/** An archive whose objects are WebAssembly: the magic number of one is somewhere in it. */
function isWebAssemblyArchive(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(0); at >= 0; at = bytes.indexOf(0, at + 1)) {
    if (bytes[at + 1] === 0x61 && bytes[at + 2] === 0x73 && bytes[at + 3] === 0x6d) return true
  }
  return false
}
