// How text becomes search terms: words, and the parts of names such as UxHwDoubleQuantile or builds-source-code.

const STOP_WORDS = new Set(
  'a an and are as at be by can do does for from has have how i if in is it like look looks my of on or so than that the their them then there these this to was we what when where which who why will with you your'.split(
    ' ',
  ),
)

/** Terms of a text, lower case; names give themselves and their parts. */
export function terms(text: string): string[] {
  const found: string[] = []
  for (const word of text
    .normalize('NFKD')
    .replaceAll('%', ' percent ')
    .match(/[\p{L}\p{N}_'’+#./-]*[\p{L}\p{N}+#]/gu) ?? []) {
    const whole = word.replace(/['’]s$|['’]/g, '').toLowerCase()
    found.push(whole)
    const parts = word.split(/[_./-]|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/).filter(Boolean)
    if (parts.length > 1) found.push(...parts.map((part) => part.toLowerCase()))
  }
  return found
}

/** Terms that carry meaning; a question of stop words alone keeps them. */
export function queryTerms(query: string): string[] {
  const all = [...new Set(terms(query))]
  const meaningful = all.filter((term) => !STOP_WORDS.has(term))
  return meaningful.length ? meaningful : all
}

/** As in the index: a synonym is found by its own spelling as well, so that a typo in it is. */
export function indexTerms(term: string): string | string[] {
  return SYNONYMS.has(term) ? [stem(term), term] : stem(term)
}

/** British and American spellings, plurals and a few synonyms of this field lead to one stem. */
export function stem(term: string): string {
  const plain = SYNONYMS.get(term) ?? term
  if (plain.length < 5 || /\d/.test(plain)) return plain
  return plain
    .replace(/ies$/, 'y')
    .replace(/acy$/, 'ate')
    .replace(/(?<=[aeiou].*[aeiou]l|[bdgmnprt])(?<=(.))\1(ed|ing)$/, '')
    .replace(/is(e|ed|es|ing|ation|ations)$/, 'iz$1')
    .replace(/(ations?|ing|ed|es|s|e)$/, '')
    .replace(/our$/, 'or')
}
const SYNONYMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    normal: 'gauss',
    gaussian: 'gauss',
    stddev: 'deviation',
    variance: 'moment',
    percentile: 'quantile',
    median: 'quantile',
    token: 'key',
    auth: 'authentication',
    login: 'authentication',
    repo: 'repository',
    repos: 'repository',
    chisquared: 'chi2',
    'chi-squared': 'chi2',
    websocket: 'realtime',
    posterior: 'bayes',
    prior: 'bayes',
  }),
)
