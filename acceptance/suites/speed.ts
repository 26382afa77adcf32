// How long a two-line program takes from submit to result, cold and warm, and what each process needs. Figures, and one limit;
// comparisons with peers are in bench/.
import { readFileSync } from 'node:fs'
import type { Report } from '../check.ts'
import type { Platform } from '../platform.ts'

const PROGRAM = '#include <stdio.h>\n#include <uxhw.h>\nint main(void){printf("%f\\n", 1 + UxHwDoubleGaussDist(0, 1));return 0;}\n'

export async function speed(platform: Platform, report: Report): Promise<void> {
  const first = await platform.run(`// cold\n${PROGRAM}`)
  console.log(`      cold: ${first.milliseconds.toFixed(0)} ms from submit to result, of which the task ${first.taskMilliseconds.toFixed(0)} ms`)
  const warm: number[] = []
  const tasks: number[] = []
  for (let run = 0; run < 9; run++) {
    const { milliseconds, taskMilliseconds } = await platform.run(`// warm ${run}\n${PROGRAM}`)
    warm.push(milliseconds)
    tasks.push(taskMilliseconds)
  }
  console.log(`      warm: median ${median(warm).toFixed(0)} ms from submit to result, of which the task ${median(tasks).toFixed(0)} ms`)
  report.atMost('median milliseconds of a trivial task, submitted to completed', median(tasks), 1000)
  for (const pid of platform.processes()) {
    const [name, memory] = [commandOf(pid), residentMegabytes(pid)]
    if (memory > 1) console.log(`      memory: ${memory.toFixed(0).padStart(5)} MB  ${name}`)
  }
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function commandOf(pid: number): string {
  return read(`/proc/${pid}/cmdline`).split('\0').slice(0, 4).join(' ').slice(0, 100)
}

function residentMegabytes(pid: number): number {
  return Number(read(`/proc/${pid}/status`).match(/VmRSS:\s+(\d+)/)?.[1] ?? 0) / 1024
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}
