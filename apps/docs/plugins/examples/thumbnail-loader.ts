// The bundler's way from the result of a run to its thumbnail.
import type { ExampleResult } from './results.ts'
import { thumbnailOf } from './thumbnail.ts'

export default function load(json: string): string {
  return JSON.stringify(thumbnailOf(JSON.parse(json) as ExampleResult))
}
