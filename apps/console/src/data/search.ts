// What the address of the data area holds: which part, which folder, and which file is looked at.
import { textIn } from '../state/address.ts'

export const DATA_SECTIONS = [
  { id: 'files', title: 'Files' },
  { id: 'buckets', title: 'Buckets' },
  { id: 'drives', title: 'Drives' },
  { id: 'things', title: 'Things' },
] as const
export type DataSection = (typeof DATA_SECTIONS)[number]['id']

export interface DataSearch {
  readonly section?: Exclude<DataSection, 'files'> | undefined
  /** Of the folder, without slashes at its ends; absent: the top. */
  readonly path?: string | undefined
  /** The name of a file in it. */
  readonly file?: string | undefined
  /** Id of a thing. */
  readonly thing?: string | undefined
}
export function dataSearch({ section, path, file, thing }: Record<string, unknown>): DataSearch {
  const found = DATA_SECTIONS.find(({ id }) => id === section)?.id
  const folder = textIn(path).replace(/^\/+|\/+$/g, '')
  return {
    ...(found && found !== 'files' && { section: found }),
    ...(folder !== '' && { path: folder }),
    ...(textIn(file) !== '' && { file: textIn(file) }),
    ...(typeof thing === 'string' && /^thg_[a-z0-9]{32}$/.test(thing) && { thing }),
  }
}
