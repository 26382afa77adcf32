// Symbolic links of a repository, followed inside it: its files by every path that leads to them.
import { SourceFault } from './fault.ts'

export type Node = { readonly kind: 'file'; readonly object: string } | { readonly kind: 'link'; readonly target: string } | Folder
interface Folder {
  readonly kind: 'folder'
  readonly entries: Map<string, Node>
  readonly parent: Folder | undefined
}

const MOST_FOLLOWED = 40
/** For each file that there may be, links and folders that are looked at. */
const MOST_SEEN = 10

/**
 * @param entries  files by their objects, links by their targets
 * @returns        objects by path, and links that lead nowhere
 * @throws SourceFault  a link leaves the repository, or there are more files than allowed by all their paths
 */
export function followLinks(
  entries: ReadonlyMap<string, { readonly object: string } | { readonly target: string }>,
  mostFiles: number,
): { files: Map<string, string>; dangling: string[] } {
  const root: Folder = { kind: 'folder', entries: new Map(), parent: undefined }
  for (const [path, entry] of entries)
    plant(root, path, 'target' in entry ? { kind: 'link', target: entry.target } : { kind: 'file', object: entry.object })
  const files = new Map<string, string>()
  const dangling: string[] = []
  let seen = 0
  const visit = (folder: Folder, prefix: string, above: readonly Folder[]): void => {
    for (const [name, node] of folder.entries) {
      // Everything that is looked at counts: folders whose links lead only to each other have more paths than anybody can walk.
      if (++seen > MOST_SEEN * mostFiles) throw new SourceFault(`its links lead to more than ${mostFiles} files`)
      const path = prefix + name
      const found = node.kind === 'link' ? follow(folder, node.target, path, MOST_FOLLOWED) : node
      if (found === undefined) dangling.push(path)
      else if (found.kind === 'file') {
        files.set(path, found.object)
        if (files.size > mostFiles) throw new SourceFault(`its links lead to more than ${mostFiles} files`)
      } else if (found.kind === 'folder' && found !== folder && !above.includes(found)) visit(found, `${path}/`, [...above, folder])
    }
  }
  visit(root, '', [])
  return { files, dangling }
}

function plant(root: Folder, path: string, node: Node): void {
  const parts = path.split('/')
  const name = parts.pop()!
  let folder = root
  for (const part of parts) {
    let next = folder.entries.get(part)
    if (next?.kind !== 'folder') {
      next = { kind: 'folder', entries: new Map(), parent: folder }
      folder.entries.set(part, next)
    }
    folder = next
  }
  folder.entries.set(name, node)
}

/** Undefined: there is nothing. @throws SourceFault */
function follow(from: Folder, target: string, link: string, left: number): Exclude<Node, { kind: 'link' }> | undefined {
  if (target.startsWith('/')) throw new SourceFault(`the link '${link}' leaves the repository: it leads to '${target}'`)
  let at: Exclude<Node, { kind: 'link' }> = from
  for (const part of target.split('/')) {
    if (part === '' || part === '.') continue
    if (at.kind !== 'folder') return undefined
    const next: Node | undefined = part === '..' ? at.parent : at.entries.get(part)
    if (part === '..' && next === undefined) throw new SourceFault(`the link '${link}' leaves the repository: it leads to '${target}'`)
    if (next === undefined || left === 0) return undefined
    const found: Exclude<Node, { kind: 'link' }> | undefined = next.kind === 'link' ? follow(at, next.target, link, left - 1) : next
    if (found === undefined) return undefined
    at = found
  }
  return at
}
