// What a page needs of a run.
import { parseUx } from '@credence/distribution'
import { plotFigure, withSparks } from '@credence/plot'
import { firstValue, plotId, plotLabel, RESOLUTION } from '@credence/ui/program/first-value.ts'
import { quantityOf } from '@credence/ui/program/quantity.ts'
import { highlighted } from '../highlight/highlight.ts'
import type { ExampleResult, ShownExample } from './results.ts'

export function shownExample(result: ExampleResult): ShownExample {
  const { id, file, source, language, core, stdout, plainStdout, stderr, notices, module, inputs } = result
  return {
    ...{
      id,
      file,
      source,
      language,
      core,
      stdout: withSparks(stdout),
      plainStdout,
      stderr,
      inputs,
      ...(module && { module }),
      ...(notices && { notices }),
    },
    html: highlighted(source.trimEnd(), PRISM[language]),
    plot: plotOf(result),
  }
}

const PRISM = { C: 'c', 'C++': 'cpp', Fortran: 'fortran' } as const

function plotOf({ id, stdout }: ExampleResult): string | undefined {
  const value = firstValue(stdout)
  if (!value) return undefined
  return plotFigure(parseUx(value.decimal + value.ux), {
    idPrefix: plotId(id),
    title: plotLabel(value),
    resolution: RESOLUTION,
    xAxisLabel: quantityOf(stdout, value),
  })
}
