// Schemas become code when they are first needed: of some three hundred of them a process that starts needs none, and compiling them takes most of its start.
// Strict bodies, coerced queries: `?count=5` is a number, `"Precision":"64"` is not.
import AjvCompiler from '@fastify/ajv-compiler'
import SerializerSelector from '@fastify/fast-json-stringify-compiler'

type BuildValidator = AjvCompiler.BuildCompilerFromPool
type Validate = ReturnType<ReturnType<BuildValidator>>
type BuildSerializer = SerializerSelector.SerializerFactory

/** One for all parts of the API that know the same schemas. */
const pool = AjvCompiler()
const serializers = SerializerSelector()

export const buildValidator: BuildValidator = (schemas, options) => {
  const maker = (coerceTypes: boolean | 'array') =>
    once(() =>
      pool(schemas, {
        customOptions: { ...options?.customOptions, coerceTypes, removeAdditional: false, useDefaults: true, allErrors: false },
      }),
    )
  const strict = maker(false)
  const loose = maker('array')
  return (definition) => {
    const compiled = once(() => (isOfBody(definition) ? strict() : loose())(definition))
    const validate = ((data: unknown) => {
      const isValid = compiled()(data)
      validate.errors = compiled().errors ?? null // where Fastify looks for them
      return isValid
    }) as Validate
    return validate
  }
}

export const buildSerializer: BuildSerializer = (schemas, options) => {
  const compile = once(() => serializers(schemas, options))
  return (definition) => {
    const serialize = once(() => compile()(definition))
    return (value) => serialize()(value)
  }
}

/** What Fastify passes is the schema with the part of the request that it is for. */
const isOfBody = (definition: unknown): boolean =>
  typeof definition === 'object' && definition !== null && 'httpPart' in definition && definition.httpPart === 'body'

/** Makes it at the first call. */
function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => {
    made ??= make()
    return made
  }
}
