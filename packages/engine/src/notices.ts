// What a run has to say about itself: places where the samples of a value would have decided otherwise than its particle, and
// probabilities that rest on few samples. The one place with the words.
import { law } from '@credence/distribution'
import { NOTICE_PAGES } from './notice-pages.ts'
import type { Notice, Notices, Ways } from './types.ts'

/** A probability that rests on fewer samples says on how many. Below it the normal approximation of a binomial is not to be trusted. */
export const FEW_SAMPLES = 30
export const MOST_NOTICES = 20

/** Those that are told, of all in the order of their weight; undefined where there is nothing to say. */
export function noticesOf(all: readonly Notice[]): Notices | undefined {
  if (all.length === 0) return undefined
  const followed = all.some(({ kind }) => kind === 'path')
  const meaning =
    !followed && all.some(({ kind }) => kind === 'comparison' || kind === 'conversion')
      ? 'what was printed holds for the path of the particle, and may be wrong for the samples that would have left it'
      : all.some(({ kind }) => kind === 'tail')
        ? 'ask for more samples where such a probability matters'
        : 'what was printed holds for all paths that were followed'
  return { places: all.slice(0, MOST_NOTICES), more: Math.max(0, all.length - MOST_NOTICES), meaning, page: 'branches' }
}

/** Of a path that was followed again with fewer samples: probabilities rest on these; all else is as it was. */
export function withTailsOf(all: Notices | undefined, own: Notices | undefined): Notices | undefined {
  const tails = (own?.places ?? []).filter(({ kind }) => kind === 'tail')
  const isTold = ({ kind, file, line, function: name }: Notice) =>
    kind === 'tail' && tails.some((tail) => tail.file === file && tail.line === line && tail.function === name)
  return noticesOf([...tails, ...(all?.places ?? []).filter((notice) => !isTold(notice))])
}

/** The lines for standard error, each with its end. */
export function noticeLines({ places, more, meaning, page }: Notices): string {
  const { title, path } = NOTICE_PAGES[page]
  const lines = places.map(({ text }) => text)
  if (more > 0) lines.push(`notice: and ${more} more ${more === 1 ? 'place' : 'places'}`)
  lines.push(`notice: ${meaning}; see the page ${title} of the documentation, ${path}`)
  return `${lines.join('\n')}\n`
}

/** @param about  everything but the text */
export function worded(about: Omit<Notice, 'text'>, tail?: Tail): Notice {
  const { file, line, function: name } = about
  const within = name === undefined ? '' : `${name}: `
  const where = file === undefined ? within : line === undefined ? `${file}: ${within}` : `${file}:${line}: `
  return { ...about, text: `${where}notice: ${tail ? tailWords(tail) : decisionWords(about)}` }
}

function decisionWords({ kind, share, count, evaluations, estimated }: Omit<Notice, 'text'>): string {
  const samples = count === 1 || (share > 0.99 && share < 1) ? percent(share) : `up to ${percent(share)}`
  const how = kind === 'conversion' ? 'an integer was taken from the particle' : 'decided by the particle'
  const others = kind === 'conversion' ? 'would have given another' : 'would have decided otherwise'
  return `${how}; ${samples} of the samples ${others} (${times(count, evaluations, estimated)})`
}
function times(count: number, evaluations: number | undefined, estimated: boolean): string {
  const shown = (n: number) => (estimated && n >= 100 ? Number(n.toPrecision(2)) : n).toLocaleString('en-GB').replaceAll(',', '\u00a0')
  if (evaluations === undefined) return `${estimated ? 'about ' : ''}${count === 1 ? 'once' : `${shown(count)} times`}`
  if (evaluations === 1) return 'once'
  return `${estimated ? 'about ' : ''}${shown(Math.min(count, evaluations))} of ${shown(evaluations)} times`
}
/** Two digits; never "100 %" for less than all, nor "0 %". */
function percent(share: number): string {
  const hundredths = 100 * share
  if (hundredths === 100) return '100 %'
  if (hundredths > 99) return 'more than 99 %'
  return `${hundredths >= 10 ? Math.round(hundredths) : Number(hundredths.toPrecision(2))} %`
}

/** So many samples lie above the number that a program asked for. */
export interface Tail {
  readonly above: number
  readonly samples: number
}
function tailWords({ above, samples }: Tail): string {
  const [low, high] = bounds(above, samples)
  const range =
    above === 0 ? `below ${shownBound(high)}` : above === samples ? `above ${shownBound(low)}` : `between ${shownBound(low)} and ${shownBound(high)}`
  const few = above < samples / 2 ? `${above} of ${samples} samples` : `${samples - above} of ${samples} samples on the other side`
  return `a probability rests on ${few}: ${range}, at 95 % confidence`
}
const shownBound = (p: number): string => (p > 0.9 ? `1 - ${(1 - p).toExponential(1)}` : p.toExponential(1))

/**
 * 95 % confidence bounds of a probability of which `above` of `samples` independent trials are known; samples are better spread than that.
 * None, or all: one-sided, 3/n. Source: Hanley & Lippman-Hand 1983, "If nothing goes wrong, is everything all right?" (rule of three).
 * Else two-sided, exact. Source: Clopper & Pearson 1934.
 */
export function bounds(above: number, samples: number): readonly [low: number, high: number] {
  if (above === 0) return [0, 3 / samples]
  if (above === samples) return [1 - 3 / samples, 1]
  return [law('beta', above, samples - above + 1).quantile(0.025), law('beta', above + 1, samples - above).quantile(0.975)]
}

/** What was found by following all paths of a program; counts are of samples. */
export interface Coverage {
  readonly paths: number
  /** Whose path was followed to its end, of `all`. */
  readonly samples: number
  readonly all: number
  /** Of these, those that went with the majority of their path somewhere. */
  readonly outvoted: number
  /** Whose path did not end in time. */
  readonly endless: number
  /** Of these, those whose path printed numbers that the particle's path does not print. */
  readonly elsewhere: number
  /** Of these, those whose path traced values that the particle's path does not, and for which there was no room. */
  readonly untraced: number
  /** Of these, those some numbers of which found no room. */
  readonly crowded: number
  /** How paths ended otherwise than the particle's. */
  readonly otherwise: readonly { readonly message: string; readonly samples: number }[]
  /** There were for all paths. */
  readonly milliseconds: number
}
/** Of a run whose paths were followed: decisions need no word, except where samples are left that nobody followed. */
export function withPaths(notices: Notices | undefined, coverage: Coverage): Notices | undefined {
  const { paths, samples, all, outvoted, endless, elsewhere, untraced, crowded, otherwise, milliseconds } = coverage
  const found: Notice[] = []
  const path = (concerned: number, text: (share: string) => string) => {
    const share = concerned / all
    if (concerned > 0) found.push({ kind: 'path', count: paths, share, estimated: false, text: `notice: ${text(percent(share))}` })
  }
  const seconds = Math.round(milliseconds / 1000)
  for (const { message, samples: some } of otherwise) path(some, (share) => `for ${share} of the samples the program ended otherwise: ${message}`)
  path(elsewhere, (share) => `${share} of the samples print numbers where the path of the particle prints none; these are not shown`)
  path(untraced, (share) => `${share} of the samples trace values that the path of the particle does not, for which there was no room`)
  path(crowded, (share) => `some numbers that ${share} of the samples print found no room; what was printed holds for the others`)
  path(endless, (share) => `for ${share} of the samples the program did not end in time; what was printed holds for the others`)
  path(outvoted, (share) => `${share} of the samples went with the majority of their path, because there are more paths than are followed one by one`)
  const left = all - samples - endless
  path(left, (share) =>
    samples > 0
      ? `the paths of ${share} of the samples were not followed, for lack of time (${seconds} s); what was printed holds for the others`
      : `no path but the particle's could be followed in ${seconds} s`,
  )
  const rest = (notices?.places ?? []).filter(({ kind }) => kind === 'tail' || outvoted + left > 0)
  return noticesOf([...found, ...rest])
}

/** How paths were followed, in shares of all samples. */
export interface Shares {
  /** Paths that came to their end, and runs of the program for them. */
  readonly count: number
  readonly runs: number
  /** Whose path was followed to its end. */
  readonly followed: number
  /** Of these, those that went with the majority of their path somewhere. */
  readonly byMajority: number
  /** Whose path did not end in time. */
  readonly endless: number
}
export function sharesOf({ paths, runs, all, samples, outvoted, endless }: Ways): Shares {
  return { count: paths, runs, followed: samples / all, byMajority: outvoted / all, endless: endless / all }
}

/** What the executions of a Reference core came to; counts are of executions. */
export interface Counted {
  readonly all: number
  /** That were asked for, and that there was room for. */
  readonly wanted: number
  readonly fit: number
  /** No more were needed for the standard error that was asked for. */
  readonly isEnough: boolean
  /** The one on the means did not end in time, and the first on draws gave the transcript. */
  readonly isDrawn: boolean
  /** The program asks for laws, or makes values of them. */
  readonly asksLaws: boolean
  /** Printed numbers where the execution on the means prints none. */
  readonly elsewhere: number
  /** Recorded more values of trace variables than there was room for. */
  readonly untraced: number
  /** Did not end in time. */
  readonly endless: number
  /** Ended otherwise than the execution on the means. */
  readonly otherwise: readonly { readonly message: string; readonly executions: number }[]
}
export function withExecutions({
  all,
  wanted,
  fit,
  isEnough,
  isDrawn,
  asksLaws,
  elsewhere,
  untraced,
  endless,
  otherwise,
}: Counted): Notices | undefined {
  const found: Notice[] = []
  const add = (concerned: number, text: (share: string) => string) => {
    const share = all === 0 ? 1 : Math.min(1, concerned / all)
    if (concerned > 0) found.push({ kind: 'path', count: all, share, estimated: false, text: `notice: ${text(percent(share))}` })
  }
  if (isDrawn)
    add(all, () => 'on the means of its inputs the program did not end in time; what stands before each distribution is from one draw of them')
  if (asksLaws) add(all, () => 'queries, copies, truncation and Bayes see one number in an execution, not a distribution')
  for (const { message, executions } of otherwise) add(executions, (share) => `${share} of the executions ended otherwise: ${message}`)
  add(elsewhere, (share) => `${share} of the executions print numbers where the one on the means prints none; these are not shown`)
  add(untraced, (share) => `${share} of the executions traced values for which there was no room`)
  add(endless, (share) => `${share} of the executions did not end in time; what was printed holds for the others`)
  if (fit < wanted) add(all, () => `${fit} of ${wanted} executions, because there is room for no more of all the numbers that each prints`)
  else if (all < wanted && !isEnough) add(all, () => `${all} of ${wanted} executions, because the run was ended`)
  const notices = noticesOf(found)
  return notices && { ...notices, meaning: `what was printed holds for the ${all} executions that there were`, page: 'executions' }
}
