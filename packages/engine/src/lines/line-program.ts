// The line tables of `.debug_line`: which file and line the compiler made an instruction of.
// Source: DWARF 4 and 5, section 6.2.
import { ModuleError } from '../binary/bytes.ts'
import { type DwarfReader, readForm, readUnits, type Sections } from './dwarf.ts'

/** From `address` to that of the next row. */
export interface Row {
  readonly address: number
  readonly file: number // index in `files`
  readonly line: number // 0: the compiler made the instruction of several lines, or of none
}
/** Consecutive code, usually one function: rows by address. */
export interface Sequence {
  readonly rows: readonly Row[]
  readonly end: number
}
export interface LineTable {
  /** In its section; a unit of `.debug_info` refers to it. */
  readonly offset: number
  /** Paths by the number that rows have, relative to the directory of the compilation or absolute. */
  readonly files: readonly string[]
  /** Those that are in the code. */
  readonly sequences: readonly Sequence[]
}

export function readLineTables(sections: Sections): LineTable[] {
  return readUnits(sections.section('.debug_line'), (unit, offset) => {
    const header = readHeader(unit, sections)
    return { offset, files: header.files, sequences: runProgram(unit, header, sections.codeBytes) }
  })
}

interface Header {
  readonly addressStep: number
  readonly lineBase: number
  readonly lineRange: number
  /** Of each standard opcode the number of its operands; by opcode. */
  readonly operands: readonly number[]
  readonly files: readonly string[]
}
/** Section 6.2.4. Steps to the program. */
function readHeader(unit: DwarfReader, sections: Sections): Header {
  const version = unit.u16()
  if (version < 2 || version > 5) throw new ModuleError(`line table of version ${version}`, unit.at)
  const addressSize = version === 5 ? unit.byte() : 4
  if (version === 5) unit.skip(1) // size of a segment selector
  const program = unit.word() + unit.at
  const addressStep = unit.byte()
  if (version >= 4 && unit.byte() !== 1) throw new ModuleError('a line table for a machine with long instruction words', unit.at)
  unit.skip(1) // whether rows are statements at first
  const lineBase = (unit.byte() << 24) >> 24
  const lineRange = unit.byte()
  if (lineRange === 0) throw new ModuleError('line range of 0', unit.at)
  const operands = [0, ...Array.from({ length: Math.max(0, unit.byte() - 1) }, () => unit.byte())]
  const files = version === 5 ? readFiles(unit, addressSize, sections) : readOldFiles(unit)
  unit.at = program
  return { addressStep, lineBase, lineRange, operands, files }
}

/** Version 5: directory 0 is that of the compilation, file 0 the main source. */
function readFiles(unit: DwarfReader, addressSize: number, sections: Sections): string[] {
  const directories = readEntries(unit, addressSize, sections).map(({ path }) => path)
  return readEntries(unit, addressSize, sections).map(({ path, directory }) => joined(directories[directory], path))
}
function readEntries(unit: DwarfReader, addressSize: number, sections: Sections): { path: string; directory: number }[] {
  const formats = Array.from({ length: unit.byte() }, () => [unit.u32(), unit.u32()] as const)
  return unit.vector(() => {
    let [path, directory] = ['', 0]
    for (const [content, form] of formats) {
      const value = readForm(unit, form, addressSize, sections)
      if (content === 1 && typeof value === 'string') path = value
      else if (content === 2 && typeof value === 'number') directory = value
    }
    return { path, directory }
  })
}
/** Up to version 4: directory 0 is that of the compilation, which is not listed; files are counted from 1. */
function readOldFiles(unit: DwarfReader): string[] {
  const directories = ['']
  for (let path = unit.text(); path !== ''; path = unit.text()) directories.push(path)
  const files = ['']
  for (let path = unit.text(); path !== ''; path = unit.text()) {
    files.push(joined(directories[unit.u32()], path))
    unit.u32() // time
    unit.u32() // length
  }
  return files
}
function joined(directory: string | undefined, path: string): string {
  return path.startsWith('/') || !directory ? path : `${directory}/${path}`
}

/** Section 6.2.5. */
function runProgram(unit: DwarfReader, { addressStep, lineBase, lineRange, operands }: Header, codeBytes: number): Sequence[] {
  const sequences: Sequence[] = []
  let rows: Row[] = []
  let address = 0
  let file = 1
  let line = 1
  const row = () => {
    const last = rows.at(-1)
    if (last?.address === address) rows.pop()
    rows.push({ address, file, line })
  }
  while (!unit.done) {
    const opcode = unit.byte()
    if (opcode >= operands.length) {
      const adjusted = opcode - operands.length
      address += addressStep * Math.floor(adjusted / lineRange)
      line += lineBase + (adjusted % lineRange)
      row()
    } else if (opcode === 0) {
      const length = unit.u32()
      const extended = unit.part(length)
      const kind = extended.byte()
      if (kind === END_SEQUENCE) {
        if (isInCode(rows, address, codeBytes)) sequences.push({ rows, end: address })
        rows = []
        address = 0
        file = 1
        line = 1
      } else if (kind === SET_ADDRESS) {
        address = 0
        for (let byte = 0; !extended.done; byte++) address += extended.byte() * 2 ** (8 * byte)
      }
    } else if (opcode === COPY) row()
    else if (opcode === ADVANCE_PC) address += addressStep * unit.u32()
    else if (opcode === ADVANCE_LINE) line += unit.s32()
    else if (opcode === SET_FILE) file = unit.u32()
    else if (opcode === CONST_ADD_PC) address += addressStep * Math.floor((255 - operands.length) / lineRange)
    else if (opcode === FIXED_ADVANCE_PC) address += unit.u16()
    else for (let count = operands[opcode]!; count > 0; count--) unit.u32()
  }
  return sequences
}
const COPY = 1
const ADVANCE_PC = 2
const ADVANCE_LINE = 3
const SET_FILE = 4
const CONST_ADD_PC = 8
const FIXED_ADVANCE_PC = 9
const END_SEQUENCE = 1
const SET_ADDRESS = 2

/** The linker gives functions that it dropped the address -1 (or 0, where no function is). */
function isInCode(rows: readonly Row[], end: number, codeBytes: number): boolean {
  const first = rows[0]?.address ?? 0
  return first > 0 && end <= codeBytes && rows.every(({ address }, index) => address <= end && (index === 0 || address > rows[index - 1]!.address))
}
