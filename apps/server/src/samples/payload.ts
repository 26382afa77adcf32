// The distribution that a request to draw or to plot carries.
import { errors, type PayloadRequest } from '@credence/contract'
import { parseUx, type UxValue } from '@credence/distribution'

/**
 * @param query  the payload of the query, where an operation takes it there too
 * @throws ApiError 400 naming `payload` when it is missing or cannot be read
 */
export function readPayload(body: PayloadRequest, query?: string): UxValue {
  const payload = query ?? body.payload ?? body.UxValue
  if (payload === undefined) throw errors.malformedField('payload')
  const value = read(payload.trim())
  if (value.mixture.positions.length === 0) throw errors.malformedField('payload') // without mass there is nothing to draw
  return value
}

function read(payload: string): UxValue {
  try {
    return parseUx(payload)
  } catch (error) {
    // UxSyntaxError and RangeError are the caller's; anything else is ours, but a payload must not be able to make it 5xx.
    if (error instanceof Error) throw errors.malformedField('payload')
    throw error
  }
}
