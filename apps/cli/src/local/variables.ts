// The variables of a program, for people or as JSON with the field names of the API.
import type { Variable } from '@credence/engine'
import { json, table } from '../table.ts'

export function listVariables(variables: readonly Variable[], asJson: boolean): string {
  const listed = variables.map(({ name, type, file, line, function: inside }) => ({
    Name: name,
    Type: type,
    File: file,
    Line: line,
    Function: inside,
  }))
  if (asJson) return json(listed)
  return table(
    ['file', 'line', 'function', 'type', 'name'],
    listed.map(({ File, Line, Function: inside, Type, Name }) => [File, String(Line), inside, Type, Name]),
  )
}
