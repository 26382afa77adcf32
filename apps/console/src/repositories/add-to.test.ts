import { expect, test } from 'vitest'
import { buttonText, connectLink } from './add-to.ts'
import { readAddress } from './address.ts'

test('the link leads back to the repository, whatever its address holds', () => {
  for (const url of ['https://github.com/owner/name', 'https://git.example/a/b(c)&d+e%20"f"<g>']) {
    const link = connectLink('https://platform.example', url)
    expect(new URL(link).pathname).toBe('/repositories')
    expect(new URL(link).searchParams.get('connect')).toBe(url)
  }
  const [, target = ''] = /\)\]\((\S+)\)$/m.exec(buttonText('Markdown', 'https://platform.example', 'https://github.com/owner/name')) ?? []
  expect(target).toBe('https://platform.example/repositories?connect=https://github.com/owner/name#gh-light-mode-only')
  expect(readAddress(new URL(target).searchParams.get('connect') ?? '')).toMatchObject({ address: { url: 'https://github.com/owner/name' } })
})
test('nothing in an address ends the attribute or the link', () => {
  const html = buttonText('HTML', 'https://p.example', 'https://git.example/a"onload="x')
  expect(html).not.toContain('onload="')
  expect(buttonText('Markdown', 'https://p.example', 'https://git.example/a)b')).toContain('a%29b')
})
