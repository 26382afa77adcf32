// What a distribution becomes in a program: the call that makes it, and the lines it needs before.
import type { Language } from '@credence/contract'
import { type Family, formatUx, fromSamples, isPlain, type UxValue, uxValue } from '@credence/distribution'
import { CONSTRUCTORS } from '@credence/ui/laws/constructors.ts'
import { valueOfLaw } from '@credence/ui/laws/placed.ts'

/** A distribution as somebody chose it in the dialog. */
export type Chosen =
  | { readonly from: 'parameters'; readonly family: Family; readonly parameters: readonly number[] }
  | { readonly from: 'numbers'; readonly numbers: readonly number[] }
  | { readonly from: 'value'; readonly value: UxValue }

export interface Insertion {
  /** An array that the call reads, declared before it; empty where none is needed. */
  readonly declaration: string
  readonly call: string
}

/** Numbers that are written into a source; a program reads more of them from a file. */
export const MOST_NUMBERS = 5000
const PER_LINE = 5 // within the 132 columns of a Fortran line

/** @throws RangeError  a parameter outside of its range, or too few or too many numbers; the message is for the reader */
export function distributionOf(chosen: Chosen): UxValue {
  switch (chosen.from) {
    case 'parameters':
      return valueOfLaw(chosen.family, chosen.parameters)
    case 'numbers':
      if (chosen.numbers.length < 2) throw new RangeError('A distribution needs at least two numbers.')
      if (chosen.numbers.length > MOST_NUMBERS)
        throw new RangeError(`${chosen.numbers.length} numbers: at most ${MOST_NUMBERS} are written into a program. Let it read them from a file.`)
      return uxValue(fromSamples(Float64Array.from(chosen.numbers)))
    case 'value':
      return chosen.value
  }
}

/** @param name  of the variable, from which the array before it gets its name */
export function insertionOf(chosen: Chosen, name: string, language: Language): Insertion {
  const number = (x: number) => literal(x, language)
  switch (chosen.from) {
    case 'parameters':
      return { declaration: '', call: `UxHwDouble${CONSTRUCTORS[chosen.family].name}(${chosen.parameters.map(number).join(', ')})` }
    case 'numbers': {
      const items = chosen.numbers.map(number)
      if (language === 'Fortran') return { declaration: '', call: `UxHwDoubleDistFromSamples([ ${folded(items, ' &\n  ')} ], ${items.length})` }
      const array = `${name}Readings`
      return { declaration: `double ${array}[] = {${folded(items)}};`, call: `UxHwDoubleDistFromSamples(${array}, ${items.length})` }
    }
    case 'value': {
      const { mixture, particle } = chosen.value
      if (isPlain(chosen.value)) return { declaration: '', call: number(particle) }
      if (language === 'Fortran') throw new RangeError('Fortran has no constructor of weighted samples: add the value to the arguments and read it.')
      const items = Array.from(mixture.positions, (x, index) => `{${number(x)}, ${number(mixture.masses[index]!)}}`)
      const array = `${name}Samples`
      return {
        declaration: `WeightedDoubleSample ${array}[] = {${folded(items)}};`,
        call: `UxHwDoubleDistFromWeightedSamples(${array}, ${items.length})`,
      }
    }
  }
}

/** The value as an argument of a run. */
export const argumentOf = (value: UxValue): string => (isPlain(value) ? String(value.particle) : formatUx(value, String(value.particle)))

function literal(x: number, language: Language): string {
  if (Number.isFinite(x)) return language === 'Fortran' ? doublePrecision(x) : String(x)
  if (language === 'Fortran') throw new RangeError(`${x} has no literal in Fortran.`)
  return Number.isNaN(x) ? 'NAN' : x > 0 ? 'INFINITY' : '-INFINITY'
}
const doublePrecision = (x: number): string => (String(x).includes('e') ? String(x).replace('e', 'd') : `${x}d0`)

/** Items by the line, so that no line is endless. */
function folded(items: readonly string[], end = '\n  '): string {
  const lines: string[] = []
  for (let at = 0; at < items.length; at += PER_LINE) lines.push(items.slice(at, at + PER_LINE).join(', '))
  return lines.join(`,${end}`)
}
