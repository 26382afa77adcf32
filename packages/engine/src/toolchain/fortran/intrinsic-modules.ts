// The modules that come with flang, for the machine that programs run on: flang's files are those of its own 64-bit machine. Addresses and what
// C counts with them have 4 bytes here, and procedures of real(10), which the machine has not, are left out: a file that names them is refused as a whole.
//
// A file begins with a mark of byte order and `!mod$ v1 sum:` with the sum of everything behind that line, FNV-1a of 64 bits; lines `!need$` hold the
// sums of the modules that it uses.

/** Texts of the files that change, by the name of their module. @param texts  of all that come with flang */
export function intrinsicModules(texts: ReadonlyMap<string, string>): Map<string, string> {
  const changed = new Map<string, string>()
  const sums = new Map<string, string>()
  const pending = new Map([...texts].filter(([name]) => SUPPORTED.has(name)))
  while (pending.size > 0) {
    const ready = [...pending].filter(([, text]) => needs(text).every((name) => !pending.has(name)))
    if (ready.length === 0) break
    for (const [name, text] of ready) {
      pending.delete(name)
      const made = summed(withSums(fitted(name, text), sums))
      sums.set(name, sumOf(made))
      if (made !== text) changed.set(name, made)
    }
  }
  return changed
}

/** Those of other machines and of accelerators keep the sums of the files as they came, and so are refused. */
const SUPPORTED = new Set([
  ...['__fortran_builtins', '__fortran_ieee_exceptions', '__fortran_type_info', 'iso_c_binding', 'iso_fortran_env', 'iso_fortran_env_impl'],
  ...['ieee_arithmetic', 'ieee_exceptions', 'ieee_features', 'flang_debug', 'omp_lib', 'omp_lib_kinds'],
])

const needs = (text: string): string[] => Array.from(text.matchAll(/^!need\$ [0-9a-f]{16} [in] (\w+)$/gm), ([, name = '']) => name)
const withSums = (text: string, sums: ReadonlyMap<string, string>): string =>
  text.replace(/^(!need\$ )([0-9a-f]{16})( [in] )(\w+)$/gm, (_all, mark, sum, how, name) => `${mark}${sums.get(name) ?? sum}${how}${name}`)
const sumOf = (text: string): string => /sum:([0-9a-f]{16})/.exec(text)?.[1] ?? ''
function summed(text: string): string {
  const end = text.indexOf('\n') + 1
  return text.slice(0, end).replace(/sum:[0-9a-f]{16}/, `sum:${fnv(text.slice(end))}`) + text.slice(end)
}
function fnv(text: string): string {
  let hash = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n)
  return hash.toString(16).padStart(16, '0')
}

function fitted(name: string, text: string): string {
  if (name === '__fortran_builtins')
    return text
      .replace(/(type,bind\(c\)::__builtin_c_(?:fun)?ptr\ninteger\()8(\),private::__address)/g, '$14$2')
      .replace(/(__builtin_c_(?:fun)?ptr\(__address=0_)8\)/g, '$14)')
  if (name === 'iso_c_binding') return text.replace(/(::c_(?:long|size_t|intptr_t|ptrdiff_t)=)8_4$/gm, '$14_4')
  if (name === 'ieee_arithmetic') return withoutExtended(text)
  return text
}

/** Without procedures that take or give real(10): their interfaces, and where they are named. */
function withoutExtended(text: string): string {
  const gone = new Set<string>()
  const kept = text.replace(
    /^interface\n(?:[\w ]*(?:function|subroutine) (\w+)\([^)]*\)(?: ?result\(\w+\))?(?:bind\(c\))?\n)[\s\S]*?^end\nend interface\n/gm,
    (block, procedure) => {
      if (!block.includes('real(10)')) return block
      gone.add(procedure)
      return ''
    },
  )
  return kept
    .split('\n')
    .filter((line) => !gone.has(/^(?:private|procedure)::(\w+)$/.exec(line)?.[1] ?? ''))
    .join('\n')
}
