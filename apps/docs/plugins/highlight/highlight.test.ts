import { expect, test } from 'vitest'
import { highlighted } from './highlight.ts'

test('C, shell, JSON, TypeScript and Python are coloured; what is in no colour stays bare', () => {
  expect(highlighted('double q = f(0.5); // half', 'c')).toBe(
    '<span class="code-keyword">double</span> q = <span class="code-name">f</span>(<span class="code-number">0.5</span>); <span class="code-comment">// half</span>',
  )
  expect(highlighted('# a\necho "$HOME"', 'bash')).toContain('<span class="code-comment"># a</span>\n')
  expect(highlighted('{"a": [1, true]}', 'json')).toMatch(/code-name">"a"<.*code-number">1<.*code-keyword">true</)
  expect(highlighted('const a = "b"', 'ts')).toBe('<span class="code-keyword">const</span> a = <span class="code-string">"b"</span>')
  expect(highlighted('import os', 'python')).toBe('<span class="code-keyword">import</span> os')
})
test('the text of the page is the code, whatever it holds', () => {
  const code = 'if (a < b && c > "&amp;")\n  puts("<b>");\n'
  const text = highlighted(code, 'cpp').replace(/<[^>]*>/g, '')
  expect(text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')).toBe(code)
  expect(highlighted('a <b> & c', 'text')).toBe('a &lt;b&gt; &amp; c')
})
test('a language without a grammar is named', () => {
  expect(() => highlighted('x', 'cobol')).toThrow('"cobol"')
})
