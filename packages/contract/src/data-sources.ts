// Data sources: storage that a task sees as directories of its working directory.
import { type Static, Type } from 'typebox'
import { DEFAULT_LOCATION, OWN_STORAGE, RESOURCE_TYPES } from './enums.ts'
import { laterNote } from './features.ts'
import { LIMITS } from './limits.ts'
import { namingWords, ref } from './schema.ts'

export type DataSource = Static<typeof DataSource>
export const DataSource = Type.Object(
  {
    Object: Type.Optional(Type.Literal('DataSource')),
    ResourceID: Type.String({
      minLength: 1,
      description:
        'What is mounted: the id of a bucket or drive; the id of a thing, with `/` and a topic behind it if that alone is wanted; or `credence-cloud-storage:/<UserID>`, with a path behind it if wanted.',
    }),
    ResourceType: Type.String({
      pattern: namingWords('^(Gateway|Bucket|Drive|[A-Za-z]*CloudStorage)$', RESOURCE_TYPES),
      description: `The kind of resource: ${RESOURCE_TYPES.join(', ')}. Any name that ends in CloudStorage means your own storage.`,
    }),
    Location: Type.Optional(
      Type.String({
        minLength: 1,
        description: `The directory under which the program finds it. Only own storage may leave it out; it is then \`${DEFAULT_LOCATION}\`.`,
      }),
    ),
  },
  {
    $id: 'DataSource',
    description: 'Storage that appears as a directory of the working directory of a task. What the program writes there is kept.',
    examples: [{ Location: DEFAULT_LOCATION, ResourceID: 'credence-cloud-storage:/usr_00112233445566778899aabbccddeeff', ResourceType: OWN_STORAGE }],
  },
)

/** A list of data sources as requests and objects carry it. */
export const dataSources = Type.Array(ref(DataSource), {
  maxItems: LIMITS.dataSources.max,
  description: `Data sources of the task, at most ${LIMITS.dataSources.max}.`,
})

/** As a request gives them. */
export const givenDataSources = Type.Array(ref(DataSource), {
  maxItems: LIMITS.dataSources.max,
  description: `Data sources of the task, at most ${LIMITS.dataSources.max}.${laterNote(RESOURCE_TYPES)}`,
})

export type TraceVariable = Static<typeof TraceVariable>
export const TraceVariable = Type.Object(
  {
    File: Type.String({ minLength: 1, maxLength: 1000, description: 'File name, relative to the build directory.' }),
    LineNumber: Type.Integer({ minimum: 0, description: 'The line at which the value is taken.' }),
    Expression: Type.String({
      minLength: 1,
      maxLength: LIMITS.trace.expressionCharacters,
      description:
        'A variable, an element `a[0]`, a range `a[0:3]`, both ends included, or any expression without side effects that is valid at the line.',
    }),
  },
  {
    $id: 'TraceVariable',
    description: 'A value that a task records each time it passes the line.',
    examples: [{ File: 'main.c', LineNumber: 67, Expression: 'outputVariables[0]' }],
  },
)
export const traceVariables = Type.Array(ref(TraceVariable), {
  maxItems: LIMITS.trace.variables,
  description: `Values that tasks record, at most ${LIMITS.trace.variables}; GET /tasks/{TaskID}/values lists them. A wrong one is a compile error that names it.`,
})
