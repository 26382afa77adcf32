// Figures of a process, counted in memory, and as Prometheus reads them: its text format, version 0.0.4.

export type Labels = Readonly<Record<string, string>>
export interface Sample {
  /** Behind the name of the family, as `_bucket`. */
  readonly suffix?: string
  readonly labels?: Labels
  readonly value: number
}
export interface Family {
  readonly name: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  readonly samples: readonly Sample[]
}
/** What is known only when somebody asks. */
export type Source = () => readonly Family[] | Promise<readonly Family[]>

export interface Counter {
  add(labels?: Labels, by?: number): void
}
export interface Histogram {
  observe(value: number, labels?: Labels): void
}
export interface Registry {
  counter(name: string, help: string): Counter
  /** @param bounds  upper ends of the buckets, growing */
  histogram(name: string, help: string, bounds: readonly number[]): Histogram
  source(source: Source): void
  /** A source that fails is left out: the rest is worth reading then. */
  collect(): Promise<Family[]>
}

/** Of one family: what a client could make grow without end is cut here. */
const MOST_SERIES = 2000

export function openRegistry(onFailure: (cause: unknown) => void = () => {}): Registry {
  const sources: Source[] = []
  return {
    counter(name, help) {
      const series = openSeries(() => ({ value: 0 }))
      sources.push(() => [{ name, type: 'counter', help, samples: series.all.map(([labels, { value }]) => ({ labels, value })) }])
      return {
        add(labels = {}, by = 1) {
          const one = series.of(labels)
          if (one) one.value += by
        },
      }
    },
    histogram(name, help, bounds) {
      const series = openSeries(() => ({ counts: bounds.map(() => 0), count: 0, sum: 0 }))
      sources.push(() => [
        {
          name,
          type: 'histogram',
          help,
          samples: series.all.flatMap(([labels, { counts, count, sum }]) => [
            ...bounds.map((bound, at) => ({ suffix: '_bucket', labels: { ...labels, le: String(bound) }, value: counts[at] ?? 0 })),
            { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: count },
            { suffix: '_sum', labels, value: sum },
            { suffix: '_count', labels, value: count },
          ]),
        },
      ])
      return {
        observe(value, labels = {}) {
          const one = series.of(labels)
          if (!one) return
          one.count++
          one.sum += value
          for (const [at, bound] of bounds.entries()) if (value <= bound) one.counts[at]!++
        },
      }
    },
    source: (source) => void sources.push(source),
    async collect() {
      const found = await Promise.all(
        sources.map(async (source) => {
          try {
            return await source()
          } catch (cause) {
            onFailure(cause)
            return []
          }
        }),
      )
      return found.flat()
    },
  }
}

function openSeries<Value>(fresh: () => Value) {
  const series = new Map<string, readonly [Labels, Value]>()
  return {
    get all() {
      return [...series.values()]
    },
    of(labels: Labels): Value | undefined {
      const key = Object.values(labels).join('\0')
      const found = series.get(key)
      if (found) return found[1]
      if (series.size >= MOST_SERIES) return undefined
      const value = fresh()
      series.set(key, [labels, value])
      return value
    },
  }
}

/** One text of families of several processes; those of a name stand together, as the format asks. */
export function render(families: readonly Family[]): string {
  return [...Map.groupBy(families, ({ name }) => name)]
    .map(([name, same]) => {
      const lines = same.flatMap(({ samples }) =>
        samples.map(({ suffix = '', labels, value }) => `${name}${suffix}${labelText(labels)} ${numberText(value)}`),
      )
      return `${[`# HELP ${name} ${escapeHelp(same[0]!.help)}`, `# TYPE ${name} ${same[0]!.type}`, ...lines].join('\n')}\n`
    })
    .join('')
}

/** The families of a process with its name on each sample. */
export const ofProcess = (process: string, families: readonly Family[]): Family[] =>
  families.map((family) => ({ ...family, samples: family.samples.map((sample) => ({ ...sample, labels: { process, ...sample.labels } })) }))

function labelText(labels: Labels = {}): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${value.replace(/[\\"\n]/g, (each) => (each === '\n' ? '\\n' : `\\${each}`))}"`,
  )
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}
const escapeHelp = (text: string): string => text.replace(/[\\\n]/g, (each) => (each === '\n' ? '\\n' : '\\\\'))
const numberText = (value: number): string =>
  Number.isNaN(value) ? 'NaN' : value === Number.POSITIVE_INFINITY ? '+Inf' : value === Number.NEGATIVE_INFINITY ? '-Inf' : String(value)
