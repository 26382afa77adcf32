// A plot of a printed value, as a file: SVG or PNG by the name's end.
import { access, constants, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseUx } from '@credence/distribution'
import { UsageError } from '../command.ts'

/** Before the program runs: a run may take long. @throws UsageError */
export async function checkPlotFile(file: string): Promise<void> {
  if (!/\.(svg|png)$/i.test(file)) throw new UsageError(`--plot writes .svg or .png, and ${file} is neither`)
  const folder = path.dirname(file)
  await access(folder, constants.W_OK).catch(() => {
    throw new UsageError(`--plot: the folder ${folder} does not exist, or may not be written`)
  })
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
