// GCC's tests as files: from Debian's package of GCC's source, into a cache folder. They are GPL and never copied into the repository.
import { execFile } from 'node:child_process'
import { access, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const PACKAGE = 'gcc-12-source'
/** Where the package puts the archive of all sources when it is installed. */
const INSTALLED = '/usr/src/gcc-12'
const run = promisify(execFile)

/** Where they lie in the archive, and in the cache. Who unpacks one unpacks all: the archive is large, and to read it takes longest. */
const FOLDERS = {
  torture: { inside: 'gcc/testsuite/gcc.c-torture/execute', kept: 'torture/execute' },
  gfortran: { inside: 'gcc/testsuite/gfortran.dg', kept: 'gfortran/dg' },
} as const

/** C programs that end with 0. @throws Error  its message says in one line why there are none */
export const tortureTests = (cache: string): Promise<string> => gccTests(cache, 'torture')
/** gfortran's own: those with `dg-do run` in a comment are programs that end with 0. @throws Error  as above */
export const fortranTests = (cache: string): Promise<string> => gccTests(cache, 'gfortran')

/** One folder of GCC's tests, fetched and unpacked on first use. */
async function gccTests(cache: string, wanted: keyof typeof FOLDERS): Promise<string> {
  const folder = join(cache, FOLDERS[wanted].kept)
  if (await exists(folder)) return folder
  await mkdir(cache, { recursive: true })
  const work = await mkdtemp(join(cache, 'unpack-'))
  try {
    const sources = (await exists(INSTALLED)) ? INSTALLED : join(await download(work), INSTALLED)
    const archive = (await readdir(sources)).find((file) => /^gcc-.*\.tar\./.test(file))
    if (archive === undefined) throw new Error(`${sources} holds no archive of GCC's source`)
    const insides = Object.values(FOLDERS).map(({ inside }) => `*/${inside}/*`)
    await run('tar', ['-xf', join(sources, archive), '-C', work, '--strip-components=1', '--wildcards', ...insides])
    for (const { inside, kept } of Object.values(FOLDERS)) {
      if (await exists(join(cache, kept))) continue
      await mkdir(dirname(join(cache, kept)), { recursive: true })
      await rename(join(work, inside), join(cache, kept))
    }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
  return folder
}

/** The package, unpacked below `work`. It is not installed: only its archive is wanted. */
async function download(work: string): Promise<string> {
  const fetch = () => run('apt-get', ['-qq', 'download', PACKAGE], { cwd: work })
  try {
    await fetch().catch(async (cause: unknown) => {
      if (process.getuid?.() !== 0) throw cause
      await run('apt-get', ['-qq', 'update']) // a new machine has no lists of packages
      await fetch()
    })
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.trim().split('\n').at(-1) : String(cause)
    throw new Error(`Debian's package ${PACKAGE} is neither installed nor to be fetched (${why})`, { cause })
  }
  const file = (await readdir(work)).find((name) => name.endsWith('.deb'))
  if (file === undefined) throw new Error(`apt-get left no ${PACKAGE}`)
  await run('dpkg-deb', ['-x', file, work], { cwd: work })
  return work
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
