// The worker that compares: thousands of distances, or one with all that chance could have given, beside the thread that draws.
import { compareWithSamples, differenceOf, figuresOfUx, type Pair } from './distances.ts'

export type CompareQuestion =
  | { readonly ask: 'differences'; readonly pairs: readonly Pair[] }
  | { readonly ask: 'reference'; readonly ux: string; readonly samples: Float64Array }
  | { readonly ask: 'figures'; readonly values: readonly string[]; readonly probabilities: readonly number[] }
export interface CompareAnswers {
  readonly differences: ReturnType<typeof differenceOf>[]
  readonly reference: ReturnType<typeof compareWithSamples>
  readonly figures: ReturnType<typeof figuresOfUx>[]
}

addEventListener('message', ({ data }: MessageEvent<CompareQuestion>) => {
  try {
    postMessage({ answer: answerTo(data) })
  } catch (error) {
    postMessage({ fault: error instanceof Error ? error.message : String(error) })
  }
})

function answerTo(question: CompareQuestion): CompareAnswers[keyof CompareAnswers] {
  switch (question.ask) {
    case 'differences':
      return question.pairs.map(differenceOf)
    case 'reference':
      return compareWithSamples(question.ux, question.samples)
    case 'figures':
      return question.values.map((ux) => figuresOfUx(ux, question.probabilities))
  }
}
