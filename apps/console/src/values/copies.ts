// A value as texts for elsewhere: what a program, a paper or another reader of values takes.
import { type UxValue, writeUxBytes } from '@credence/distribution'
import { insertionOf } from './constructor-calls.ts'
import { summaryOf } from './statistics.ts'

/** Ux bytes with two digits each. */
export const hexadecimalOf = (value: UxValue): string => Array.from(writeUxBytes(value, 64), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** As it is stated by the rules of the GUM, for mathematics of LaTeX. */
export function latexOf(value: UxValue): string {
  const text = summaryOf(value)
    .replaceAll('%', '\\%')
    .replaceAll('±', '\\pm')
    .replace(/(?<=[\d)])e([+-]?)0*(\d+)/g, (_, sign: string, digits: string) => ` \\times 10^{${sign === '-' ? '-' : ''}${digits}}`)
    .replaceAll(' to ', ' \\text{ to } ')
    .replace(/\b(?:nan|inf)\b/gi, (word) => `\\mathrm{${word}}`)
  return `$${text}$`
}

/** Lines of C that make the value from weighted samples. */
export function constructorOf(value: UxValue): string {
  const { declaration, call } = insertionOf({ from: 'value', value }, 'x', 'C')
  return `${declaration && `${declaration}\n`}double x = ${call};\n`
}

export const COPIES = { 'Ux bytes': hexadecimalOf, LaTeX: latexOf, C: constructorOf } as const
