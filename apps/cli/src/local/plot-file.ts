// A plot of a printed value, as a file: SVG or PNG by the name's end.
import { writeFile } from 'node:fs/promises'
import { parseUx } from '@credence/distribution'
import { UsageError } from '../command.ts'

export function checkPlotFile(file: string): void {
  if (!/\.(svg|png)$/i.test(file)) throw new UsageError(`--plot writes .svg or .png, and ${file} is neither`)
}

/** The plot is loaded here, so that commands that draw nothing start without it. */
export async function writePlot(file: string, ux: string): Promise<void> {
  const value = parseUx(ux)
  if (/\.svg$/i.test(file)) {
    const { plotSvg } = await import('@credence/plot')
    await writeFile(file, plotSvg(value))
    return
  }
  const { plotPng } = await import('@credence/plot/png')
  await writeFile(file, await plotPng(value))
}
