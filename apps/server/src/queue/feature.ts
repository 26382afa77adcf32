import { checkQueue, type QueueCheckDeps } from './check.ts'

/** The queue serves nothing over HTTP; the resources that enqueue do. */
export const queueFeature = (deps: QueueCheckDeps) => ({ checks: { queue: () => checkQueue(deps) } })
