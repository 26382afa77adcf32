// Fortran for the editor: words, strings, comments and numbers of free form; no more than colours and comments need.
import { StreamLanguage, type StringStream } from '@codemirror/language'

const KEYWORDS = new Set(
  'allocatable allocate associate backspace block call case character close common complex contains continue cycle data deallocate dimension do double else elseif elsewhere end enddo endif entry equivalence exit external false forall format function go goto if implicit in include inout inquire integer intent interface intrinsic kind logical module namelist none nullify only open optional out parameter pause pointer precision print private procedure program public pure read real recursive result return rewind save select stop subroutine target then to true type use where while write'.split(
    ' ',
  ),
)
const TYPES = new Set(['character', 'complex', 'double', 'integer', 'logical', 'precision', 'real', 'type'])

function token(stream: StringStream): string | null {
  if (stream.eatSpace()) return null
  if (stream.match(/^!.*/)) return 'comment'
  if (stream.match(/^(?:"(?:[^"]|"")*"?|'(?:[^']|'')*'?)/)) return 'string'
  if (stream.match(/^\.(?:and|or|not|eqv|neqv|eq|ne|lt|le|gt|ge|true|false)\./i)) return 'keyword'
  if (stream.match(/^(?:\d+\.?\d*|\.\d+)(?:[de][-+]?\d+)?(?:_\w+)?/i)) return 'number'
  if (stream.match(/^[a-z_]\w*/i)) {
    const word = stream.current().toLowerCase()
    return TYPES.has(word) ? 'typeName' : KEYWORDS.has(word) ? 'keyword' : null
  }
  stream.next()
  return null
}

export const fortran = () => StreamLanguage.define({ name: 'fortran', token, startState: () => ({}), languageData: { commentTokens: { line: '!' } } })
