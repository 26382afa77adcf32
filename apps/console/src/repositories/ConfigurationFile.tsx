// What the configuration file says, and what is wrong in it. GitHub gives it; of other hosts its text may be pasted, since only a build reads it there.
import { CONFIGURATION_FILES, type Repository } from '@credence/contract'
import { useId } from 'react'
import { isAway } from '../api/github.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { shownName } from '../ui/shown-name.ts'
import { TableScroll } from '../ui/TableScroll.tsx'
import { Waiting } from '../ui/Waiting.tsx'
import { partsOf } from './address.ts'
import type { Remark } from './configuration-file.ts'
import type { Configuration } from './use-configuration.ts'

const GUIDE = '/docs/platform/user-interface/repositories/use-yaml/'

interface ConfigurationFileProps {
  readonly configuration: Configuration
  readonly repository: Repository
  readonly onUse: (words: string) => void
}
export function ConfigurationFile({ configuration, repository, onUse }: ConfigurationFileProps) {
  const { name, text, read, isAbsent, isAsking, error, isPasted, paste } = configuration
  const id = useId()
  const { isGitHub } = partsOf(repository.RemoteURL)
  return (
    <div className="stack">
      {isAsking && <Waiting rows={3} />}
      {error != null &&
        (isAway(error) ? (
          <p className="note">GitHub cannot be reached, so the file cannot be shown. A build reads it.</p>
        ) : (
          <ErrorNote error={error} />
        ))}
      {isAbsent && (
        <p>
          There is no configuration file on this branch. It is called <code>{CONFIGURATION_FILES[0]}</code> and stands at the top; every key of it is
          optional.
        </p>
      )}
      {!isGitHub && !isPasted && (
        <p>Builds read the file and say in their output what is wrong in it. Of this host it cannot be shown before; paste it to check it.</p>
      )}
      {(!isGitHub || isAbsent || isPasted || error != null) && (
        <div className="field">
          <label htmlFor={`${id}-paste`}>Text of a configuration file</label>
          <textarea
            id={`${id}-paste`}
            className="yaml"
            rows={8}
            spellCheck={false}
            value={isPasted ? (text ?? '') : ''}
            onChange={(event) => paste(event.target.value)}
          />
        </div>
      )}
      {read && (
        <>
          {read.faults.length === 0 && read.unknown.length === 0 && <p>Nothing is wrong in {name}.</p>}
          <Remarks title="What is wrong" about="A build leaves the file out, or the entry, and says so." remarks={read.faults} isFault />
          <Remarks title="Keys that nothing reads" about="They are ignored." remarks={read.unknown} />
          {Object.keys(read.minimumCore).length > 0 && (
            <section className="stack" aria-labelledby={`${id}-core`}>
              <h2 id={`${id}-core`}>Smallest core</h2>
              <dl className="job-facts">
                {Object.entries(read.minimumCore).map(([field, value]) => (
                  <Pair key={field} name={field} value={typeof value === 'number' ? value.toLocaleString('en') : String(value)} />
                ))}
              </dl>
              <p className="hint">A build for a smaller core goes ahead, with a note in its output.</p>
            </section>
          )}
          {read.traceVariables.length > 0 && (
            <section className="stack" aria-labelledby={`${id}-traces`}>
              <h2 id={`${id}-traces`}>Trace variables</h2>
              <ul className="stack">
                {read.traceVariables.map(({ File, LineNumber, Expression }) => (
                  <li key={`${File}:${LineNumber}:${Expression}`}>
                    <code>{Expression}</code> at{' '}
                    <code>
                      {File}:{LineNumber}
                    </code>
                  </li>
                ))}
              </ul>
              <p className="hint">They hold where neither the run nor the repository names any.</p>
            </section>
          )}
          {read.argumentSets.length > 0 && (
            <section className="stack" aria-labelledby={`${id}-sets`}>
              <h2 id={`${id}-sets`}>Ready arguments</h2>
              <TableScroll label="Arguments that give one output">
                <table>
                  <thead>
                    <tr>
                      <th scope="col">Output</th>
                      <th scope="col">About</th>
                      <th scope="col">Kind</th>
                      <th scope="col">Arguments</th>
                      <th scope="col">
                        <span className="visually-hidden">Use</span>
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {read.argumentSets.map((set) => (
                      <tr key={`${set.name} ${set.arguments}`}>
                        <td>
                          <bdi>{shownName(set.name)}</bdi>
                        </td>
                        <td>
                          <bdi>{shownName(set.description || '–')}</bdi>
                        </td>
                        <td>{set.object || '–'}</td>
                        <td>
                          <code>{set.arguments}</code>
                        </td>
                        <td>
                          <button
                            type="button"
                            className="button button-small"
                            aria-label={`Use in a run: ${shownName(set.name)}`}
                            onClick={() => onUse(set.arguments)}
                          >
                            Use in a run
                          </button>
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </TableScroll>
            </section>
          )}
          {!isPasted && text !== undefined && (
            <details>
              <summary>{name}</summary>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.1.1) */}
              <section className="build-said" tabIndex={0} aria-label="The file">
                <pre>{text}</pre>
              </section>
            </details>
          )}
        </>
      )}
      <p>
        <a href={GUIDE} target="_blank" rel="noreferrer">
          What the file may say
        </a>
      </p>
    </div>
  )
}

function Remarks({
  title,
  about,
  remarks,
  isFault = false,
}: {
  readonly title: string
  readonly about: string
  readonly remarks: readonly Remark[]
  readonly isFault?: boolean
}) {
  if (remarks.length === 0) return null
  return (
    <section className={`note note-${isFault ? 'danger' : 'warn'}`} aria-label={title}>
      <div>
        <p>
          <b>{title}.</b> {about}
        </p>
        <ul className="causes">
          {remarks.map(({ line, text }) => (
            <li key={`${line} ${text}`}>
              {line !== undefined && <span className="muted">line {line}: </span>}
              <bdi>{shownName(text)}</bdi>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
function Pair({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <bdi>{shownName(value)}</bdi>
      </dd>
    </>
  )
}
