// The module `uxhw` of Fortran programs: an interface to each function of uxhw.h, under the same name, made from the header.
// Left out is what Fortran cannot call as it stands: functions that take functions, untyped memory or a variable number of arguments.

interface Kind {
  readonly declared: string
  /** It stands for itself; else for an array. */
  readonly isValue: boolean
}
const KINDS: Readonly<Record<string, Kind>> = {
  double: { declared: 'real(8)', isValue: true },
  float: { declared: 'real(4)', isValue: true },
  size_t: { declared: 'integer(4)', isValue: true },
  'double *': { declared: 'real(8)', isValue: false },
  'float *': { declared: 'real(4)', isValue: false },
  'uint8_t *': { declared: 'integer(1)', isValue: false },
}
const RESULTS: Readonly<Record<string, string>> = { double: 'real(8)', float: 'real(4)', size_t: 'integer(4)', ssize_t: 'integer(4)' }
const PROTOTYPE = /^(double|float|void|size_t|ssize_t) (UxHw\w+)\(([^()]*)\);/gm

/** @param header  the text of uxhw.h */
export function uxhwModule(header: string): string {
  const procedures = [...header.matchAll(PROTOTYPE)].flatMap(
    ([, result = '', name = '', parameters = '']) => procedure(result, name, parameters) ?? [],
  )
  return `${HEAD}\n${procedures.join('\n')}\n${PARTICLE}\nend module uxhw\n`
}

const HEAD = `module uxhw
  implicit none
  public`

/** \`uxhw_particle\`: the plain number that an uncertain one shows. */
const PARTICLE = `  interface uxhw_particle
    pure real(8) function uxhw_particle8(value) bind(c, name='fortran_particle8')
      real(8), value :: value
    end function
    pure real(4) function uxhw_particle4(value) bind(c, name='fortran_particle4')
      real(4), value :: value
    end function
  end interface`

function procedure(result: string, name: string, parameters: string): string | undefined {
  const taken: (readonly [name: string, kind: Kind])[] = []
  for (const parameter of parameters.split(',')) {
    const [, type = '', word = ''] = /^\s*(\w+ ?\*?) ?(\w+)$/.exec(parameter.replace(/\s+/g, ' ').trim()) ?? []
    const kind = KINDS[type.trim().replace(/ ?\*$/, ' *')]
    if (!kind) return undefined
    taken.push([word, kind])
  }
  const gives = RESULTS[result]
  const words = taken.map(([word]) => word).join(', ')
  const declared = taken.map(([word, { declared, isValue }]) => `      ${declared}${isValue ? ', value' : ''} :: ${word}${isValue ? '' : '(*)'}`)
  const [begin, end] = gives ? [`${gives} function`, 'function'] : ['subroutine', 'subroutine']
  return [
    '  interface',
    `    ${begin} ${name}(${words}) &`,
    `        bind(c, name='${name}')`,
    ...declared,
    `    end ${end}`,
    '  end interface',
  ].join('\n')
}
