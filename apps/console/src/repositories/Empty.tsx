import { ActionButton } from '../ui/ActionButton.tsx'

const GUIDE = '/docs/platform/getting-started/repositories/'
/** What a repository can be, small to large; the guide has each with its files. */
const EXAMPLES = [
  { title: 'One file', files: 'src/main.c', about: 'It is compiled, linked and run; nothing else is needed.' },
  {
    title: 'A program with data',
    files: 'src/main.c  inputs/readings.csv  uxhw.yaml',
    about: 'It opens readings.csv; the file beside says which core it needs.',
  },
  {
    title: 'Several sources and a library',
    files: 'src/main.c  src/config.mk  submodules/…',
    about: 'config.mk names sources, options and libraries; submodules are fetched.',
  },
] as const

/** Before the first repository: what one needs, what some look like, and how to connect one. */
export function Empty({ obstacle, onConnect }: { readonly obstacle: string | undefined; readonly onConnect: () => void }) {
  return (
    <section className="panel stack" aria-labelledby="no-repository">
      <h2 id="no-repository">No repository is connected</h2>
      <p>
        A repository needs a folder with C, C++ or Fortran sources, <code>src/</code> unless you name another. Connected once, it runs on any branch,
        commit and core.
      </p>
      <ul className="repository-examples">
        {EXAMPLES.map(({ title, files, about }) => (
          <li key={title}>
            <h3>{title}</h3>
            <pre>{files.split('  ').join('\n')}</pre>
            <p className="small muted">{about}</p>
          </li>
        ))}
      </ul>
      <div className="row">
        <ActionButton look="primary" obstacle={obstacle} onAction={onConnect}>
          Connect your first
        </ActionButton>
        <a href={GUIDE} target="_blank" rel="noreferrer">
          A repository, file by file
        </a>
      </div>
    </section>
  )
}
