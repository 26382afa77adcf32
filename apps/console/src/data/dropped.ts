// Files that were dropped, pasted or chosen, folders with all that is in them.
export interface Found {
  readonly file: File
  /** From where it was dropped, with its folders. */
  readonly path: string
}
/** Must be called while the event lasts: what was dropped is gone afterwards. */
export async function foundIn(transfer: DataTransfer): Promise<Found[]> {
  const entries = [...transfer.items].filter(({ kind }) => kind === 'file').map((item) => item.webkitGetAsEntry())
  const plain = [...transfer.files].map((file) => ({ file, path: file.name }))
  const known = entries.filter((entry) => entry !== null)
  if (known.length === 0) return plain
  return (await Promise.all(known.map((entry) => below(entry, '')))).flat()
}
/** Of a field; one for folders says the path of each. */
export const foundInField = (files: FileList): Found[] => [...files].map((file) => ({ file, path: file.webkitRelativePath || file.name }))

async function below(entry: FileSystemEntry, folder: string): Promise<Found[]> {
  const path = folder + entry.name
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))
    return [{ file, path }]
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const all: Found[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject)) // a hundred at a time
    if (some.length === 0) return all
    for (const each of some) all.push(...(await below(each, `${path}/`)))
  }
}
