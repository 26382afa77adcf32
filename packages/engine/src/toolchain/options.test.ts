import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compilerOptions, linkerOptions } from './options.ts'

const words = (text: string) => text.split(' ').filter(Boolean)
const passed = (text: string, language: 'c' | 'c++' = 'c', above = 0) => compilerOptions(words(text), language, above)

describe('compiler options', () => {
  test.each([
    '-DDEBUG -DX=1 -UY -DF(a,b)=a+b -DZ=2',
    '-I. -Isubmodule/src -I./ -Idriver/',
    '-std=c11 -O3 -Wextra -Wno-unused -Werror -pedantic -w',
    '-fno-strict-aliasing -fwrapv -funroll-loops -fno-math-errno -ftemplate-depth=512',
    '-includeconfig.h -isystemthird/party',
  ])('%s is passed on', (text) => {
    const { options, notes } = passed(text)
    expect(options.join(' ')).toBe(text)
    expect(notes).toEqual([])
  })

  test('a value that stands apart from its option is joined to it', () => {
    expect(passed('-U Y -D Z=2 -I ./ -isystem third/party -include config.h')).toEqual({
      options: ['-UY', '-DZ=2', '-I./', '-isystemthird/party', '-includeconfig.h'],
      notes: [],
    })
  })

  // The compiler reads the file behind `@` as options, and what begins with `-` as the name of another option.
  test.each(['-I', '-isystem', '-iquote', '-idirafter', '-include', '-D', '-U'])('%s takes no value that begins with @ or -', (name) => {
    for (const value of ['@file', '-ffast-math', '-pch'])
      for (const text of [`${name} ${value}`, `${name}${value}`, `${name} '${value}'`, `'${name}${value}'`]) {
        const { options, notes } = passed(text)
        expect([text, options, notes.length]).toEqual([text, [], 1])
      }
    expect(passed(`${name} '' -w`).options).toEqual(['-w'])
    expect(passed(`-w ${name}`).options).toEqual(['-w'])
  })
  test('whatever the words, what is passed on is words that stand alone', () => {
    const name = fc.constantFrom(
      ...['-I', '-isystem', '-include', '-D', '-U', '-x', '-o', '-Xclang', '-mllvm', '-std=', '-W', '-O', '-l', '-T', '-MF', ''],
    )
    const value = fc.constantFrom(
      ...['@file', '-ffast-math', '-load', 'x', 'X=1', "''", '""', '-', '@', '-include-pch', '/etc', '\\@file', 'c++', '3'],
    )
    const word = fc.tuple(name, fc.constantFrom('', ' '), value).map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.array(word, { maxLength: 5 }), (given) => {
        for (const option of passed(given.join(' ')).options) {
          expect(option).toMatch(/^-(D|U)[A-Za-z]|^-(I|isystem|include)[^-@/]|^-std=|^-W|^-O|^-w$/)
          expect(option).not.toMatch(/^-[^W].*(fast-math|-load)/)
        }
      }),
      { seed: 1, numRuns: 2000 },
    )
  })

  test('checks of undefined behaviour are passed on, and trap', () => {
    expect(passed('-fsanitize=undefined -fno-sanitize-recover=all')).toEqual({
      options: ['-fsanitize=undefined', '-fsanitize-trap=all', '-fno-sanitize-merge'],
      notes: [],
    })
    expect(passed('-fsanitize=null,bounds -fsanitize-trap=all').options).toEqual([
      '-fsanitize=null,bounds',
      '-fsanitize-trap=all',
      '-fno-sanitize-merge',
    ])
    expect(passed('-fsanitize-trap=all')).toEqual({ options: [], notes: [] })
    expect(passed('-fsanitize=undefined,address')).toEqual({
      options: [],
      notes: ['option -fsanitize=undefined,address was ignored: only the checks of -fsanitize=undefined are available here'],
    })
  })
  test.each(['-g', '-ggdb', '-g3', '-fPIC', '-pipe', '-lm', '-MMD', '-fdiagnostics-color=always', '-pthread', '-static'])(
    '%s changes nothing and is dropped silently',
    (text) => {
      expect(passed(text)).toEqual({ options: [], notes: [] })
    },
  )

  test.each([
    ['-fplugin=evil.so', 'not available here'],
    ['-fpass-plugin=evil.so', 'not available here'],
    ['-Xclang -load', 'not available here'],
    ['-mllvm -x', 'not available here'],
    ['@options', 'not available here'],
    ['-B/usr/bin', 'not available here'],
    ['--sysroot=/', 'not available here'],
    ['-Wl,--allow-undefined', 'not available here'],
    ['-Wp,-MD,x', 'not available here'],
    ['-ivfsoverlay', 'not available here'],
    ['-o main', 'the build decides'],
    ['-omain', 'the build decides'],
    ['-S', 'the build decides'],
    ['-x c++', 'the build decides'],
    ['-I/usr/include', 'absolute'],
    ['-I../up', 'leaves the repository'],
    ['-include /etc/passwd', 'absolute'],
    ['-march=native', 'the target is fixed'],
    ['-msimd128', 'the target is fixed'],
    ['-target x86_64', 'the target is fixed'],
    ['-ffast-math', 'NaNs'],
    ['-Ofast', 'NaNs'],
    ['-ffinite-math-only', 'NaNs'],
    ['-fnon-call-exceptions', 'a trap ends the program'],
    ['-fopenmp', 'threads'],
    ['-std=c++14', 'no standard of C'],
    ['source.c', 'not available here'],
  ])('%s is ignored with a note', (text, reason) => {
    const { options, notes } = passed(text)
    expect(options).toEqual([])
    expect(notes).toHaveLength(1)
    expect(notes[0]).toContain(text)
    expect(notes[0]).toContain(reason)
  })

  test('a folder above the build directory is passed where the repository has one', () => {
    expect(passed('-I../include/', 'c', 1).options).toEqual(['-I../include/'])
    expect(passed('-Ia/../../include/', 'c', 1).options).toEqual(['-Ia/../../include/'])
    expect(passed('-I../../include/', 'c', 1).options).toEqual([])
  })
  test('a standard of C is no option of C++', () => {
    expect(passed('-std=c++17', 'c++').options).toEqual(['-std=c++17'])
    expect(passed('-std=gnu11', 'c++').options).toEqual([])
  })
  test('quotes of the shell are removed', () => {
    expect(passed(String.raw`-DNAME=\"a\" -DTEXT='"b c"' "-DX=1"`).options).toEqual(['-DNAME="a"', '-DTEXT="b c"', '-DX=1'])
  })
})

describe('linker options', () => {
  test('libraries that are always linked and options without a meaning are dropped', () => {
    expect(linkerOptions(words('-lm -lstdc++ -lpthread -static -Wl,--gc-sections -s'))).toEqual({ names: [], folders: [], archives: [], notes: [] })
  })
  test('folders and libraries are kept in order', () => {
    expect(linkerOptions(words('-L../libs/ -L . -lfirst -l second libs/own.a'))).toEqual({
      names: ['first', 'second'],
      folders: ['../libs'],
      archives: ['libs/own.a'],
      notes: [],
    })
  })
  test.each(['-Wl,--allow-undefined', '-Wl,--export-all', '@file', '--import-memory', '-T script', '-Wl,-o,/x', '-L/usr/lib'])(
    '%s is ignored with a note',
    (text) => {
      const { names, folders, archives, notes } = linkerOptions(words(text))
      expect([names, folders, archives]).toEqual([[], [], []])
      expect(notes.join()).toContain(`option ${text.split(/[ ,]/)[0]}`)
    },
  )
})
