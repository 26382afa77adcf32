// Precompiled headers for C++: which builds may use one. The only header in them is <iostream>, which brings most of the
// library with it; so a source that includes <iostream> sees exactly what it would see without, only sooner.
// Measured: iostream hello 0.8 s without, 0.06 s with it; the file has 12 MB and takes 1 to 3 s to make.

/** The options that a precompiled header and its user must share. */
export interface PrecompiledVariant {
  readonly options: readonly string[]
}
export const PRECOMPILED_HEADER = 'iostream'
export const PRECOMPILED_SOURCE = `#include <${PRECOMPILED_HEADER}>\n`

/**
 * The options that make clang use the precompiled header at `path`. Clang opens each header that it looks up for the first time, holds it
 * open when the precompiled header has it already, and breaks down at 128. Checked on loading, those are no longer looked up for the first
 * time: a program may include as many headers as it likes.
 */
export function usingPrecompiled(path: string): string[] {
  return ['-include-pch', path, '-Xclang', '-fmodules-validate-system-headers']
}

/** The name of a variant, fit for a file name. */
export function variantName({ options }: PrecompiledVariant): string {
  const of = (pattern: RegExp) => options.findLast((option) => pattern.test(option)) ?? ''
  const standard = of(/^-std=/).slice(5) || 'default'
  return `iostream-${standard.replaceAll('+', 'p')}${of(/^-O/)}-tracking${of(/^-DUX_TRACKING=/).slice(-1)}`
}

/**
 * The variant for a source that includes PRECOMPILED_HEADER, or undefined: its options change the meaning of headers.
 * @param common what the build always passes; `given` the user's options
 */
export function coversHeaders(common: readonly string[], given: readonly string[]): PrecompiledVariant | undefined {
  const standards = given.filter((option) => option.startsWith('-std='))
  const optimisations = [...common, ...given].filter((option) => option.startsWith('-O'))
  const others = given.filter((option) => option.startsWith('-') && !standards.includes(option) && !optimisations.includes(option))
  if (others.some((option) => !NEUTRAL.test(option)) || !standards.every((option) => STANDARDS.has(option))) return undefined
  const optimisation = optimisations.at(-1)
  if (optimisation === '-Os' || optimisation === '-Oz') return undefined // a macro of their own
  const none = optimisation === undefined || optimisation === '-O0'
  // EMULATOR_STATIC_COMPILATION, a macro of one class of cores, is unknown to the library: one file serves all classes.
  const shared = common.filter((option) => !option.startsWith('-O') && option !== '-DEMULATOR_STATIC_COMPILATION')
  return { options: [...shared, none ? '-O0' : '-O2', ...standards.slice(-1)] }
}
/** Options that no library header looks at. A macro that one does look at makes the compiler refuse the file; the build then does without. */
const NEUTRAL = /^-(W|w$|pedantic|D|U|I|iquote|f(no-)?(inline|unroll-loops|function-sections|data-sections|omit-frame-pointer)$)/
/** Few, because each makes a file of its own. */
const STANDARDS = new Set(['11', '14', '17', '20', '23'].flatMap((year) => [`-std=c++${year}`, `-std=gnu++${year}`]))
