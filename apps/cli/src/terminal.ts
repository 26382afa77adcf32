// Where a command writes: results to standard output, everything else to standard error. Tests pass one of their own.
export interface Terminal {
  /** Results. */
  out(text: string | Uint8Array): void
  /** Messages. */
  error(text: string | Uint8Array): void
  /** A line that the next one replaces, with the seconds it has taken; shown only where someone watches standard error. Empty: clears it. */
  progress(text: string): void
  /** Whether standard output is a screen. */
  readonly isScreen: boolean
  /** Whether standard error is a screen. */
  readonly isErrorScreen: boolean
  /** Whether standard output takes colours. */
  readonly isColourful: boolean
}

/** What takes less is not worth a line that flickers. */
const UNNOTICED_MILLISECONDS = 200
/** What changes with every chunk of a file is written no more often. */
const SHOWN_MILLISECONDS = 100

export function processTerminal(env: NodeJS.ProcessEnv = process.env): Terminal {
  let isShown = false
  /** Its text changed, and the clock will show it. */
  let isDue = false
  let [text, begin, shownAt] = ['', 0, 0]
  let clock: NodeJS.Timeout | undefined
  const show = () => {
    shownAt = performance.now()
    const seconds = Math.floor((shownAt - begin) / 1000)
    const line = seconds === 0 ? text : `${text} … ${seconds} s`
    process.stderr.write(`\r${line.slice(0, (process.stderr.columns || 80) - 1)}\u001b[K`)
    isShown = true
    isDue = false
    clock = setTimeout(show, 1000).unref()
  }
  const clear = () => {
    clearTimeout(clock)
    if (isShown) process.stderr.write('\r\u001b[K')
    isShown = false
    isDue = false
    text = ''
  }
  // A reader that went away (`| head`) is no fault of ours.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit(0)
  })
  const isScreen = process.stdout.isTTY === true
  return {
    isScreen,
    isErrorScreen: process.stderr.isTTY === true,
    isColourful: isScreen && !env['NO_COLOR'] && env['TERM'] !== 'dumb',
    out(text) {
      clear()
      process.stdout.write(text)
    },
    error(text) {
      clear()
      process.stderr.write(text)
    },
    progress(next) {
      if (!process.stderr.isTTY) return
      if (next === '') return clear()
      const now = performance.now()
      if (next !== text) [text, begin] = [next, now]
      if (isDue) return
      clearTimeout(clock)
      if (isShown && now - shownAt >= SHOWN_MILLISECONDS) return show()
      isDue = true
      clock = setTimeout(show, isShown ? SHOWN_MILLISECONDS : UNNOTICED_MILLISECONDS).unref()
    },
  }
}
