import { RECOMMENDED_SPEC } from '@credence/contract'
import { expect, test } from 'vitest'
import { type SourceSettings, sourcesOf } from './sources.ts'

test('a program is compiled with the config.mk that was sent with it, and without one where none was', async () => {
  const settings = {} as SourceSettings // of repositories alone
  const built = async (more: object) => {
    const source = { Code: 'int main(){}', Language: 'C++', Arguments: '', ...more } as const
    const build = {
      owner: 'usr_0',
      application: { Type: 'SourceCode', SourceCode: source } as const,
      core: RECOMMENDED_SPEC,
      traceVariables: [],
      discoverVariables: false,
    }
    const { files } = await sourcesOf(settings, build, new AbortController().signal)
    return [...files].map(([name, bytes]) => [name, new TextDecoder().decode(bytes)])
  }
  expect(await built({})).toEqual([['main.cpp', 'int main(){}']])
  expect(await built({ ConfigMk: 'CFLAGS += -DX\n' })).toEqual([
    ['main.cpp', 'int main(){}'],
    ['config.mk', 'CFLAGS += -DX\n'],
  ])
  expect(await built({ Code: '      END\n', Language: 'Fortran' })).toEqual([['main.f', '      END\n']])
})
