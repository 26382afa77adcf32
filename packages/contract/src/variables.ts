// Variables of a program, which a build lists when it is asked to.
import { type Static, Type } from 'typebox'
import { VARIABLE_TYPES } from './enums.ts'
import { json, operation } from './operation.ts'
import { continuationKey, count, exampleId, id, PageQuery } from './parameters.ts'
import { oneOf, ref } from './schema.ts'

const variableExample = { Object: 'Variable' as const, Name: 'rate', Type: 'Variable' as const, File: 'main.c', Line: 5, Function: 'main' }
export type Variable = Static<typeof Variable>
export const Variable = Type.Object(
  {
    Object: Type.Literal('Variable'),
    Name: Type.String(),
    Type: oneOf(VARIABLE_TYPES),
    File: Type.String({ description: 'File name, relative to the build directory.' }),
    Line: Type.Integer({ description: 'The line that declares it.' }),
    Function: Type.String({ description: 'The function it belongs to; empty for a global variable.' }),
  },
  {
    $id: 'Variable',
    description: 'A variable of a program, or a parameter of one of its functions.',
    examples: [variableExample],
  },
)
export type VariableList = Static<typeof VariableList>
export const VariableList = Type.Object(
  { BuildID: id('build', 'Whose variables these are.'), Variables: Type.Array(ref(Variable)), Count: count, ContinuationKey: continuationKey },
  { $id: 'VariableList', description: 'A page of variables.', examples: [{ BuildID: exampleId('build'), Variables: [variableExample], Count: 1 }] },
)

export const variableOperations = {
  listBuildVariables: operation({
    method: 'GET',
    path: '/builds/{BuildID}/variables',
    tag: 'Builds',
    summary: 'List variables of a build',
    description:
      'The variables of the program by file and line, when the build was made with `DiscoverVariables=true` and is Completed; else none. A template counts once, however often it is instantiated; one that never is has no variables, nor has a function of C++ that nobody calls.',
    query: PageQuery,
    replies: { 200: json('A page of variables.', VariableList) },
    errors: ['malformedField', 'buildNotFound', 'objectsAway'],
    credential: 'any',
  }),
} as const
