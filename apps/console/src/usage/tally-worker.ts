import type { Build, Task } from '@credence/contract'
import { tallyOf } from './tally.ts'

export interface TallyQuestion {
  readonly tasks: readonly Task[]
  readonly builds: readonly Build[]
  readonly others: readonly Build[]
  readonly from: number
  readonly until: number
}
addEventListener('message', ({ data: { tasks, builds, others, from, until } }: MessageEvent<TallyQuestion>) =>
  postMessage(tallyOf(tasks, builds, others, from, until)),
)
