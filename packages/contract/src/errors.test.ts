import { expect, test } from 'vitest'
import { ApiError, COMMON_ERRORS, DOCUMENTATION_ERRORS, ERROR_EXAMPLES, type ErrorName, errors, PATH_ERRORS, statusName } from './errors.ts'
import type { Operation } from './operation.ts'
import { operations } from './operations.ts'

const rows: Operation[] = Object.values(operations)

test('every error is documented by an operation, common to all, or one of what is no operation', () => {
  const documented = new Set<ErrorName>([...COMMON_ERRORS, ...PATH_ERRORS, ...DOCUMENTATION_ERRORS, ...rows.flatMap((row) => row.errors)])
  expect(Object.keys(errors).filter((name) => !documented.has(name as ErrorName))).toEqual([])
})
test('every documented error is in the catalogue', () => {
  for (const row of rows) for (const name of row.errors) expect(errors, row.summary).toHaveProperty(name)
})
test('no two errors of a status share a text', () => {
  const texts = Object.values(ERROR_EXAMPLES).map((error) => `${error.status} ${error.message}`)
  expect(new Set(texts).size).toBe(texts.length)
})
test('operations with a required body document that it may be missing', () => {
  for (const row of rows) if (row.body && row.bodyRequired) expect(row.errors, row.summary).toContain('emptyBody')
})
test('the texts that clients compare stand unchanged', () => {
  expect(errors.emptyBody()).toMatchObject({ status: 400, message: 'Empty request body' })
  expect(errors.missingPathParameter('TaskID')).toMatchObject({ status: 400, message: "Missing path parameter 'TaskID'" })
  expect(errors.malformedField('Name')).toMatchObject({ status: 400, message: "Missing or malformed 'Name' field" })
  expect(errors.nothingToUpdate()).toMatchObject({ status: 400, message: 'Nothing to update' })
  expect(errors.webhookUrlAndEvents()).toMatchObject({ status: 400, message: 'URL and at least one event are required' })
  expect(errors.githubAuthCodeMissing()).toMatchObject({ status: 400, message: 'GitHub auth code not provided' })
  expect(errors.unauthorized()).toMatchObject({ status: 401, message: 'Not authorized request.' })
  expect(errors.coreLimit()).toMatchObject({ status: 403, message: 'Custom Core limit reached. Please upgrade your account to create more cores.' })
  expect(errors.repositoryLimit()).toMatchObject({
    status: 403,
    message: 'Repositories limit reached. Please upgrade your account to create more repositories.',
  })
  expect(errors.tierLimit()).toMatchObject({ status: 403, message: 'Requested resources exceed your current tier limits' })
  expect(errors.coreNotFound()).toMatchObject({ status: 404, message: 'Core not found' })
  expect(errors.customizationNotFound()).toMatchObject({ status: 404, message: 'Customization not found' })
  expect(errors.githubNotFound()).toMatchObject({ status: 404, message: 'No GitHub integration found' })
})
test('an error answers its name and text, and keeps its cause to itself', () => {
  const cause = new Error('connection refused')
  const error = errors.databaseFailed(cause)
  expect(error).toBeInstanceOf(ApiError)
  expect(error.cause).toBe(cause)
  expect(JSON.parse(JSON.stringify(error))).toEqual({ error: 'Internal Server Error', message: 'Database error. Please contact support.' })
  expect(errors.methodNotAllowed(['GET', 'HEAD', 'POST'])).toMatchObject({
    headers: { allow: 'GET, HEAD, POST' },
    message: 'Use GET or POST on this path',
  })
  expect(statusName(502)).toBe('Internal Server Error')
})
