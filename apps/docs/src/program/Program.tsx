// A program of examples/ as the pages show it: source, real output and plot, all in static HTML; and the means to edit and run it in the page.
import CodeBlock from '@site/src/components/CodeBlock'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { ShownExample } from '../../plugins/examples/results.ts'
import Output from './Output.tsx'
import styles from './program.module.css'
import RunNotices from './RunNotices.tsx'
import { isEditOf } from './share.ts'

const Workbench = lazy(() => import('./Workbench.tsx'))

export default function Program({ result }: { result: ShownExample }) {
  const [working, setWorking] = useState(false)
  const [shared, setShared] = useState<string>()
  const opener = useRef<HTMLButtonElement>(null)
  const wasWorking = useRef(false)

  useEffect(() => {
    const open = () => {
      if (!isEditOf(location.hash, result.id)) return
      setShared(location.hash)
      setWorking(true)
    }
    open()
    addEventListener('hashchange', open)
    return () => removeEventListener('hashchange', open)
  }, [result.id])
  useEffect(() => {
    if (wasWorking.current && !working) opener.current?.focus()
    wasWorking.current = working
  }, [working])
  const close = () => {
    setShared(undefined)
    setWorking(false)
  }

  const still = (
    <>
      <CodeBlock language={result.language === 'C' ? 'c' : 'cpp'} html={result.html} />
      <Output pieces={result.stdout} errors={result.stderr} />
      <RunNotices notices={result.notices} />
      {/* Programs that make Markdown of this page have its twin, where the plot is one sentence. */}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made by packages/plot, which escapes its texts */}
      {result.plot ? <figure className={`ux-figure ${styles.plot}`} data-markdown-ignore dangerouslySetInnerHTML={{ __html: result.plot }} /> : null}
    </>
  )
  return (
    <section
      className={styles.program}
      aria-label={`Program ${result.file}`}
      data-example={result.id}
      data-file={result.file}
      data-core={result.core}
    >
      <div className={`${styles.bar} furniture`}>
        <span>
          {result.file}
          {working ? '' : ` on ${result.core}`}
        </span>
        {working ? null : (
          <button type="button" ref={opener} onClick={() => setWorking(true)}>
            Edit and run
          </button>
        )}
      </div>
      {working ? (
        <Suspense fallback={still}>
          <Workbench result={result} shared={shared} onClose={close} />
        </Suspense>
      ) : (
        still
      )}
    </section>
  )
}
