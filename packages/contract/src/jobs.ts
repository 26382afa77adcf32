// Jobs: what builds and tasks have in common.
import { type Static, type TSchema, Type } from 'typebox'
import type { ErrorName } from './errors.ts'
import { LIMITS } from './limits.ts'
import { empty, json, operation } from './operation.ts'
import { StatusQuery } from './parameters.ts'
import { epochMilliseconds, Message, oneOf, orBrief, ref } from './schema.ts'
import { type Noun, STATUSES, type Status, transitionMessage } from './status.ts'

export type StatusTransition = Static<typeof StatusTransition>
export const StatusTransition = Type.Object(
  {
    Status: oneOf(STATUSES, { description: 'The status that began.' }),
    Timestamp: epochMilliseconds('When it began.'),
    Message: Type.String({ description: 'What happened; for Stopped, why.' }),
  },
  {
    $id: 'StatusTransition',
    description: 'One step in the life of a build or task.',
    examples: [{ Status: 'Accepted', Timestamp: 1767323045678, Message: 'Build accepted.' }],
  },
)
export const statusTransitions = Type.Array(ref(StatusTransition), { description: 'Every status so far, oldest first.' })
export const status = oneOf(STATUSES, {
  description: 'Accepted waits. Initialising, In Progress and Rescheduled are active. Completed, Cancelled and Stopped are final.',
})

/** By which its owner knows it. */
export const jobName = Type.Optional(Type.String({ description: 'The name that you gave it; absent where it has none.' }))
const { nameCharacters } = LIMITS.job
export const givenName = Type.Optional(
  Type.String({
    maxLength: nameCharacters,
    description: `A name of your choice, at most ${nameCharacters} characters. Empty: none.`,
    examples: ['Sweep, cold'],
  }),
)

const EXAMPLE_STEPS = ['Accepted', 'Initialising', 'In Progress', 'Completed'] as const satisfies readonly Status[]
/** The history of one that went well, for an example. */
export const exampleHistory = (noun: Noun, id: string, times: readonly [number, number, number, number]) =>
  EXAMPLE_STEPS.map((step, i) => ({ Status: step, Timestamp: times[i]!, Message: transitionMessage(noun, id, step) }))

/** What a cancel answers. */
export const CANCEL_MESSAGE = { Build: 'Cancel Build Signal sent', Task: 'Cancel Task Signal sent' } as const satisfies Record<Noun, string>

interface Words<N extends Noun, Many extends string, One extends string, Item extends TSchema, List extends TSchema> {
  readonly noun: N
  /** Path of all, and of one. */
  readonly many: Many
  readonly one: One
  readonly item: Item
  readonly list: List
  /** What it is with `noexpand`. */
  readonly briefList: TSchema
  /** What one shows, for its description. */
  readonly shows: string
  readonly deleting: string
  readonly errors: { readonly unknown: ErrorName; readonly active: ErrorName; readonly terminated: ErrorName }
}
/** What can be done with all jobs alike. */
export function jobOperations<N extends Noun, const Many extends string, const One extends string, Item extends TSchema, List extends TSchema>({
  noun,
  many,
  one,
  item,
  list,
  briefList,
  shows,
  deleting,
  errors,
}: Words<N, Many, One, Item, List>) {
  const tag = `${noun}s` as const
  const word = noun.toLowerCase()
  return {
    list: operation({
      method: 'GET',
      path: many,
      tag,
      summary: `List ${word}s`,
      description: `Your ${word}s, newest first.`,
      query: StatusQuery,
      replies: { 200: json(`A page of ${word}s.`, orBrief(list, briefList)) },
      errors: ['malformedField'],
      credential: 'any',
    }),
    get: operation({
      method: 'GET',
      path: one,
      tag,
      summary: `Get a ${word}`,
      description: `One ${word}: ${shows}.`,
      replies: { 200: json(`The ${word}.`, item) },
      errors: [errors.unknown],
      credential: 'any',
    }),
    delete: operation({
      method: 'DELETE',
      path: one,
      tag,
      summary: `Delete a ${word}`,
      description: deleting,
      replies: { 204: empty('Deleted.') },
      errors: [errors.unknown, errors.active, 'objectsAway'],
      credential: 'any',
    }),
    cancel: operation({
      method: 'POST',
      path: `${one}/cancel`,
      tag,
      summary: `Cancel a ${word}`,
      description: `Asks a ${word} to end. One that still waits is Cancelled at once; an active one a moment later.`,
      replies: { 202: json(`\`${CANCEL_MESSAGE[noun]}\``, Message) },
      errors: [errors.unknown, errors.terminated],
      credential: 'any',
    }),
  }
}
