// An event that did not happen: about the caller, and a task or build that nobody has.
import { type EventData, ID, type WebhookEvent } from '@credence/contract'

const NOTHING = '0'.repeat(32)
const MESSAGE = 'This is a test of a webhook.'

export const trialData = (event: WebhookEvent, owner: string): EventData<WebhookEvent> => TRIALS[event](owner)

const usage = (UserID: string, noun: 'Task' | 'Build', totals: Partial<EventData<'task-stats'>['ResourceUsage']>): EventData<'task-stats'> => ({
  UserID,
  Object: noun,
  ResourceUsage: { IncrementCount: 0, DecrementCount: 0, ...totals },
})
const TRIALS: { readonly [Event in WebhookEvent]: (owner: string) => EventData<Event> } = {
  'task-status': () => ({ taskId: ID.task + NOTHING, status: 'Completed', message: MESSAGE, updatedAt: Date.now() }),
  'build-status': () => ({ buildId: ID.build + NOTHING, status: 'Completed', message: MESSAGE, updatedAt: Date.now() }),
  'task-stats': (owner) => usage(owner, 'Task', { TotalDynamicInstructions: 0, TotalExecutionTime: 0 }),
  'build-stats': (owner) => usage(owner, 'Build', { TotalBuildSize: 0, TotalBuildTime: 0 }),
  'task-count': (owner) => usage(owner, 'Task', {}),
  'build-count': (owner) => usage(owner, 'Build', {}),
}
