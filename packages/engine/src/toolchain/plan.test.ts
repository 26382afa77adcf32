import { LIMITS } from '@credence/contract'
import { RECOMMENDED_SPEC as CORE } from '@credence/contract/cores'
import { describe, expect, test } from 'vitest'
import { LOWEST } from '../abi.ts'
import type { CoreSpec } from '../types.ts'
import { memoryLimit, planBuild, STACK, stackSize } from './plan.ts'
import { variantName } from './precompiled.ts'

const encoder = new TextEncoder()
function plan(files: Record<string, string>, core: Partial<CoreSpec> = {}, headers = ['uxhw.h', 'credence/classify.h']) {
  const bytes = new Map(Object.entries(files).map(([path, text]) => [path, encoder.encode(text)]))
  return planBuild(bytes, { ...CORE, ...core }, { wrapped: ['exp'], headers })
}
const sourcesOf = (files: Record<string, string>) => plan(files).compile.map(({ source }) => source)
/** The options of the only source. */
const options = (files: Record<string, string>, core: Partial<CoreSpec> = {}) => plan(files, core).compile[0]!.arguments

describe('sources', () => {
  test('every source below the build directory is compiled, by its extension', () => {
    const { compile } = plan({
      'a.c': '',
      'b.cc': '',
      'c.cpp': '',
      'd.c++': '',
      'e.cp': '',
      'f.cxx': '',
      'g.C': '',
      'h.CPP': '',
      'sub/i.c': '',
      'j.h': '',
      'k.txt': '',
      'l.o': '',
    })
    expect(compile.map(({ source, language }) => `${source} ${language}`)).toEqual([
      'a.c c',
      'b.cc c++',
      'c.cpp c++',
      'd.c++ c++',
      'e.cp c++',
      'f.cxx c++',
      'g.C c++',
      'h.CPP c++',
      'sub/i.c c',
    ])
  })
  test('SOURCES replaces them', () => {
    expect(sourcesOf({ 'a.c': '', 'b.c': '', 'config.mk': 'SOURCES = ./b.c' })).toEqual(['b.c'])
  })
  test('a uxhw.c of the repository is left out', () => {
    expect(sourcesOf({ 'a.c': '', 'uxhw.c': '', 'sub/uxhw.c': '' })).toEqual(['a.c'])
  })
  test('a uxhw.c that SOURCES names is compiled', () => {
    expect(sourcesOf({ 'a.c': '', 'uxhw.c': '', 'config.mk': 'SOURCES=a.c uxhw.c' })).toEqual(['a.c', 'uxhw.c'])
  })
  test('a source above the build directory is compiled only where SOURCES names it', () => {
    expect(sourcesOf({ 'a.c': '', '../common/b.c': '' })).toEqual(['a.c'])
    expect(sourcesOf({ 'a.c': '', '../common/b.c': '', 'config.mk': 'SOURCES = a.c ../common/b.c a.c' })).toEqual(['a.c', '../common/b.c'])
  })
  test('whose name looks like an option or a file of options is passed as a path', () => {
    for (const source of ['-DX.c', '@options.c', '-/a.c', '@dir/a.c']) expect(options({ [source]: '' }).at(-1)).toBe(`./${source}`)
    const { link } = plan({ '-a.c': '', '@b.c': '', '-c.a': '', '@d.a': '', 'config.mk': 'LDFLAGS = @d.a -lx -L@e\nLIBS = -c.a', 'libx.a': '' })
    expect(link.arguments.filter((word) => word.startsWith('@'))).toEqual([])
    expect(link.arguments).toContain('/w/@d.a')
  })
  test('SOURCES may use wildcard, without the configuration of a broken file', () => {
    expect(sourcesOf({ 'a.c': '', 'x/b.c': '', 'config.mk': 'SOURCES = $(wildcard x/*.c)' })).toEqual(['x/b.c'])
  })
  test.each([
    [{ 'a.c': '', 'config.mk': 'SOURCES = missing.c' }, "SOURCES names 'missing.c', which is not in the repository"],
    [{ 'readme.md': '' }, 'there is no source file'],
    [{ 'a.c': '', 'config.mk': 'A = $(A)\nSOURCES = $(A)' }, 'refers to itself'],
    [{ 'a.c': '', '/etc/x': '' }, 'the file name "/etc/x" cannot be used'],
    [{ 'a.c': '', 'x/__proto__/y.h': '' }, 'cannot be used'],
    [{ 'a.c': '', 'config.mk': 'LIBS = -lgsl' }, "the library 'gsl' (-lgsl) is neither in the repository nor on the platform"],
    [{ 'main.c': '', 'config.mk': `X = ${'x'.repeat(300_000)}` }, 'limit of 262144 bytes'],
  ])('%o is an error', (files, message) => {
    expect(plan(files as Record<string, string>).errors.join('\n')).toContain(message)
  })
})

describe('options', () => {
  test('of a C program', () => {
    expect(options({ 'main.c': '' })).toEqual([
      ...['-c', '-o', '-', '-working-directory=/w', '-ivfsoverlay', '/p/overlay.json'],
      ...['-std=gnu17', '-DEMULATOR_STATIC_COMPILATION', '-O2', '-gdwarf-4', '-gline-tables-only', '-ffp-contract=off'],
      ...['-fno-builtin-fabsl', '-fno-builtin-copysignl', '-mllvm', '-wasm-enable-sjlj'],
      ...['-D_WASI_EMULATED_SIGNAL', '-D_WASI_EMULATED_PROCESS_CLOCKS', '-D_WASI_EMULATED_GETPID', '-D_WASI_EMULATED_MMAN'],
      ...['-DUX_TRACKING=1', '-include', '/h/credence/classify.h', '-Wall', '-Wimplicit-function-declaration'],
      ...['-Wno-error=implicit-function-declaration', '-Wno-error=implicit-int', '-Wno-error=int-conversion'],
      ...[
        '-Wno-error=incompatible-function-pointer-types',
        '-fno-color-diagnostics',
        '-fmessage-length=0',
        '-I/h',
        '-I.',
        ...['-Wno-error=format', '-Wno-format-invalid-specifier'],
        'main.c',
      ],
    ])
  })
  test.each([
    [{}, {}, '-O2'],
    [{}, { CorrelationTracking: 'Disable' }, '-O0'],
    [{}, { CorrelationTracking: 'Disable', Microarchitecture: 'Zurich' }, '-O0'],
    [{}, { CorrelationTracking: 'Disable', Microarchitecture: 'Bypass' }, '-O2'],
    [{}, { CorrelationTracking: 'Disable', Microarchitecture: 'Reference' }, '-O2'],
    [{ 'config.mk': 'OPTFLAGS = -O3' }, {}, '-O3'],
    [{ 'config.mk': 'OPTFLAGS = -O1' }, { CorrelationTracking: 'Disable' }, '-O1'],
  ] as const)('%o on %o is optimised with %s', (files, core, expected) => {
    const found = options({ 'main.c': '', ...files }, core).filter((option) => /^-O/.test(option))
    expect(found).toEqual([expected])
  })
  test.each([
    [{ 'main.cpp': '' }, ['-std=c++14']],
    [{ 'main.cpp': '', 'config.mk': '' }, []],
    [{ 'main.cpp': '', 'config.mk': 'CXXFLAGS = -std=c++20' }, ['-std=c++20']],
    [{ 'main.c': '' }, ['-std=gnu17']],
    [{ 'main.c': '', 'config.mk': 'CFLAGS = -std=c99' }, ['-std=c99']],
  ])('%o is compiled with the standard %o', (files, expected) => {
    expect(options(files as unknown as Record<string, string>).filter((option) => option.startsWith('-std='))).toEqual(expected)
  })
  test('a class C0Pro core has no emulator macro and one warning less', () => {
    const given = options({ 'main.c': '' }, { Class: 'C0Pro' })
    expect(given).not.toContain('-DEMULATOR_STATIC_COMPILATION')
    expect(given).toContain('-Wno-sometimes-uninitialized')
  })
  test('a core without tracking says so to the headers', () => {
    expect(options({ 'main.c': '' }, { Microarchitecture: 'Bypass' })).toContain('-DUX_TRACKING=0')
  })
  test('the header of the platform comes before the build directory and the options of the user', () => {
    const given = options({ 'main.c': '', 'config.mk': 'INC = -Iown' })
    expect(given.filter((option) => option.startsWith('-I'))).toEqual(['-I/h', '-Iown', '-I.'])
  })
  test('CFLAGS are for C, CXXFLAGS for C++, INC for both', () => {
    const { compile } = plan({ 'a.c': '', 'b.cpp': '', 'config.mk': 'CFLAGS=-DC\nCXXFLAGS=-DCXX\nINC=-Ii' })
    expect(compile.map((command) => command.arguments.filter((option) => /^-DC|^-Ii/.test(option)))).toEqual([
      ['-Ii', '-DC'],
      ['-Ii', '-DCXX'],
    ])
  })
  test('a configuration reads type, size and tracking of the core', () => {
    const text = 'CFLAGS = -DT=$(REPRESENTATION_TYPE) -DN=$(REPRESENTATION_SIZE) -DK=$(CORRELATION_TRACKING)'
    expect(options({ 'main.c': '', 'config.mk': text })).toEqual(expect.arrayContaining(['-DT=4', '-DN=64', '-DK=Autocorrelation']))
  })
  test('notes are told once, however many sources there are', () => {
    expect(plan({ 'a.c': '', 'b.c': '', 'config.mk': 'CFLAGS = -fplugin=x.so' }).notes).toEqual([
      'option -fplugin=x.so was ignored: it is not available here',
    ])
  })
  test('files above the build directory are seen from it', () => {
    const { directory, compile } = plan({ 'main.c': '', '../include/x.h': '' })
    expect(directory).toBe('/w/d')
    expect(compile[0]!.arguments).toContain('-working-directory=/w/d')
  })
})

describe('precompiled headers', () => {
  const variant = (files: Record<string, string>, core: Partial<CoreSpec> = {}) => {
    const found = plan(files, core).compile[0]!.precompiled
    return found && variantName(found)
  }
  const IOSTREAM = '#include <iostream>\n'
  test.each([
    [{ 'a.cpp': IOSTREAM }, {}, 'iostream-cpp14-O2-tracking1'],
    [{ 'a.cpp': `// x\n # include <iostream>` }, {}, 'iostream-cpp14-O2-tracking1'],
    [{ 'a.cpp': IOSTREAM }, { Class: 'C0Pro' }, 'iostream-cpp14-O2-tracking1'],
    [{ 'a.cpp': IOSTREAM }, { CorrelationTracking: 'Disable' }, 'iostream-cpp14-O0-tracking1'],
    [{ 'a.cpp': IOSTREAM }, { Microarchitecture: 'Bypass' }, 'iostream-cpp14-O2-tracking0'],
    [{ 'a.cpp': IOSTREAM, 'config.mk': 'CXXFLAGS=-std=c++17 -DX -Wextra -Iy -O3' }, {}, 'iostream-cpp17-O2-tracking1'],
    [{ 'a.cpp': IOSTREAM, 'config.mk': '' }, {}, 'iostream-default-O2-tracking1'],
    [{ 'a.cpp': IOSTREAM, 'config.mk': 'CXXFLAGS=-std=c++23' }, {}, 'iostream-cpp23-O2-tracking1'],
    [{ 'a.cpp': '#include "lib/x.h"', 'lib/x.h': '#include "y.h"', 'lib/y.h': `#include "x.h"\n${IOSTREAM}` }, {}, 'iostream-cpp14-O2-tracking1'],
    [{ 'a.cpp': '#include <x.h>', '../inc/x.h': IOSTREAM, 'config.mk': 'CXXFLAGS=-std=c++17\nINC=-I ../inc' }, {}, 'iostream-cpp17-O2-tracking1'],
    [{ 'a.cpp': '#include "x.h"', 'other/x.h': IOSTREAM }, {}, undefined],
    [{ 'a.cpp': IOSTREAM, iostream: '' }, {}, undefined],
    [{ 'a.cpp': '#include <vector>' }, {}, undefined],
    [{ 'a.c': IOSTREAM }, {}, undefined],
    [{ 'a.cpp': IOSTREAM, 'config.mk': 'CXXFLAGS=-fno-rtti' }, {}, undefined],
    [{ 'a.cpp': IOSTREAM, 'config.mk': 'CXXFLAGS=-include x.h' }, {}, undefined],
    [{ 'a.cpp': IOSTREAM, 'config.mk': 'CXXFLAGS=-std=c++98' }, {}, undefined],
    [{ 'a.cpp': IOSTREAM, 'config.mk': 'OPTFLAGS=-Os' }, {}, undefined],
  ] as const)('%o on %o uses %s', (files, core, expected) => {
    expect(variant(files as unknown as Record<string, string>, core as Partial<CoreSpec>)).toBe(expected)
  })
})

describe('link', () => {
  test('memory is whole pages of MemorySize', () => {
    expect(memoryLimit(CORE)).toBe(976 * 65536)
    expect(plan({ 'a.c': '' }).link.arguments).toContain(`--max-memory=${976 * 65536}`)
  })
  test.each([
    [256_000, (3 * 65536) / 4],
    [16_000_000, (244 * 65536) / 4],
    [64_000_000, 8 << 20],
    [512_000_000, (7812 * 65536) / 8],
  ])('the stack of a core of %d bytes has %d: a quarter up to 8 MiB, above that an eighth', (MemorySize, bytes) => {
    expect(stackSize({ ...CORE, MemorySize })).toBe(bytes)
    expect(plan({ 'a.c': '' }, { MemorySize }).link.arguments).toContain(`stack-size=${bytes + LOWEST}`)
  })
  test('the stack is what the documentation says', () => {
    expect(STACK).toEqual(LIMITS.core.stack)
  })
  test('undefined symbols are never allowed', () => {
    expect(plan({ 'a.c': '', 'config.mk': 'LDFLAGS = -Wl,--allow-undefined' }).link.arguments.join(' ')).not.toContain('allow-undefined')
  })
  test('EXTRA_LIBS come before LIBS, found in the folders of LDFLAGS', () => {
    const { link, errors } = plan({
      'a.c': '',
      '../libs/libtwo.a': '',
      'libone.a': '',
      'config.mk': 'LIBS = -ltwo\nEXTRA_LIBS = -lone\nLDFLAGS = -L../libs/',
    })
    expect(errors).toEqual([])
    expect(link.archives).toEqual(['libone.a', '../libs/libtwo.a'])
    expect(link.arguments).toEqual(expect.arrayContaining(['/w/d/libone.a', '/w/libs/libtwo.a']))
  })
  test('the libraries of C++ are linked where there is C++', () => {
    expect(plan({ 'a.c': '' }).link.arguments).not.toContain('-lc++')
    expect(plan({ 'a.c': '', 'b.cpp': '' }).link.arguments).toContain('-lc++')
  })
})
