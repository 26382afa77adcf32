// The language of all snippets of the page: one choice, remembered where the browser lets us.

import { LANGUAGES, type SnippetLanguage } from '@credence/contract/reference'
import { useSyncExternalStore } from 'react'

const KEY = 'docusaurus.tab.language'
const listeners = new Set<() => void>()
let chosen: SnippetLanguage | undefined

export function useLanguage(): [SnippetLanguage, (language: SnippetLanguage) => void] {
  const language = useSyncExternalStore(subscribe, current, () => LANGUAGES[0])
  return [language, choose]
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function current(): SnippetLanguage {
  chosen ??= LANGUAGES.find((name) => name === stored()) ?? LANGUAGES[0]
  return chosen
}

function choose(language: SnippetLanguage): void {
  chosen = language
  try {
    localStorage.setItem(KEY, language)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}
