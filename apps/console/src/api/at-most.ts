/** Runs what it is given, so many at a time, the rest in its turn. */
export function atMost(count: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let free = count
  const waiting: (() => void)[] = []
  return async (work) => {
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve))
    else free--
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
