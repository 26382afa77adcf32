// The question mode of the documentation when an operator has given it a model: what the site sends to the platform and what streams back, the UI
// message stream of the AI SDK (version 1) in server-sent events.
import { type Static, Type } from 'typebox'
import { LIMITS } from './limits.ts'
import { oneOf } from './schema.ts'

export const QUESTIONS_PATH = '/docs-ai/chat'
export const QUESTIONS_STREAM_HEADER = { name: 'x-vercel-ai-ui-message-stream', value: 'v1' } as const

export const QuestionRequest = Type.Object({
  messages: Type.Array(
    Type.Object({
      role: oneOf(['system', 'user', 'assistant']),
      parts: Type.Array(Type.Object({ type: Type.String(), text: Type.Optional(Type.String()) })),
    }),
    { minItems: 1, maxItems: LIMITS.questions.messages, description: 'The last is the question.' },
  ),
})
export type QuestionRequest = Static<typeof QuestionRequest>

/** Where an answer comes from: a section of the documentation, cited as `[sourceId]`. */
export interface AnswerSource {
  readonly sourceId: string
  /** Path and anchor. */
  readonly url: string
  readonly title: string
}
export type AnswerPart =
  | { readonly type: 'start' | 'finish' }
  | {
      readonly type: 'tool-input-available'
      readonly toolCallId: string
      readonly toolName: 'searchIndex'
      readonly input: { readonly query: string }
    }
  | { readonly type: 'tool-output-available'; readonly toolCallId: string; readonly output: { readonly results: readonly AnswerSource[] } }
  | { readonly type: 'text-start' | 'text-end'; readonly id: string }
  | { readonly type: 'text-delta'; readonly id: string; readonly delta: string }
  | ({ readonly type: 'source-url' } & AnswerSource)
  | { readonly type: 'error'; readonly errorText: string }

/** Errors of an answer that has begun, when no status can be sent any more. */
export const ANSWER_ERRORS = {
  interrupted: 'The answer ended early: the model is not reachable.',
  tooSlow: `The answer took longer than ${LIMITS.questions.answerMilliseconds / 1000} s.`,
} as const
/** What is said of questions that no page speaks of; the model is not asked. */
export const NOTHING_SAID = 'The documentation says nothing about that.'
