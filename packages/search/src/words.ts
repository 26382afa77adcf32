// How text becomes search terms: words, and the parts of names such as UxHwDoubleQuantile or builds-source-code.

const STOP_WORDS = new Set(
  'a an and are as at be by can do does for from has have how i in is it like look looks my of on or so than that the their them then there these this to was we what when where which who why will with you your'.split(
    ' ',
  ),
)

/** Terms of a text, lower case; names give themselves and their parts. */
export function terms(text: string): string[] {
  const found: string[] = []
  for (const word of text
    .normalize('NFKD')
    .replaceAll('%', ' percent ')
    .replaceAll('±', ' plus minus ')
    .match(/[\p{L}\p{N}_'’+#./-]*[\p{L}\p{N}+#]/gu) ?? []) {
    const whole = word.replace(/['’]s$|['’]/g, '').toLowerCase()
    found.push(whole)
    const parts = word.split(/[_./-]|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/).filter(Boolean)
    if (parts.length > 1) found.push(...parts.map((part) => part.toLowerCase()))
  }
  return found
}

export const isStopWord = (term: string): boolean => STOP_WORDS.has(term)

/** Terms that carry meaning; a question of stop words alone keeps them. */
export function queryTerms(query: string): string[] {
  const all = [...new Set(terms(query))]
  const meaningful = all.filter((term) => !STOP_WORDS.has(term))
  return meaningful.length ? meaningful : all
}

/** British and American spellings, and plurals, lead to one stem. */
export function stem(term: string): string {
  if (/^[a-z]{2}[b-df-hj-np-rtv-z]s$/.test(term)) return term.slice(0, -1) // keys, runs
  if (/^[a-z]{3}e$/.test(term)) return term.slice(0, -1) // core, as cores
  if (term.length < 5 || /\d/.test(term)) return term
  return term
    .replace(/ies$/, 'y')
    .replace(/acy$/, 'ate')
    .replace(/(?<=[aeiou].*[aeiou]l|[bdgmnprt])(?<=(.))\1(ed|ing)$/, '')
    .replace(/is(e|ed|es|ing|ation|ations)$/, 'iz$1')
    .replace(/(?<=[a-z]{2}[cprstu]t|[aiu]t)ions?$/, '')
    .replace(/izat$/, 'iz')
    .replace(/(?<=ain)ty$/, '')
    .replace(/(ing|ed|es|s|e)$/, '')
    .replace(/our$/, 'or')
}

/** What words of one family begin with, such as `fail` and `failure`, `compile` and `compiler`; also some that only look so. Takes a stem. */
export function rootOf(stem: string): string {
  if (!/^[a-z]+$/.test(stem)) return stem
  const once = withoutEnding(stem)
  return once === stem ? stem : withoutEnding(once)
}
const withoutEnding = (word: string): string =>
  word.replace(/(?<=^.{4,})(er|or|ment|ur|ity|ation|at|al|ly|abl|ibl|nes|iv|ant|ent|anc|enc|ic|iz|est|y|i)$/, '')

/**
 * Words that any question may be put in. A writer says the same without them, so that few sections have them, which makes them look telling; they are
 * not. Verbs and adjectives of everyday English, none of the field's.
 */
const EVERYDAY_STEMS = new Set(
  (
    'able actually add allow already always apply ask assume automatic automatically available avoid become begin best better bring buy call change check choose ' +
    'combine common consider contain correct create decide depend describe different do easy end ensure enter exactly exist expect explain fail few find ' +
    'first follow good guarantee handle help hold include instead involve keep kind know last learn leave less let like list live lose main mark matter ' +
    'more move name necessary new normal now number obtain offer old only open own pass pick possible prepare prevent provide put quick read ready real ' +
    'really receive reduce relate remain remove represent require safe same save see set similar simple single slow small sort specify start state ' +
    'still stop store such support supported take thing think together try turn two type understand want way well work world write wrong yet'
  )
    .split(' ')
    .map(stem),
)
export const isEveryday = (term: string): boolean => EVERYDAY_STEMS.has(stem(term))
