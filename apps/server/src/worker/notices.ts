// Notices of a run as the figures of its task show them.
import type { TaskStats } from '@credence/contract'
import type { Notices } from '@credence/engine'

const KIND = { comparison: 'Comparison', conversion: 'Conversion', tail: 'Tail', path: 'Path' } as const

export function noticesOf(notices: Notices | undefined): Pick<TaskStats, 'Notices' | 'MoreNotices'> {
  if (!notices) return {}
  const places = notices.places.map(({ kind, file, line, function: name, count, evaluations, share, estimated, text }) => ({
    Kind: KIND[kind],
    ...(file !== undefined && { File: file }),
    ...(line !== undefined && { Line: line }),
    ...(name !== undefined && { Function: name }),
    Count: count,
    ...(evaluations !== undefined && { Evaluations: evaluations }),
    Share: share,
    Estimated: estimated,
    Text: text,
  }))
  return { Notices: places, ...(notices.more > 0 && { MoreNotices: notices.more }) }
}
