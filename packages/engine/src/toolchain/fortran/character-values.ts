// Characters by value, in procedures with BIND(C). flang passes them as arrays of one byte, C as a number that the caller extends by its sign: where they
// meet, a character above 127 would be another number. So arguments and results of this kind become such numbers, in every call and every definition.

/** Those that say nothing of the number. */
const ATTRIBUTES = '(?: (?:noundef|returned))*'
const ONE = String.raw`\[1 x i8\]`
const VALUE = String.raw`(?:%[\w.$-]+|%"[^"]*"|c"[^"]*"|zeroinitializer|poison|undef)`
/** Anything of such a signature: as an argument, or in front of a name that is called or defined. */
const IN_SIGNATURE = new RegExp(String.raw`[(,] ?${ONE}${ATTRIBUTES}(?: ${VALUE})?[,)]|${ONE} [@%]\S+\(`)

const LINE = new RegExp(String.raw`^(?:declare|define|\s.*\bcall)\b.*[(, ]${ONE}`)
const ARGUMENT = new RegExp(`([(,] ?)${ONE}${ATTRIBUTES}(?: (${VALUE}))?(?=[,)])`, 'g')
const RESULT = new RegExp(String.raw`^((?:declare|define|\s.*\bcall)\b[^@%(]*?)${ONE}(?= [@%]\S+\()`)

export function withCharacterValues(ir: string): string {
  if (!IN_SIGNATURE.test(ir)) return ir
  let made = 0
  let body: Definition | undefined
  const rewritten = (line: string): string[] => {
    if (line.startsWith('define ')) {
      const { head, taken, gives } = definitionOf(line)
      body = { taken, gives, isBegun: false }
      return [head]
    }
    if (body && line === '}') {
      body = undefined
      return [line]
    }
    if (!body) return [line.startsWith('declare ') && LINE.test(line) ? signature(line) : line]
    const before: string[] = []
    if (!body.isBegun && !/^\s*(;|#dbg|$)|^[\w.$"-]+:/.test(line)) {
      body.isBegun = true
      before.push(...body.taken.map((name) => `  ${renamed(name)} = insertvalue [1 x i8] poison, i8 ${name}, 0`))
    }
    const own = body.taken.reduce((text, name) => replaceName(text, name, renamed(name)), line)
    const given = body.gives && /^(\s+ret )\[1 x i8\] (.+?)((?:, !.*)?)$/.exec(own)
    if (given) {
      const name = `%character.value.${made++}`
      return [...before, `  ${name} = extractvalue [1 x i8] ${given[2]}, 0`, `${given[1]}i8 ${name}${given[3]}`]
    }
    if (!LINE.test(own)) return [...before, own]
    const called = own.replace(ARGUMENT, (all, start: string, value?: string) => {
      if (value === undefined) return all
      const name = `%character.value.${made++}`
      before.push(`  ${name} = extractvalue [1 x i8] ${value}, 0`)
      return `${start}i8 signext ${name}`
    })
    const result = RESULT.exec(called) && /^(\s+)(\S+) = /.exec(called)
    if (!result) return [...before, called.replace(RESULT, '$1signext i8')]
    const name = `%character.value.${made++}`
    const call = called.replace(RESULT, '$1signext i8').replace(result[0], `${result[1]}${name} = `)
    return [...before, call, `${result[1]}${result[2]} = insertvalue [1 x i8] poison, i8 ${name}, 0`]
  }
  return ir.split('\n').flatMap(rewritten).join('\n')
}

/** A procedure of this IR, while its lines are read. */
interface Definition {
  /** Names of its arguments of this kind. */
  readonly taken: readonly string[]
  readonly gives: boolean
  isBegun: boolean
}
const signature = (line: string): string => line.replace(ARGUMENT, '$1i8 signext').replace(RESULT, '$1signext i8')
function definitionOf(line: string): { head: string; taken: string[]; gives: boolean } {
  const taken: string[] = []
  const head = line.replace(ARGUMENT, (_all, start: string, name: string) => {
    taken.push(name)
    return `${start}i8 signext ${name}`
  })
  return { head: head.replace(RESULT, '$1signext i8'), taken, gives: RESULT.test(head) }
}
const renamed = (name: string): string => `%character.taken.${name.replace(/[%"]/g, '')}`
const replaceName = (line: string, name: string, other: string): string =>
  line.includes(name) ? line.replace(new RegExp(`${name.replace(/[$.]/g, '\\$&')}(?![\\w.$-])`, 'g'), other) : line
