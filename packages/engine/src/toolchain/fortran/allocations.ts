// Memory that flang's IR asks of malloc. It computes sizes in 64 bits and cuts them to the 32 of the machine, and takes what malloc gives without a look: a size
// beyond would be a small one, and address 0 may be written here. So the whole size goes to a function of the runtime, which ends the program where there is no memory.

const CALL = /^(.*?\bcall .*?ptr )@malloc\(i32 (?:noundef )?([^\s)]+)\)/
const CUT = /^\s*(%\S+) = trunc (?:nuw |nsw )*i64 (\S+) to i32\b/

export function withAllocations(ir: string): string {
  if (!ir.includes('@malloc(')) return ir
  let made = 0
  const sizes = new Map<string, string>() // in 64 bits, of this procedure
  const rewritten = (line: string): string => {
    if (line.startsWith('define ')) sizes.clear()
    if (line.startsWith('declare ') && line.includes('@malloc(')) return `${line}\ndeclare noalias noundef ptr @fortran_memory(i64 noundef)`
    const cut = CUT.exec(line)
    if (cut) sizes.set(cut[1]!, cut[2]!)
    const [all, start = '', size = ''] = CALL.exec(line) ?? []
    if (all === undefined) return line
    const call = (bytes: string): string => `${start}@fortran_memory(i64 ${bytes})${line.slice(all.length)}`
    if (/^-?\d+$/.test(size)) return call(String(BigInt.asUintN(32, BigInt(size)) || 1n << 32n)) // one that was cut to nothing: flang asks for one byte at least
    const whole = sizes.get(size)
    if (whole !== undefined) return call(whole)
    const name = `%memory.size.${made++}`
    return `  ${name} = zext i32 ${size} to i64\n${call(name)}`
  }
  return ir.split('\n').map(rewritten).join('\n')
}
