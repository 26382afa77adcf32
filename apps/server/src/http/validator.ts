// Strict bodies, coerced queries: `?count=5` is a number, `"Precision":"64"` is not.
import AjvCompiler from '@fastify/ajv-compiler'

type BuildValidator = AjvCompiler.BuildCompilerFromPool

export const buildValidator: BuildValidator = (schemas, options) => {
  const make = (coerceTypes: boolean | 'array') =>
    AjvCompiler()(schemas, {
      customOptions: { ...options?.customOptions, coerceTypes, removeAdditional: false, useDefaults: true, allErrors: false },
    })
  const strict = make(false)
  const loose = make('array')
  return (definition) => (isOfBody(definition) ? strict : loose)(definition)
}

/** What Fastify passes is the schema with the part of the request that it is for. */
const isOfBody = (definition: unknown): boolean =>
  typeof definition === 'object' && definition !== null && 'httpPart' in definition && definition.httpPart === 'body'
