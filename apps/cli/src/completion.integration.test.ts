// The script for bash in bash itself; those for shells that are not everywhere are held to the rows of the commands.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LANGUAGES } from '@credence/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMMANDS } from './commands.ts'
import { completionScript, SHELLS } from './completion.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'credence-completion-'))
  writeFileSync(join(folder, 'credence'), completionScript('bash', COMMANDS))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** What the Tab key offers behind these words; the last one is being typed. */
function offered(...words: string[]): string[] {
  const line = ['credence', ...words]
  const script = `source ./credence; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _credence; printf '%s\\n' "\${COMPREPLY[@]}"`
  return execFileSync('bash', ['--norc', '-c', script, 'bash', ...line], { cwd: folder, encoding: 'utf8' })
    .split('\n')
    .filter((word) => word !== '')
}

test('first words are commands and groups', () => {
  expect(offered('')).toEqual([...new Set(COMMANDS.map(({ name }) => name.split(' ')[0]))])
  expect(offered('th')).toEqual(['things'])
})
test('second words are those of the group', () => {
  expect(offered('builds', 'c')).toEqual(['create', 'cancel'])
  expect(offered('run', '')).toEqual([])
})
test('words that begin with a dash are options of the command, and what takes one of a few words offers them', () => {
  expect(offered('builds', 'create', 'a.c', '--co')).toEqual(['--core', '--config-mk'])
  expect(offered('builds', 'create', '--language', '')).toEqual([...LANGUAGES])
  expect(offered('run', 'a.c', '--core', 'C0Pro-S')).toEqual(['C0Pro-S+'])
  expect(offered('run', 'a.c', '--he')).toEqual(['--help'])
  expect(offered('builds', 'create', '')).toEqual([])
})
test.each(SHELLS)('the script for %s names every command, and every option of it', (shell) => {
  const script = completionScript(shell, COMMANDS)
  for (const { name, options } of COMMANDS) {
    for (const word of name.split(' ')) expect(script).toContain(word)
    for (const option of Object.keys(options)) expect(script).toContain(shell === 'fish' ? `__credence_is ${name}' -l ${option}` : `--${option}`)
  }
})
