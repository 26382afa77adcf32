/** A text in the browser's storage; where there is none, it holds as long as the page. */
export function remembered(name: string, fallback: string): { read(): string; write(text: string): void } {
  let here = fallback
  return {
    read() {
      try {
        return localStorage.getItem(name) ?? here
      } catch {
        return here
      }
    },
    write(text) {
      here = text
      try {
        localStorage.setItem(name, text)
      } catch {}
    },
  }
}
