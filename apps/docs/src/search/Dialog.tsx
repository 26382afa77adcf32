// The search pop-up: a modal dialog with a combobox over hits, recents and favourites, and a question mode. Loaded when first opened.

import { type Hit, titleOf, trailOf } from '@credence/search'
import { useHistory } from '@docusaurus/router'
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import Answers from './Answers.tsx'
import { SECTIONS_OF_A_PAGE } from './by-page.ts'
import { destinationOf } from './destination.ts'
import styles from './dialog.module.css'
import HitText from './HitText.tsx'
import { favour, forget, load, type Remembered, remember, save, shownRecents } from './history.ts'
import MissingResult from './MissingResult.tsx'
import { POPULAR } from './popular.ts'
import type { SearchSettings } from './settings.ts'
import { clientFor, textsOf } from './settings.ts'
import { fill } from './texts.ts'
import { useSearch } from './use-search.ts'

export interface DialogProps {
  readonly settings: SearchSettings
  readonly baseUrl: string
  readonly facetFilters: readonly (string | readonly string[])[]
  readonly reportUrl: (query: string) => string
  /** What was typed before the pop-up was there. */
  readonly takeTyped: () => string
  readonly onClose: () => void
}
/** One line the arrow keys can reach. */
interface Option {
  readonly id: string
  readonly group: string
  readonly body: ReactNode
  readonly go: () => void
  readonly actions?: ReactNode
}

/** Enter in an empty search with nothing remembered leads nowhere. */
const NONE = -1
export default function Dialog({ settings, baseUrl, facetFilters, reportUrl, takeTyped, onClose }: DialogProps) {
  const texts = textsOf(settings)
  const client = clientFor(settings, baseUrl)
  const router = useHistory()
  const dialog = useRef<HTMLDialogElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const base = useId()
  const [query, setQuery] = useState('')
  const [asking, setAsking] = useState(false)
  const [question, setQuestion] = useState('')
  const [chosen, setChosen] = useState({ of: '', index: 0 })
  const [saved, setSaved] = useState(() => load(storage()))
  const request = useMemo(() => ({ query, hitsPerPage: 20, distinct: SECTIONS_OF_A_PAGE, facetFilters }), [query, facetFilters])
  const state = useSearch(client.search, request)

  // Before the next key can come, which is typed after those that came before.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    input.current?.focus()
    setQuery(takeTyped())
  }, [takeTyped])
  // A new list starts at its first hit; the question above it is one key away.
  const list = `${asking} ${state.query}`
  const remembered = shownRecents(saved).length + saved.favourites.length
  const first = query.trim() ? (settings.askAi && state.result?.hits.length ? 1 : 0) : remembered || asking ? 0 : NONE
  const active = chosen.of === list ? chosen.index : first
  const setActive = (index: number) => setChosen({ of: list, index })

  const update = (next: typeof saved) => {
    setSaved(next)
    save(storage(), next)
  }
  const open = (item: Remembered) => {
    update(remember(saved, item))
    onClose()
    const { to, external } = destinationOf(item.url, settings.externalUrlRegex)
    if (external) window.location.href = to
    else router.push(to)
  }
  const ask = (text: string) => {
    setQuestion(text)
    setQuery('')
    setAsking(true)
  }
  const searchPage = `${baseUrl}${settings.searchPagePath}/?q=${encodeURIComponent(state.query)}`

  const options: Option[] = []
  if (!asking) {
    if (!query.trim()) {
      for (const item of shownRecents(saved))
        options.push({
          id: `r ${item.objectID}`,
          group: texts.recent,
          body: <Where item={item} />,
          go: () => open(item),
          actions: recentActions(item),
        })
      for (const item of saved.favourites)
        options.push({
          id: `f ${item.objectID}`,
          group: texts.favourites,
          body: <Where item={item} />,
          go: () => open(item),
          actions: favouriteActions(item),
        })
      for (const { title, area, url } of POPULAR)
        options.push({
          id: `p ${url}`,
          group: texts.popular,
          body: (
            <span className={styles.destination}>
              <span className={styles.title}>{title}</span> <span className={styles.trail}>{area}</span>
            </span>
          ),
          go: () => {
            onClose()
            router.push(url)
          },
        })
    } else {
      if (settings.askAi)
        options.push({
          id: 'ask',
          group: '',
          body: (
            <span className={styles.ask}>
              {texts.ask} “{query.trim()}”
            </span>
          ),
          go: () => ask(query.trim()),
        })
      for (const hit of state.result?.hits ?? [])
        options.push({ id: hit.objectID, group: groupOf(hit), body: <HitBody hit={hit} />, go: () => open(hit) })
    }
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      if (asking) setAsking(false)
      else onClose()
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (!options.length) return
      event.preventDefault()
      const next = (Math.max(active, event.key === 'ArrowDown' ? NONE : 0) + (event.key === 'ArrowDown' ? 1 : options.length - 1)) % options.length
      setActive(next)
      document.getElementById(`${base}-${next}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && event.target === input.current) {
      event.preventDefault()
      if (asking) {
        if (query.trim()) ask(query.trim())
      } else if (!state.waiting) options[active]?.go()
    }
  }

  const count = state.result?.nbHits ?? 0
  const nothing = !asking && state.query && !state.failed && !state.waiting && count === 0
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={texts.button}
      onKeyDown={onKeyDown}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className={styles.frame}>
        <div className={styles.head}>
          {asking ? (
            <button type="button" className={styles.plain} onClick={() => setAsking(false)}>
              ← <span>{texts.askBack}</span>
            </button>
          ) : null}
          <input
            ref={input}
            className={styles.input}
            type="text"
            role="combobox"
            aria-label={asking ? texts.askPlaceholder : texts.placeholder}
            aria-autocomplete="list"
            aria-expanded={options.length > 0}
            aria-controls={`${base}-list`}
            aria-activedescendant={options.length && active >= 0 ? `${base}-${active}` : undefined}
            placeholder={asking ? texts.askPlaceholder : texts.placeholder}
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            enterKeyHint="go"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
          <button type="button" className={styles.close} onClick={onClose}>
            <span className={styles.status}>{texts.close} </span>
            <kbd>Esc</kbd>
          </button>
        </div>
        <p className={styles.status} role="status">
          {!asking && query.trim() && state.waiting && !state.result ? texts.waiting : ''}
          {!asking && state.query && !state.failed && !state.waiting ? (count === 1 ? texts.countOne : fill(texts.count, { count })) : ''}
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.1.1) */}
        <div className={styles.body} tabIndex={0}>
          {asking ? <Answers question={question} ask={client.ask} settings={settings} texts={texts} onFollow={onClose} /> : null}
          {state.failed && !asking ? (
            <div className={styles.message} role="alert">
              <p>
                <strong>{texts.errorTitle}</strong>
              </p>
              <p>{texts.errorHelp}</p>
            </div>
          ) : null}
          {nothing ? (
            <div className={styles.message}>
              <p>
                {texts.noResults} “<strong>{state.query}</strong>”
              </p>
              <p>{texts.suggested}:</p>
              <ul>
                {state.suggested?.map((text) => (
                  <li key={text}>
                    <button type="button" className={styles.plain} onClick={() => setQuery(text)}>
                      {text}
                    </button>
                  </li>
                ))}
              </ul>
              <MissingResult texts={texts} address={reportUrl(state.query)} />
            </div>
          ) : null}
          {!asking && !query.trim() && !remembered ? <p className={styles.message}>{texts.noRecent}</p> : null}
          {!asking && query.trim() && state.waiting && !state.result ? <p className={styles.message}>{texts.waiting}</p> : null}
          <div id={`${base}-list`} role="listbox" aria-label={texts.button} className={styles.list} hidden={!options.length}>
            {groups(options).map(({ name, members }) => (
              // biome-ignore lint/a11y/useSemanticElements: a group inside a listbox
              <div key={name} role="group" aria-label={name || texts.button}>
                {name ? (
                  <div className={styles.group} role="presentation">
                    {name}
                  </div>
                ) : null}
                {members.map(({ option, index }) => (
                  // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: keys are handled by the combobox
                  <div
                    key={option.id}
                    id={`${base}-${index}`}
                    role="option"
                    aria-selected={index === active}
                    className={styles.option}
                    onMouseMove={() => setActive(index)}
                    onClick={option.go}
                  >
                    {option.body}
                  </div>
                ))}
              </div>
            ))}
          </div>
          {!asking && !query.trim() && remembered ? (
            <div className={styles.manage}>{options.map(({ id, actions }) => (actions ? <div key={id}>{actions}</div> : null))}</div>
          ) : null}
        </div>
        {!asking && state.query && count > 0 && !state.failed ? (
          <div className={styles.foot}>
            <a
              href={searchPage}
              onClick={(event) => {
                event.preventDefault()
                onClose()
                router.push(searchPage)
              }}
            >
              {fill(texts.seeAll, { count })}
            </a>
          </div>
        ) : null}
      </div>
    </dialog>
  )

  function recentActions(item: Remembered) {
    return (
      <>
        <span>{titleOf(item)}</span>
        <button
          type="button"
          className={styles.plain}
          onClick={() => update(favour(saved, item))}
          aria-label={`${texts.saveSearch}: ${titleOf(item)}`}
        >
          ☆
        </button>
        <button
          type="button"
          className={styles.plain}
          onClick={() => update(forget(saved, item.objectID))}
          aria-label={`${texts.removeRecent}: ${titleOf(item)}`}
        >
          ×
        </button>
      </>
    )
  }
  function favouriteActions(item: Remembered) {
    return (
      <>
        <span>{titleOf(item)}</span>
        <button
          type="button"
          className={styles.plain}
          onClick={() => update(forget(saved, item.objectID))}
          aria-label={`${texts.removeFavourite}: ${titleOf(item)}`}
        >
          ×
        </button>
      </>
    )
  }
}

/** Hits are grouped by page; the heading of a group says where the page is. */
const groupOf = ({ hierarchy: { lvl0, lvl1 } }: Hit): string => (lvl0 === lvl1 ? lvl0 : `${lvl0} › ${lvl1}`)

function HitBody({ hit }: { hit: Hit }) {
  const marked = hit._highlightResult?.hierarchy[hit.type]?.value
  return (
    <>
      <span className={styles.title}>
        {marked ? <HitText value={marked} /> : titleOf(hit)}
        {hit.operation ? <code className={styles.endpoint}>{hit.operation}</code> : null}
      </span>
      {hit._snippetResult?.content.value ? (
        <span className={styles.snippet}>
          <HitText value={hit._snippetResult.content.value} />
        </span>
      ) : null}
    </>
  )
}

function Where({ item }: { item: Remembered }) {
  return (
    <>
      <span className={styles.title}>{titleOf(item)}</span>
      <span className={styles.trail}>{trailOf(item).join(' › ')}</span>
    </>
  )
}

/** Options by group, groups in the order of their best member; each keeps its place for the arrow keys. */
function groups(options: readonly Option[]): { name: string; members: { option: Option; index: number }[] }[] {
  const byName = new Map<string, { option: Option; index: number }[]>()
  options.forEach((option, index) => {
    byName.set(option.group, [...(byName.get(option.group) ?? []), { option, index }])
  })
  return [...byName].map(([name, members]) => ({ name, members }))
}

function storage(): Storage | undefined {
  try {
    return window.localStorage
  } catch {
    return undefined
  }
}
