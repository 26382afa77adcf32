// Admits only modules of the kind that our own toolchain makes: nothing reaches V8 that it need not read. V8 itself checks the types.
import { IMPORTS, PRESSURE, PROGRAM_EXPORTS } from '../abi.ts'
import { ModuleError } from '../binary/bytes.ts'
import { type Module, readModule } from '../binary/module.ts'
import { FUNCREF, I32, TYPE_NAMES } from '../binary/opcodes.ts'
import type { Import } from '../binary/sections/imports.ts'
import type { FunctionType } from '../binary/sections/types.ts'
import { decode } from './code.ts'

/** Functions of WASI preview 1 with parameters and results; i = i32, l = i64. Source: WASI preview 1, docs.md. */
export const WASI: Readonly<Record<string, string>> = {
  args_get: 'ii>i',
  args_sizes_get: 'ii>i',
  environ_get: 'ii>i',
  environ_sizes_get: 'ii>i',
  clock_res_get: 'ii>i',
  clock_time_get: 'ili>i',
  fd_advise: 'illi>i',
  fd_allocate: 'ill>i',
  fd_close: 'i>i',
  fd_datasync: 'i>i',
  fd_fdstat_get: 'ii>i',
  fd_fdstat_set_flags: 'ii>i',
  fd_fdstat_set_rights: 'ill>i',
  fd_filestat_get: 'ii>i',
  fd_filestat_set_size: 'il>i',
  fd_filestat_set_times: 'illi>i',
  fd_pread: 'iiili>i',
  fd_prestat_get: 'ii>i',
  fd_prestat_dir_name: 'iii>i',
  fd_pwrite: 'iiili>i',
  fd_read: 'iiii>i',
  fd_readdir: 'iiili>i',
  fd_renumber: 'ii>i',
  fd_seek: 'ilii>i',
  fd_sync: 'i>i',
  fd_tell: 'ii>i',
  fd_write: 'iiii>i',
  path_create_directory: 'iii>i',
  path_filestat_get: 'iiiii>i',
  path_filestat_set_times: 'iiiilli>i',
  path_link: 'iiiiiii>i',
  path_open: 'iiiiillii>i',
  path_readlink: 'iiiiii>i',
  path_remove_directory: 'iii>i',
  path_rename: 'iiiiii>i',
  path_symlink: 'iiiii>i',
  path_unlink_file: 'iii>i',
  poll_oneoff: 'iiii>i',
  proc_exit: 'i>',
  proc_raise: 'i>i',
  random_get: 'ii>i',
  sched_yield: '>i',
  sock_accept: 'iii>i',
  sock_recv: 'iiiiii>i',
  sock_send: 'iiiii>i',
  sock_shutdown: 'ii>i',
}

/**
 * Passes modules with one memory, at most one table, the instructions of `opcodes.ts` and imports from WASI and the ABI, of exactly these types.
 * @throws ModuleError  that says what is not admitted, and where
 */
export function validateProgram(program: Uint8Array): void {
  const module = readModule(program)
  if (module.memories.length !== 1) throw new ModuleError(`${module.memories.length} memories, not one`, 0)
  if (module.tables.length > 1) throw new ModuleError(`${module.tables.length} tables`, 0)
  if (module.tables.some(({ type }) => type !== FUNCREF)) throw new ModuleError('a table of other things than functions', 0)
  for (const one of module.imports) checkImport(module, one)
  checkExports(module)
  for (const [place, body] of module.bodies.entries()) {
    const type = module.types[module.functions[place]!]
    if (!type) throw new ModuleError(`type ${module.functions[place]} does not exist`, body.start)
    decode(module, body, type)
  }
}

function checkImport(module: Module, { module: from, name, kind, type, mutable, offset }: Import): void {
  if (kind === 'global') {
    if (from === 'ux' && name === PRESSURE && type === I32 && mutable) return
    throw new ModuleError(`global import ${from}.${name} is not admitted`, offset)
  }
  const wanted = wantedType(from, name)
  if (wanted === undefined) throw new ModuleError(`import ${from}.${name} is not admitted`, offset)
  const given = typeText(module.types[type])
  if (given !== wanted) throw new ModuleError(`import ${from}.${name} has type ${given}, not ${wanted}`, offset)
}
/** Names are the engine's to find things by: none twice, and functions of a program do not take its own. */
function checkExports(module: Module): void {
  const reserved: readonly string[] = Object.values(PROGRAM_EXPORTS)
  const seen = new Set<string>()
  for (const { name, kind } of module.exports) {
    if (seen.has(name) || (kind === FUNCTION && reserved.includes(name))) throw new ModuleError(`an export named ${name} is the engine's`, 0)
    seen.add(name)
  }
}
const FUNCTION = 0
/** As parameters > results; absent: no such import. */
function wantedType(from: string, name: string): string | undefined {
  if (from === 'ux' && Object.hasOwn(IMPORTS, name)) {
    const { parameters, result } = IMPORTS[name]!
    return `${parameters.join(' ')} > ${result ?? ''}`
  }
  if (from !== 'wasi_snapshot_preview1' || !Object.hasOwn(WASI, name)) return undefined
  const text = (letters: string) => Array.from(letters, (letter) => (letter === 'i' ? 'i32' : 'i64')).join(' ')
  const [parameters, results] = WASI[name]!.split('>')
  return `${text(parameters!)} > ${text(results!)}`
}
function typeText(type: FunctionType | undefined): string {
  if (!type) return 'none'
  return `${type.parameters.map((one) => TYPE_NAMES[one]).join(' ')} > ${type.results.map((one) => TYPE_NAMES[one]).join(' ')}`
}
