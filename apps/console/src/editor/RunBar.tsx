// Above the source: run and cancel, on which core, with which arguments, where; and what else can be done with a draft.
import { type Core, LANGUAGES, type Language } from '@credence/contract'
import { lazy, Suspense, useId, useState } from 'react'
import { type Draft, fileOf } from '../programs/draft.ts'
import { offersOf } from '../state/actions.ts'
import { isMac, shownChord } from '../state/chords.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { CopyAs } from '../ui/CopyAs.tsx'
import { callOf } from '../ui/copy-as.ts'
import { Icon } from '../ui/Icon.tsx'
import { OnDemandMenu } from '../ui/OnDemandMenu.tsx'
import { EDITOR_ACTIONS, EDITOR_TABLE, type EditorActionId } from './actions.ts'
import type { Place, RunState } from './run-state.ts'

const RunDetails = lazy(async () => ({ default: (await import('./RunDetails.tsx')).RunDetails }))

interface RunBarProps {
  readonly draft: Draft
  readonly cores: readonly Core[]
  readonly core: Core | undefined
  readonly place: Place
  readonly state: RunState
  /** Why it cannot run; empty where it can. */
  readonly blocked: string
  readonly hasVariables: boolean
  readonly onChange: (part: Partial<Draft>) => void
  readonly onPlace: (place: Place) => void
  readonly onAction: (id: EditorActionId) => void
  readonly onDialog: (which: 'drafts' | 'examples') => void
}

/** Those with a button of their own; the rest stand in a menu. */
const BESIDE: readonly EditorActionId[] = ['insert', 'share']
const MORE: typeof EDITOR_TABLE = {
  ...EDITOR_TABLE,
  rows: EDITOR_TABLE.rows.filter(({ id }) => ['sweep', 'reference', 'download', 'new'].includes(id)),
}
const moreMenu = async () => (await import('../ui/ActionMenu.tsx')).ActionMenu
const RUN_KEY = shownChord('Mod-Enter', isMac())

export function RunBar({ draft, cores, core, place, state, blocked, hasVariables, onChange, onPlace, onAction, onDialog }: RunBarProps) {
  const id = useId()
  const [isMore, setMore] = useState(draft.arguments !== '' || draft.runName !== '' || draft.dataSources.length > 0)
  const now = { draft, run: state, blocked }
  const beside = EDITOR_ACTIONS.filter(({ id: each }) => BESIDE.includes(each))
  const more = offersOf(MORE, now, (action) => onAction(action as EditorActionId))
  return (
    <section className="run-bar stack" aria-label="Run">
      <div className="row">
        <button
          type="button"
          className="button button-primary"
          aria-disabled={blocked !== ''}
          aria-describedby={blocked ? `${id}-blocked` : undefined}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          title={blocked || `Run (${RUN_KEY})`}
          onClick={() => onAction('run')}
        >
          <Icon name="play" size={18} /> Run
        </button>
        {state.stage !== 'idle' && (
          <button
            type="button"
            className="button"
            aria-disabled={state.stage === 'cancelling'}
            onClick={() => state.stage === 'active' && onAction('cancel')}
          >
            {state.stage === 'cancelling' ? 'Cancelling …' : 'Cancel'}
          </button>
        )}
        <label className="run-choice">
          <span>Core</span>
          <select value={core?.CoreID ?? ''} onChange={(event) => onChange({ coreId: event.target.value })}>
            {!core && <option value="">Choose a core</option>}
            {cores.map(({ CoreID, Name, Microarchitecture, Precision }) => (
              <option key={CoreID} value={CoreID}>
                {Name} · {Microarchitecture === 'Bypass' ? 'plain numbers' : `${Microarchitecture} ${Precision}`}
              </option>
            ))}
          </select>
        </label>
        <label className="run-choice">
          <span>Language</span>
          <select value={draft.language} onChange={(event) => onChange({ language: event.target.value as Language })}>
            {LANGUAGES.map((language) => (
              <option key={language}>{language}</option>
            ))}
          </select>
        </label>
        <label className="run-choice">
          <span>Where</span>
          <select value={place} onChange={(event) => onPlace(event.target.value as Place)}>
            <option value="platform">Platform</option>
            <option value="browser">This browser</option>
          </select>
        </label>
        <span className="row run-more">
          <button type="button" className="button button-small" aria-expanded={isMore} onClick={() => setMore(!isMore)}>
            Arguments, data, name
          </button>
          <button type="button" className="button button-small" aria-pressed={hasVariables} onClick={() => onAction('variables')}>
            Variables
          </button>
          <button type="button" className="button button-small" onClick={() => onDialog('examples')}>
            Examples
          </button>
          <button type="button" className="button button-small" onClick={() => onDialog('drafts')}>
            Drafts
          </button>
          {beside.map((action) => (
            <ActionButton key={action.id} isSmall obstacle={action.obstacle?.(now)} onAction={() => onAction(action.id)}>
              {action.label}
            </ActionButton>
          ))}
          {core && (
            <CopyAs
              call={callOf(
                'createSourceCodeBuild',
                { body: { Code: draft.source, Language: draft.language, CoreID: core.CoreID, Arguments: draft.arguments } },
                `credence run --core ${core.Name} ${fileOf(draft)}${draft.arguments ? ` -- ${draft.arguments}` : ''}`,
              )}
            />
          )}
          <OnDemandMenu
            label="More to do with this draft"
            icon="more"
            load={moreMenu}
            props={{ label: 'More to do with this draft', offers: more }}
          />
        </span>
      </div>
      {blocked && (
        <p id={`${id}-blocked`} className="hint">
          {blocked}
        </p>
      )}
      {isMore && (
        <Suspense>
          <RunDetails draft={draft} onChange={onChange} />
        </Suspense>
      )}
    </section>
  )
}
