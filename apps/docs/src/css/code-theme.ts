// The colours of code, one theme for light and dark: the tokens of packages/ui change with the page, so the code does without a second drawing.
import type { PrismTheme } from 'prism-react-renderer'

export const codeTheme: PrismTheme = {
  plain: { color: 'var(--cr-code-ink)', backgroundColor: 'var(--cr-surface)' },
  styles: [
    { types: ['comment', 'prolog', 'cdata'], style: { color: 'var(--cr-muted)', fontStyle: 'italic' } },
    { types: ['keyword', 'directive', 'boolean', 'constant', 'builtin', 'selector', 'important'], style: { color: 'var(--cr-info)' } },
    { types: ['string', 'char', 'attr-value', 'regex', 'inserted'], style: { color: 'var(--cr-warn)' } },
    { types: ['number', 'symbol', 'deleted'], style: { color: 'var(--cr-danger)' } },
    { types: ['function', 'class-name', 'tag', 'property', 'attr-name', 'key', 'atrule'], style: { color: 'var(--cr-accent)' } },
  ],
}
