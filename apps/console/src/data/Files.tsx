// One's own storage as a tree: the folder and the file that is looked at stand in the address. Files come in by button, drop or paste.
import type { FileItem } from '@credence/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { type DragEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { operationQuery } from '../api/queries.ts'
import { actionTable, offersOf, usePageActions } from '../state/actions.ts'
import { announce } from '../state/live-region.ts'
import { toast } from '../state/toasts.ts'
import { bytes } from '../ui/bytes.ts'
import { CopyAs } from '../ui/CopyAs.tsx'
import { callOf } from '../ui/copy-as.ts'
import { ErrorNote, messageOf } from '../ui/ErrorNote.tsx'
import { Icon } from '../ui/Icon.tsx'
import { OnDemandMenu } from '../ui/OnDemandMenu.tsx'
import { shownName } from '../ui/shown-name.ts'
import { TableScroll } from '../ui/TableScroll.tsx'
import { Waiting } from '../ui/Waiting.tsx'
import { When } from '../ui/When.tsx'
import { type Found, foundIn, foundInField } from './dropped.ts'
import { folderQuery, linkTo, sorted } from './listing.ts'
import { isFolder, join, nameOf } from './names.ts'
import { Unfinished } from './Unfinished.tsx'
import { UploadList } from './UploadList.tsx'
import { addUploads } from './uploads.ts'

const DeleteFiles = lazy(async () => ({ default: (await import('./DeleteFiles.tsx')).DeleteFiles }))
const NewFolder = lazy(async () => ({ default: (await import('./NewFolder.tsx')).NewFolder }))
const Preview = lazy(async () => ({ default: (await import('./Preview.tsx')).Preview }))
const route = getRouteApi('/inside/data')

const FOLDER_ACTIONS = actionTable<object>('Files', [
  { id: 'upload', label: 'Upload files', key: 'u' },
  { id: 'new', label: 'New folder', key: 'n' },
])
const FILE_ACTIONS = actionTable<FileItem>('File', [
  { id: 'open', label: 'Open', key: 'Enter' },
  { id: 'download', label: 'Download', obstacle: ({ path }) => (isFolder(path) ? 'Folders are downloaded file by file.' : undefined) },
  { id: 'delete', label: 'Delete', key: 'Delete', isDestructive: true },
])

export function Files() {
  const { path = '', file } = route.useSearch()
  const navigate = useNavigate()
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(folderQuery(path))
  const items = sorted(data?.pages.flatMap((page) => page.items) ?? [])
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [dialog, setDialog] = useState<'folder' | readonly FileItem[]>()
  const [isOver, setOver] = useState(false)
  const [selected, setSelected] = useState<string>()
  const files = useRef<HTMLInputElement>(null)
  const folders = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another folder, nothing chosen
  useEffect(() => setChosen(new Set()), [path])
  const open = (item: FileItem) =>
    void navigate({
      to: '/data',
      search: isFolder(item.path) ? { path: item.path.replace(/\/$/, '') } : { ...(path && { path }), file: nameOf(item.path) },
    })
  async function download(given: readonly FileItem[]): Promise<void> {
    try {
      for (const item of given.filter((each) => !isFolder(each.path))) {
        const link = document.createElement('a')
        link.href = await linkTo(item.path)
        link.download = nameOf(item.path)
        link.click()
      }
    } catch (failure) {
      toast(messageOf(failure), 'failed')
    }
  }
  function perform(id: string, item: FileItem) {
    if (id === 'open') open(item)
    if (id === 'download') void download([item])
    if (id === 'delete') setDialog([item])
  }
  const take = (found: readonly Found[]) => {
    if (found.length === 0) return
    addUploads(found.map(({ file: each, path: below }) => ({ file: each, path: join(path, below) })))
    announce(`${found.length} files`)
  }
  // Also while the list is on its way: neither needs it.
  usePageActions(FOLDER_ACTIONS, FOLDER_ACTIONS, (id) => (id === 'upload' ? files.current?.click() : setDialog('folder')))
  const current = items.find((item) => item.path === selected)
  usePageActions(FILE_ACTIONS, current, perform)
  const latest = useRef(take)
  latest.current = take
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const target = event.target as Element | null
      if (!event.clipboardData || event.clipboardData.files.length === 0 || target?.closest('input, textarea, [contenteditable]')) return
      event.preventDefault()
      latest.current([...event.clipboardData.files].map((each) => ({ file: each, path: each.name })))
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
  const drop = async (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(await foundIn(event.dataTransfer))
  }
  const picked = items.filter((item) => chosen.has(item.path))
  const toggle = (item: FileItem) => {
    const next = new Set(chosen)
    if (!next.delete(item.path)) next.add(item.path)
    setChosen(next)
  }
  return (
    <>
      <Quota />
      <div className="row spread">
        <Crumbs path={path} />
        <div className="row">
          <button type="button" className="button button-primary" onClick={() => files.current?.click()}>
            <Icon name="plus" size={18} /> Upload files
          </button>
          <button type="button" className="button" onClick={() => folders.current?.click()}>
            Upload a folder
          </button>
          <button type="button" className="button" onClick={() => setDialog('folder')}>
            New folder
          </button>
          <CopyAs what="the list" call={callOf('listFiles', { query: { path } })} />
          {[files, folders].map((field, index) => (
            <input
              key={index === 0 ? 'files' : 'folder'}
              ref={field}
              type="file"
              multiple
              hidden
              aria-label={index === 0 ? 'Files to upload' : 'Folder to upload'}
              {...(index === 1 && { webkitdirectory: '' })}
              onChange={({ target }) => {
                if (target.files) take(foundInField(target.files))
                target.value = ''
              }}
            />
          ))}
        </div>
      </div>
      <UploadList />
      <Unfinished />
      {picked.length > 0 && (
        <div className="bulk row" role="toolbar" aria-label="Chosen files">
          <b>{picked.length} chosen</b>
          <button type="button" className="button button-small" onClick={() => void download(picked)}>
            Download
          </button>
          <button type="button" className="button button-small button-danger" onClick={() => setDialog(picked)}>
            Delete
          </button>
          <button type="button" className="button button-small" onClick={() => setChosen(new Set())}>
            Choose none
          </button>
        </div>
      )}
      <Suspense>
        {file !== undefined && (
          <Preview
            key={join(path, file)}
            path={join(path, file)}
            onDownload={() => void download([{ path: join(path, file), size: 0, etag: '', last_modified: 0 }])}
            onClose={() => void navigate({ to: '/data', search: path ? { path } : {} })}
          />
        )}
      </Suspense>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: files may be dropped; the buttons do it as well */}
      <div
        className="drop-place"
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => void drop(event)}
      >
        {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
        {isPending && !error && <Waiting rows={5} />}
        {data && items.length === 0 && (
          <p className="panel muted">
            {path === ''
              ? 'Your storage is empty. Drop files here, paste them, or press Upload files. A task finds them as ./sd0/ where your own storage is a data source.'
              : 'This folder is empty. Drop files here.'}
          </p>
        )}
        {items.length > 0 && (
          <FileTable items={items} chosen={chosen} onChoose={setChosen} onToggle={toggle} onSelect={setSelected} onAct={perform} folder={path} />
        )}
        {hasNextPage && (
          <p>
            <button type="button" className="button" aria-disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {isFetchingNextPage ? 'Loading …' : `More than ${items.length.toLocaleString('en')} files: load more`}
            </button>
          </p>
        )}
      </div>
      <Suspense>
        {dialog === 'folder' && <NewFolder folder={path} onClose={() => setDialog(undefined)} />}
        {dialog && dialog !== 'folder' && (
          <DeleteFiles
            items={dialog}
            onClose={(done) => {
              setDialog(undefined)
              if (done) setChosen(new Set())
            }}
          />
        )}
      </Suspense>
    </>
  )
}

interface FileTableProps {
  readonly items: readonly FileItem[]
  readonly folder: string
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (paths: ReadonlySet<string>) => void
  readonly onToggle: (item: FileItem) => void
  readonly onSelect: (path: string) => void
  readonly onAct: (id: string, item: FileItem) => void
}
function FileTable({ items, folder, chosen, onChoose, onToggle, onSelect, onAct }: FileTableProps) {
  const all = items.every(({ path }) => chosen.has(path))
  return (
    <TableScroll label="Files">
      <table className="file-table">
        <thead>
          <tr>
            <th scope="col">
              <input
                type="checkbox"
                aria-label="Choose all loaded files"
                checked={all}
                onChange={() => onChoose(new Set(all ? [] : items.map(({ path }) => path)))}
              />
            </th>
            <th scope="col">Name</th>
            <th scope="col" className="number">
              Size
            </th>
            <th scope="col">Changed</th>
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((item, index) => {
            const name = nameOf(item.path)
            const inFolder = isFolder(item.path)
            return (
              <tr
                key={item.path}
                data-row
                tabIndex={index === 0 ? 0 : -1}
                onFocus={() => onSelect(item.path)}
                onPointerDown={() => onSelect(item.path)}
              >
                <td>
                  <input type="checkbox" aria-label={`Choose ${shownName(name)}`} checked={chosen.has(item.path)} onChange={() => onToggle(item)} />
                </td>
                <th scope="row" className="file-name">
                  <Icon name={inFolder ? 'folder' : 'file'} size={18} />
                  <Link to="/data" search={inFolder ? { path: item.path.replace(/\/$/, '') } : { ...(folder && { path: folder }), file: name }}>
                    <bdi>{shownName(name)}</bdi>
                    {inFolder && <span className="visually-hidden">, folder</span>}
                  </Link>
                </th>
                <td className="number" title={inFolder ? undefined : `${item.size} bytes`}>
                  {inFolder ? '–' : bytes(item.size)}
                </td>
                <td className="nowrap">
                  <When at={item.last_modified * 1000} />
                </td>
                <td>
                  <OnDemandMenu
                    label={`Actions for ${shownName(name)}`}
                    icon="more"
                    load={async () => (await import('../ui/ActionMenu.tsx')).ActionMenu}
                    props={{ label: `Actions for ${shownName(name)}`, offers: offersOf(FILE_ACTIONS, item, onAct) }}
                  />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </TableScroll>
  )
}

/** Else the link to the top would be current in every folder. */
const EXACT = { exact: true, includeSearch: true } as const

function Crumbs({ path }: { readonly path: string }) {
  const parts = path === '' ? [] : path.split('/')
  return (
    <nav aria-label="Folder">
      <ol className="crumbs">
        <li>
          <Link to="/data" search={{}} activeOptions={EXACT} aria-current={path === '' ? 'page' : undefined}>
            Your storage
          </Link>
        </li>
        {parts.map((part, index) => {
          const here = parts.slice(0, index + 1).join('/')
          return (
            <li key={here}>
              <Link to="/data" search={{ path: here }} activeOptions={EXACT} aria-current={here === path ? 'page' : undefined}>
                <bdi>{shownName(part)}</bdi>
              </Link>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

function Quota() {
  const { data: user } = useQuery(operationQuery('getUser', { path: { UserID: 'me' } }))
  const most = user?.Limits?.CloudStorageBytes
  if (!user || !most) return null
  const used = user.ResourceUsage.CloudStorageBytes
  const share = used / most
  return (
    <div className="quota">
      <meter aria-label="Storage used" min={0} max={1} value={Math.min(1, share)} high={0.8} optimum={0} />
      <p className="small muted">
        {bytes(used)} of {bytes(most)}
        {share >= 1 ? ': full. Delete something, or change your plan.' : share >= 0.8 ? `: ${Math.floor(share * 100)} % are used.` : ''}{' '}
        {share >= 0.8 && (
          <>
            <Link to="/usage">Usage</Link> <Link to="/billing">Billing</Link>
          </>
        )}
      </p>
    </div>
  )
}
