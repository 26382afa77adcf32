// A program of examples/ as the pages show it: source, real output and plot, all in static HTML; and the means to edit and run it in the page.

import { commandFor } from '@credence/ui/program/command.ts'
import { plotId } from '@credence/ui/program/first-value.ts'
import Output from '@credence/ui/program/Output.tsx'
import ProgramFigure from '@credence/ui/program/ProgramFigure.tsx'
import RunNotices from '@credence/ui/program/RunNotices.tsx'
import { isEditOf } from '@credence/ui/program/share.ts'
import styles from '@credence/ui/program.module.css'
import Link from '@docusaurus/Link'
import useDocusaurusContext from '@docusaurus/useDocusaurusContext'
import { usePluginData } from '@docusaurus/useGlobalData'
import CodeBlock from '@site/src/components/CodeBlock'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { EngineGlobalData } from '../../plugins/engine-files/index.ts'
import type { ShownExample } from '../../plugins/examples/results.ts'

const LANGUAGE = { C: 'c', 'C++': 'cpp', Fortran: 'fortran' } as const
const unbuilt = ({ file, language }: ShownExample) =>
  `This copy of the site was made on a machine without a compiler for ${language}, so it has no output to show. With LLVM's flang on your machine (npm run fortran installs it on Debian), run it by: ${commandFor(file)}`
const Workbench = lazy(() => import('@credence/ui/program/Workbench.tsx'))

export default function Program({ result }: { result: ShownExample }) {
  const { cores, files } = usePluginData('engine-files') as EngineGlobalData
  const consoleUrl = String(useDocusaurusContext().siteConfig.customFields?.console ?? '')
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

  const name = result.file.replace(/.*\//, '')
  const help = (page: string) => <Link to={page}>What to do about it</Link>
  const still = (
    <>
      <CodeBlock language={LANGUAGE[result.language]} html={result.html} />
      {result.module ? <Output pieces={result.stdout} errors={result.stderr} /> : <p className={styles.old}>{unbuilt(result)}</p>}
      <RunNotices notices={result.notices} help={help} />
      {result.plot ? <ProgramFigure pieces={result.stdout} still={{ html: result.plot, idPrefix: plotId(result.id) }} /> : null}
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
          <span className={styles.folder}>{result.file.slice(0, -name.length)}</span>
          {name} {working || !result.module ? null : <span className={styles.core}>on {result.core}</span>}
        </span>
        {working || !result.module ? null : (
          <button type="button" ref={opener} onClick={() => setWorking(true)}>
            Edit and run
          </button>
        )}
      </div>
      {working ? (
        <Suspense fallback={still}>
          <Workbench result={result} cores={cores} files={files} consoleUrl={consoleUrl} noticesHelp={help} shared={shared} onClose={close} />
        </Suspense>
      ) : (
        still
      )}
    </section>
  )
}
