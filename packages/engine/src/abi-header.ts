// `abi.h`: what abi.ts and the families of laws say, for the C sources. Written outside the compile process, which may not read the
// package of the distributions.
import { FAMILIES } from '@credence/distribution'
import { ASKED, BINARY, COMPARED, HANDLE, IMPORTS, MALFORMED, MARK, NO_PARTICLE, PLACE, QUERIES, UNARY, WAYS, WHOLE } from './abi.ts'
import { CONSTRUCTORS } from './constructors.ts'

/** `abi.h` for the C sources: handle constants, operation numbers, imports as C declarations (in programs only). */
export function abiHeader(): string {
  const constants = (prefix: string, names: readonly string[]) =>
    names.map((name, index) => `  UX_${prefix}${name.toUpperCase()} = ${index},`).join('\n')
  const c = { i32: 'int', i64: 'unsigned long long', f32: 'float', f64: 'double' } as const
  const declarations = Object.entries(IMPORTS).map(
    ([name, { parameters, result }]) =>
      `__attribute__((import_module("ux"), import_name("${name}"))) ${result ? c[result] : 'void'} ux_${name}(${parameters.map((type) => c[type]).join(', ') || 'void'});`,
  )
  const constructors = Object.values(CONSTRUCTORS)
    .map(({ name, parameters }) => `_${parameters.length}(${name})`)
    .join(' ')
  return `/* Written from src/abi.ts, which explains it; the families of laws: packages/distribution/src/laws/standard-law.ts. */
#ifndef UX_ABI_H
#define UX_ABI_H
enum ux_unary_op {\n${constants('OP_', UNARY)}\n};
enum ux_binary_op {\n${constants('OP_', BINARY)}\n};
enum ux_family {\n${constants('FAMILY_', FAMILIES)}\n};
enum ux_compared {\n${constants('COMPARED_', COMPARED)}\n};
enum ux_whole {\n${constants('WHOLE_', WHOLE)}\n};
enum ux_asked {\n${constants('ASKED_', ASKED)}\n};
enum ux_place { UX_PLACE_NONE = ${PLACE.none}, UX_PLACE_CALLER = ${PLACE.caller} };
enum ux_way {\n${constants('WAY_', WAYS)}\n};
enum ux_query_kind {\n${constants('QUERY_', QUERIES)}\n};
#define UX_PREFIX64 0x${HANDLE.prefix64.toString(16)}
#define UX_MALFORMED 0x${MALFORMED.toString(16)}ULL
#define UX_MARK_BEGIN ${cString(MARK.begin)}
#define UX_MARK_END ${cString(MARK.end)}
#define UX_NO_PARTICLE 0x${NO_PARTICLE.toString(16)}ULL
#ifdef UX_PROGRAM /* sources that are linked into a program */
#define UX_CONSTRUCTORS(_1, _2, _3) ${constructors}
${declarations.join('\n')}
#endif
#endif
`
}

function cString(text: string): string {
  const characters = Array.from(text, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`)
  return characters.map((character) => `"${character}"`).join(' ') // apart: a hexadecimal escape of C takes every digit that follows
}
