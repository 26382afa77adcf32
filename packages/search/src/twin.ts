// Where the Markdown twin of a page is.

/** `/docs/api/quickstart/` has its twin at `/docs/api/quickstart.md`, the home page at `/index.md`. */
export function twinOf(path: string): string {
  return path === '/' ? '/index.md' : `${path.replace(/\/$/, '')}.md`
}

/** The not-found page and the search page have none: what they show depends on who asks. */
export function hasTwin(path: string): boolean {
  return path === '/' || !/^\/(404\.html|search\/)?$/.test(path)
}
