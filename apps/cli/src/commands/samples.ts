// `credence samples` and `credence plot`: draw from a distribution, or draw it, on a platform.
import { writeFile } from 'node:fs/promises'
import { LIMITS, PLOT_STYLES } from '@credence/contract'
import { command, realNumber, UsageError, wholeNumber } from '../command.ts'
import { openClient, PLATFORM_OPTIONS } from '../settings.ts'
import { json } from '../table.ts'

const UX = { name: 'UX', about: 'a Ux string, Ux bytes in hexadecimal, or a number; - reads it from standard input' }
const PIPE = "credence run a.c --json | jq -r '.values[-1].ux'"

export const samples = command({
  name: 'samples',
  summary: 'draw samples from a Ux string',
  description: `Draws samples from a distribution and prints one per line.`,
  positionals: [UX],
  options: {
    count: { type: 'string', short: 'n', value: 'N', about: `how many, at most ${LIMITS.samples.max}; ${LIMITS.samples.default} unless given` },
    ...PLATFORM_OPTIONS,
  },
  examples: [{ line: `${PIPE} | credence samples - --count 10`, about: 'ten samples of the last value that a program printed' }],
  async run({ values, positionals: [ux] }, { terminal, env }) {
    const count = wholeNumber('count', values.count, LIMITS.samples)
    const client = await openClient(values, env)
    const drawn = await client.samples.draw(await payload(ux!), count)
    terminal.out(values.json ? json(drawn.map(asJson)) : drawn.map((sample) => `${sample}\n`).join(''))
    return 0
  },
})

/** As the API sends it: JSON has no NaN and no infinities. */
const asJson = (sample: number): number | string => (Number.isFinite(sample) ? sample : String(sample))

export const plot = command({
  name: 'plot',
  summary: 'draw a Ux string as a picture',
  description: 'Draws a distribution. Prints the link to the picture, or writes it to a file.',
  positionals: [UX],
  options: {
    output: { type: 'string', short: 'o', value: 'FILE', about: 'where to write the PNG; without it the link is printed' },
    label: { type: 'string', short: 'l', value: 'TEXT', about: 'the text under the horizontal axis' },
    style: { type: 'string', value: 'STYLE', about: `${PLOT_STYLES.join(' or ')}; labelled, when absent` },
    'full-resolution': { type: 'boolean', about: 'every Dirac delta instead of few bars' },
    'x-min': { type: 'string', value: 'X', about: 'the left end of the horizontal axis' },
    'x-max': { type: 'string', value: 'X', about: 'the right end of the horizontal axis' },
    'y-min': { type: 'string', value: 'Y', about: 'the lower end of the vertical axis' },
    'y-max': { type: 'string', value: 'Y', about: 'the upper end of the vertical axis' },
    ...PLATFORM_OPTIONS,
  },
  examples: [
    { line: `${PIPE} | credence plot - --output rate.png`, about: 'the last value that a program printed' },
    { line: 'credence plot "$VALUE" --label "Interest rate" --x-min 0', about: 'a link to the picture, with an axis label' },
  ],
  async run({ values, positionals: [ux] }, { terminal, env }) {
    const query = {
      xLimMin: realNumber('x-min', values['x-min']),
      xLimMax: realNumber('x-max', values['x-max']),
      yLimMin: realNumber('y-min', values['y-min']),
      yLimMax: realNumber('y-max', values['y-max']),
      xAxisLabel: values.label,
      fullResolution: values['full-resolution'],
      style: styleNamed(values.style),
    }
    const client = await openClient(values, env)
    const made = await client.plots.create(await payload(ux!), query)
    if (values.output !== undefined) await writeFile(values.output, await client.download(made.presignedURL))
    if (values.json) terminal.out(json(made))
    else if (values.output === undefined) terminal.out(`${made.presignedURL}\n`)
    return 0
  },
})

function styleNamed(word: string | undefined): (typeof PLOT_STYLES)[number] | undefined {
  const style = PLOT_STYLES.find((each) => each === word)
  if (word !== undefined && style === undefined) throw new UsageError(`--style is ${PLOT_STYLES.join(' or ')}, not ${word}`)
  return style
}

/** The payload itself, or what standard input holds. */
async function payload(word: string): Promise<string> {
  if (word !== '-') return word
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString().trim()
}
