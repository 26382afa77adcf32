// The two pattern languages of make: `%` in words, and shell patterns for files.

/** `%` stands for any text, captured as group 1; without it the word itself. */
export function makePattern(pattern: string): RegExp {
  const at = pattern.indexOf('%')
  if (at < 0) return new RegExp(`^${literal(pattern)}$`, 's')
  return new RegExp(`^${literal(pattern.slice(0, at))}(.*)${literal(pattern.slice(at + 1))}$`, 's')
}

/** `*`, `?` and `[…]`, none of which matches a slash. A leading dot of a name is matched by a dot only. */
export function filePattern(pattern: string): RegExp {
  const segments = pattern.split('/').map((segment) => {
    const hidden = /^[*?[]/.test(segment) && segment !== '' ? '(?!\\.)' : ''
    const text = segment.replace(/\*+|\?|\[(!|\^)?([^\]]+)\]|[^*?[]+|\[/g, (part, not: string | undefined, set: string | undefined) => {
      if (part.startsWith('*')) return '[^/]*'
      if (part === '?') return '[^/]'
      if (set !== undefined) return `[${not === undefined ? '' : '^/'}${set.replace(/[\\\]^[]/g, '\\$&')}]`
      return literal(part)
    })
    return hidden + text
  })
  return new RegExp(`^${segments.join('/')}$`)
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
