import { describe, expect, test } from 'vitest'
import { ConfigMkError, evaluateConfigMk } from './config-mk.ts'

const FILES = ['main.c', 'util.c', '.hidden.c', 'driver/sensor.c', 'driver/bus.c', 'driver/deep/x.c', 'lib.cpp', '../common/a.c']

/** One row: what it shows, the text, the variable asked, its words. */
const TABLE: readonly (readonly [string, string, string, string])[] = [
  [
    'a list over several lines, with a trailing backslash',
    'SOURCES = \\\n\tmain.c \\\n\tdriver/sensor.c \\\n\nCFLAGS += -Idriver/ -DDEBUG',
    'SOURCES',
    'main.c driver/sensor.c',
  ],
  ['+= of a variable that is not set', 'CFLAGS += -Idriver/ -DDEBUG', 'CFLAGS', '-Idriver/ -DDEBUG'],
  ['a trailing backslash on the last line of the file', 'SOURCES = a.c b.c \\', 'SOURCES', 'a.c b.c'],
  ['= is expanded when it is read', 'A = $(B)\nB = late', 'A', 'late'],
  [':= is expanded when it is set', 'A := $(B)x\nB = late', 'A', 'x'],
  ['?= keeps a value', 'A = one\nA ?= two', 'A', 'one'],
  ['?= sets a missing one', 'A ?= two', 'A', 'two'],
  ['+= on := expands at once', 'B := b\nA := a\nA += $(B)\nB := c', 'A', 'a b'],
  ['comments', '# all\nA = x # y\nB = z', 'A', 'x'],
  ['an escaped number sign', 'A = -DX=\\#', 'A', '-DX=#'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the braces of make
  ['both brackets', 'A = 1\nC = ${A}$(A)', 'C', '11'],
  ['one-letter references and dollars', 'A = 1\nC = $A-$$', 'C', '1-$'],
  ['computed names', 'N = A\nA = 7\nC = $($(N))', 'C', '7'],
  ['unknown variables are empty', 'C = x$(NOTHING)y', 'C', 'xy'],
  ['wildcard', 'S = $(wildcard *.c)', 'S', 'main.c util.c'],
  ['wildcard with folders', 'S = $(wildcard driver/*.c)', 'S', 'driver/bus.c driver/sensor.c'],
  ['wildcard over folders', 'S = $(wildcard */*.c)', 'S', 'driver/bus.c driver/sensor.c'],
  ['wildcard above the build directory', 'S = $(wildcard ../common/*.c)', 'S', '../common/a.c'],
  ['wildcard keeps a leading ./', 'S = $(wildcard ./*.cpp)', 'S', './lib.cpp'],
  ['several patterns, one without match', 'S = $(wildcard *.cpp *.f90)', 'S', 'lib.cpp'],
  ['patsubst', 'S = $(patsubst %.c,%.o,a.c b.cpp)', 'S', 'a.o b.cpp'],
  ['substitution reference', 'L = a.c b.c\nS = $(L:.c=.o)', 'S', 'a.o b.o'],
  ['substitution reference with %', 'L = a.c b.c\nS = $(L:%.c=x/%.o)', 'S', 'x/a.o x/b.o'],
  ['filter', 'S = $(filter %.c %.cc,a.c b.h c.cc)', 'S', 'a.c c.cc'],
  ['filter-out over wildcard', 'S = $(filter-out util.c,$(wildcard *.c))', 'S', 'main.c'],
  ['subst', 'S = $(subst ee,EE,feet on the street)', 'S', 'fEEt on the strEEt'],
  ['addprefix and addsuffix', 'S = $(addprefix src/,$(addsuffix .c,a b))', 'S', 'src/a.c src/b.c'],
  ['notdir', 'S = $(notdir src/a.c b.c)', 'S', 'a.c b.c'],
  ['sort removes doubles', 'S = $(sort b a b)', 'S', 'a b'],
  ['shell is never run', 'S = x $(shell touch /tmp/never) y', 'S', 'x y'],
  ['rules and their recipes are ignored', 'A = 1\nall: $(A)\n\tA = 2\n\tcc -o x\nB = 3', 'A', '1'],
  ['an assignment behind a rule', 'all:\n\techo\nB = 3', 'B', '3'],
  ['a tab before an assignment outside rules', '\tA = 1', 'A', '1'],
  ['ifeq on a preset', 'ifeq ($(CORRELATION_TRACKING),Disable)\nA = d\nelse\nA = a\nendif', 'A', 'a'],
  ['ifneq and else ifeq', 'ifneq (a,a)\nA = 1\nelse ifeq "x" "x"\nA = 2\nelse\nA = 3\nendif', 'A', '2'],
  ['ifdef', 'D = 1\nifdef D\nA = yes\nendif\nifndef D\nA = no\nendif', 'A', 'yes'],
  ['nested conditionals', 'ifeq (a,b)\nifeq (a,a)\nA = 1\nendif\nelse\nA = 2\nendif', 'A', '2'],
  ['export and override', 'export A = 1\noverride A += 2', 'A', '1 2'],
  ['windows line ends', 'A = 1 \\\r\n  2\r\nB = 3\r\n', 'A', '1 2'],
  ['foreach and if', 'S = $(foreach d,x y,$(if $(filter x,$(d)),$(d).c))', 'S', 'x.c'],
  ['a path with a plus sign', 'S = src/a++.c', 'S', 'src/a++.c'],
]

describe('config.mk', () => {
  test.each(TABLE)('%s', (_title, text, variable, expected) => {
    expect(evaluateConfigMk(text, FILES, { CORRELATION_TRACKING: 'Autocorrelation' }).words(variable).join(' ')).toBe(expected)
  })

  test('a preset may be changed', () => {
    expect(evaluateConfigMk('P += 2', [], { P: '1' }).value('P')).toBe('1 2')
  })
  test('an empty variable counts as not set', () => {
    expect(evaluateConfigMk('SOURCES =', []).isSet('SOURCES')).toBe(false)
  })
  test('a function that is not supported is named', () => {
    expect(evaluateConfigMk('A = $(shell ls)', []).value('A')).toBe('')
    const evaluated = evaluateConfigMk('A := $(shell ls)', [])
    expect(evaluated.notes).toEqual(["config.mk: the function 'shell' is not supported; it gives nothing"])
  })
  test('a variable that refers to itself is an error', () => {
    expect(() => evaluateConfigMk('A = $(A)', []).value('A')).toThrow(ConfigMkError)
  })
  test('doubling a variable again and again is an error, not a full memory', () => {
    const text = `A := 0123456789\n${'A := $(A)$(A)\n'.repeat(60)}`
    expect(() => evaluateConfigMk(text, [])).toThrow('longer than the limit of 1000000 characters')
  })
})
