import { expect, test } from 'vitest'
import { firstWords, nameOf } from './source-name.ts'

test('a program is called by the first line that says something', () => {
  expect(firstWords('#include <stdio.h>\n\n/* Length of a gauge block */\nint main(void) {}')).toBe('Length of a gauge block')
  expect(firstWords('/*\n * Drift of a sensor\n */\n')).toBe('Drift of a sensor')
  expect(firstWords('#include <uxhw.h>\nint main(void) { return 0; }')).toBe('int main(void) { return 0; }')
  expect(firstWords('')).toBe('Program')
})
test('a run of a repository is called by its address', () => {
  const Application = { Type: 'Repository', Repository: { RemoteURL: 'https://git.example/ada/gauge.git' } }
  expect(nameOf({ Application } as unknown as Parameters<typeof nameOf>[0])).toBe('git.example/ada/gauge')
})
