// A file as far as it can be looked at: text, the first rows of a table with its values, an image.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { bytes } from '../ui/bytes.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Icon } from '../ui/Icon.tsx'
import { shownName } from '../ui/shown-name.ts'
import { TableScroll } from '../ui/TableScroll.tsx'
import { Waiting } from '../ui/Waiting.tsx'
import { nameOf } from './names.ts'
import type { Cell, Content } from './preview-content.ts'

interface PreviewProps {
  readonly path: string
  readonly onDownload: () => void
  readonly onClose: () => void
}
export function Preview({ path, onDownload, onClose }: PreviewProps) {
  const name = nameOf(path)
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'nearest' }) // its result, a promise in some browsers, is no clean-up
  }, [])
  const { data, error, refetch } = useQuery({
    queryKey: ['preview', path],
    queryFn: async ({ signal }): Promise<Content> => (await import('./preview-content.ts')).contentOf(path, signal),
    staleTime: 0,
    gcTime: 0,
    structuralSharing: false, // an image is no plain object
  })
  return (
    <section ref={section} className="panel stack preview" aria-labelledby="preview">
      <div className="row spread">
        <h2 id="preview">
          <bdi>{shownName(name)}</bdi>
        </h2>
        <span className="row">
          <button type="button" className="button button-small" onClick={onDownload}>
            Download
          </button>
          <button type="button" className="icon-button" aria-label="Close the preview" onClick={onClose}>
            <Icon name="close" />
          </button>
        </span>
      </div>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Waiting rows={4} />}
      {data && <Shown content={data} name={name} />}
    </section>
  )
}

function Shown({ content, name }: { readonly content: Content; readonly name: string }) {
  switch (content.kind) {
    case 'image':
      return <Picture image={content.image} name={name} />
    case 'bytes':
      return <p className="muted">This file is not text. Download it to look at it.</p>
    case 'large':
      return <p className="muted">Images up to {bytes(content.bytes)} are shown. Download it to look at it.</p>
    case 'text':
      return content.text === '' ? (
        <p className="muted">The file is empty.</p>
      ) : (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.1.1) */}
          <section className="preview-text" tabIndex={0} aria-label={`Text of ${name}`}>
            <pre>{content.text}</pre>
          </section>
          {content.isCut && <p className="hint">The beginning of it. Download it for all.</p>}
        </>
      )
    case 'table':
      return content.header.length === 0 ? (
        <p className="muted">The table is empty.</p>
      ) : (
        <>
          <TableScroll label={`Rows of ${name}`}>
            <table className="preview-table">
              <thead>
                <tr>
                  {content.header.map((title, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: columns have no identity but their place
                    <th key={index} scope="col">
                      <bdi>{shownName(title)}</bdi>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {content.rows.map((row, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
                  <tr key={at}>
                    {row.map((cell, index) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: as above
                      <td key={index}>
                        <CellText cell={cell} />
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </TableScroll>
          <p className="hint">
            {content.rows.length.toLocaleString('en')} rows{content.isCut && ', the first of more. Download it for all'}.
          </p>
        </>
      )
  }
}

function Picture({ image, name }: { readonly image: Blob; readonly name: string }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(image)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [image])
  return url === undefined ? null : <img className="preview-image" src={url} alt={name} />
}

function CellText({ cell: { text, stated, spark } }: { readonly cell: Cell }) {
  if (stated === undefined) return <bdi>{shownName(text)}</bdi>
  return (
    <span className="first-value" title={`Particle ${text}`}>
      {spark && (
        <svg className="spark" viewBox="0 0 1 1" preserveAspectRatio="none" role="img" aria-label="Distribution">
          <path d={spark.path} />
        </svg>
      )}
      <span className="tabular uncertain">{stated}</span>
    </span>
  )
}
