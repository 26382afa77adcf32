import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { tortureTests } from './gcc-tests.ts'

test.skipIf(existsSync('/usr/src/gcc-12'))('a machine that cannot fetch the tests is told why, and nothing is left behind', async () => {
  const cache = await mkdtemp(join(tmpdir(), 'credence-torture-'))
  vi.stubEnv('PATH', '/nowhere')
  try {
    await expect(tortureTests(cache)).rejects.toThrow(/^Debian's package gcc-12-source is neither installed nor to be fetched \(.*apt-get.*\)$/)
    expect(await readdir(cache)).toEqual([])
  } finally {
    vi.unstubAllEnvs()
    await rm(cache, { recursive: true })
  }
})
