// What the editor says while one types: UxHw functions with signature and meaning from the header, words of the language, identifiers of the file.
import { autocompletion, type Completion, type CompletionContext, type CompletionResult, snippetCompletion } from '@codemirror/autocomplete'
import type { Extension } from '@codemirror/state'
import { EditorView, hoverTooltip } from '@codemirror/view'
import type { Language } from '@credence/contract'
import type { HeaderFunction } from '@credence/ui/uxhw-header'
import { namesIn } from './names-in.ts'

const DOCS = '/docs/uxhw-api/'
const C_WORDS =
  'auto bool break case char const continue default do double else enum extern float for goto if inline int long register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while'
const CPP_WORDS =
  'class constexpr delete explicit false final friend mutable namespace new noexcept nullptr operator override private protected public static_cast template this throw true try catch typename using virtual'
const FORTRAN_WORDS =
  'allocate call do else end endif function if implicit none integer logical parameter print program read real return subroutine then type use write'

/** By name; in Fortran in small letters, as case says nothing there. The header comes with the first word that is typed or pointed at. */
async function functionsOf(language: Language): Promise<ReadonlyMap<string, HeaderFunction>> {
  const { functions, procedures } = await import('./header.ts')
  return language === 'Fortran' ? procedures : functions
}

export function assist(language: Language): Extension {
  const words = wordsOf(language).map((label): Completion => ({ label, type: 'keyword' }))
  let fixed: readonly Completion[] | undefined
  const found = () => functionsOf(language).catch(() => undefined) // offline, and never fetched
  const known = async () => {
    const functions = await found()
    if (functions) fixed ??= [...[...functions.values()].map(completionOf), ...words]
    return fixed ?? words
  }
  return [
    autocompletion({ override: [(context) => complete(context, known)], icons: false }),
    hoverTooltip(async (view, at) => {
      const word = view.state.wordAt(at)
      const name = word ? view.state.sliceDoc(word.from, word.to) : ''
      const one = word && (await found())?.get(language === 'Fortran' ? name.toLowerCase() : name)
      return one ? { pos: word.from, end: word.to, above: true, create: () => ({ dom: explained(one) }) } : null
    }),
    LOOK,
  ]
}

async function complete(context: CompletionContext, known: () => Promise<readonly Completion[]>): Promise<CompletionResult | null> {
  const word = context.matchBefore(/[A-Za-z_]\w*/)
  if (!word || (word.from === word.to && !context.explicit) || (!context.explicit && word.text.length < 2)) return null
  const fixed = await known()
  const taken = new Set(fixed.map(({ label }) => label))
  const own = namesIn(context.state.doc, word.from, word.text.slice(0, 1)).filter((name) => !taken.has(name) && name !== word.text)
  return { from: word.from, options: [...fixed, ...own.map((label): Completion => ({ label, type: 'variable', boost: 1 }))], validFor: /^\w*$/ }
}

function completionOf(each: HeaderFunction): Completion {
  const { name, parameters, section } = each
  const fields = parameters.map((parameter) => `\${${nameOf(parameter)}}`).join(', ')
  return snippetCompletion(`${name}(${fields})`, {
    label: name,
    type: 'function',
    detail: section,
    info: () => explained(each),
    boost: name.includes('Double') ? 2 : 0,
  })
}
/** `double mu` is mu, `double (*f)(double)` is f. */
const nameOf = (parameter: string): string => /\(\*(\w+)\)/.exec(parameter)?.[1] ?? /(\w+)(?:\[\])?$/.exec(parameter)?.[1] ?? 'value'

function explained({ signature, about }: HeaderFunction): HTMLElement {
  const box = document.createElement('div')
  box.className = 'assist'
  const code = box.appendChild(document.createElement('code'))
  code.textContent = signature
  code.style.whiteSpace = 'pre-wrap' // an interface of Fortran has lines
  const text = box.appendChild(document.createElement('p'))
  text.textContent = about
  const link = box.appendChild(document.createElement('a'))
  link.href = DOCS
  link.target = '_blank'
  link.rel = 'noopener'
  link.textContent = 'UxHw in the documentation'
  return box
}

function wordsOf(language: Language): string[] {
  const words = language === 'Fortran' ? FORTRAN_WORDS : language === 'C' ? C_WORDS : `${C_WORDS} ${CPP_WORDS}`
  return words.split(' ')
}

const LOOK = EditorView.theme({
  '.cm-tooltip': { backgroundColor: 'var(--cr-paper)', color: 'var(--cr-ink)', border: '1px solid var(--cr-line)', boxShadow: 'var(--cr-shadow)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--cr-accent-soft)', color: 'var(--cr-ink)' },
  '.cm-completionDetail': { color: 'var(--cr-muted)', fontStyle: 'normal' },
  '.cm-panels': { backgroundColor: 'var(--cr-surface)', color: 'var(--cr-ink)' },
})
