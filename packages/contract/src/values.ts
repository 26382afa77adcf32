// Values that tasks traced: their list, samples and plots.
import { type Static, Type } from 'typebox'
import { LIMITS } from './limits.ts'
import { json, operation } from './operation.ts'
import { continuationKey, count, exampleId, id, PageQuery } from './parameters.ts'
import { Plot, PlotQuery } from './plots.ts'
import { howMany, Sample, Samples } from './samples.ts'
import { ref } from './schema.ts'

const valueExample = {
  Object: 'Value' as const,
  ValueID: exampleId('value'),
  Name: 'rate',
  File: 'main.c',
  LineNumber: 5,
  Expression: 'rate',
  Pass: 0,
  Path: 0,
  Mean: 0.06,
  StandardDeviation: 0.00577,
}
export type Value = Static<typeof Value>
export const Value = Type.Object(
  {
    Object: Type.Literal('Value'),
    ValueID: id('value', 'The id of the value.'),
    Name: Type.String({ description: 'The expression; of a range `a[0:3]` the element, `a[1]`.' }),
    File: Type.String({ description: 'As the trace variable names it.' }),
    LineNumber: Type.Integer({ description: 'As the trace variable names it.' }),
    Expression: Type.String({ description: 'As the trace variable has it.' }),
    Pass: Type.Integer({ minimum: 0, description: 'How often the line had been passed before.' }),
    Path: Type.Integer({
      minimum: 0,
      description:
        '0: the path that printed the output passes the line so often; where samples take several paths, or executions, the value is that of all that do. 1: only others pass it so often.',
    }),
    Mean: Sample,
    StandardDeviation: Sample,
    Mass: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description:
          'The share of the samples that give the value; absent: all of them. The others do not pass the line so often, or their path was not followed, as the notices of the task say.',
      }),
    ),
    ByMajority: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'The share of the samples that give the value on a path on which the majority decided for them somewhere; absent: none.',
      }),
    ),
  },
  { $id: 'Value', description: 'A value that a task traced. Mean and standard deviation that are not finite are texts.', examples: [valueExample] },
)
export type ValueList = Static<typeof ValueList>
export const ValueList = Type.Object(
  { TaskID: id('task', 'Whose values these are.'), Values: Type.Array(ref(Value)), Count: count, ContinuationKey: continuationKey },
  { $id: 'ValueList', description: 'A page of traced values.', examples: [{ TaskID: exampleId('task'), Values: [valueExample], Count: 1 }] },
)

/** The name of an element of a traced expression: of `a[1:3]`, element 2 is `a[3]`. */
export const elementOf = (expression: string, element: number): string =>
  expression.replace(/\[\s*(\d+)\s*:\s*\d+\s*\]/, (_all, from: string) => `[${Number(from) + element}]`)
/** For people: how many values were counted and not kept. A line. */
export const moreTraced = (more: number): string =>
  `credence: ${more} further values were traced; at most ${LIMITS.trace.records} are kept, of together ${LIMITS.trace.characters} characters\n`

export const valueOperations = {
  listTaskValues: operation({
    method: 'GET',
    path: '/tasks/{TaskID}/values',
    tag: 'Tasks',
    summary: 'List traced values',
    description: `What the trace variables of the build recorded in this task, in the order of recording: one value for each time that a line was passed, at most ${LIMITS.trace.records}. Behind them stand those of lines that only other paths or executions pass so often. Empty until the task has ended.`,
    query: PageQuery,
    replies: { 200: json('A page of values.', ValueList) },
    errors: ['malformedField', 'taskNotFound', 'objectsAway'],
    credential: 'any',
  }),
  getValueSamples: operation({
    method: 'GET',
    path: '/tasks/{TaskID}/values/{ValueID}/samples',
    tag: 'Samples and plots',
    summary: 'Draw samples from a traced value',
    description: `Numbers drawn from a value that a task traced. Of a task on a Reference core they are what its executions gave: the first of them, or all when more are asked for. At most ${LIMITS.trace.outcomes.each} of a value are kept, and ${LIMITS.trace.outcomes.all} of all values of a task together.`,
    query: Type.Object({ count: howMany }),
    replies: { 200: json('The samples.', Samples) },
    errors: ['malformedField', 'taskNotFound', 'valueNotFound', 'objectsAway'],
    credential: 'any',
  }),
  createValuePlot: operation({
    method: 'POST',
    path: '/tasks/{TaskID}/values/{ValueID}/plot',
    tag: 'Samples and plots',
    summary: 'Plot a traced value',
    description:
      'Draws a value that a task traced and responds with a link to the picture. There is no body. Of a task on a Reference core the axis names how many executions there were, as in `C0-Reference 32K`.',
    query: PlotQuery,
    replies: { 201: json('The plot.', Plot) },
    errors: ['malformedField', 'taskNotFound', 'valueNotFound', 'objectsAway'],
    credential: 'any',
  }),
} as const
