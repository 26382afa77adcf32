// The bundler's way from the result of a run to what pages get of it.
import type { ExampleResult } from './results.ts'
import { shownExample } from './shown.ts'

export default function load(json: string): string {
  return JSON.stringify(shownExample(JSON.parse(json) as ExampleResult))
}
