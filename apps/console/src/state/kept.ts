// Where this browser keeps what belongs to an account. All of it goes with the session, and before somebody else's begins, whether or not the screen that
// wrote it has been loaded since.
export const KEPT = {
  /** Of the tab. */
  draft: 'credence.draft',
  /** Of the tab. */
  run: 'credence.run',
  /** Of the tab, with the id of a repository behind it. */
  repositoryRun: 'credence.repository-run.',
  /** Of the tab: whose these are. */
  person: 'credence.person',
  recent: 'credence.recent',
  uploads: 'credence.uploads',
} as const
export const KEPT_DATABASES = { drafts: 'credence-drafts', answers: 'credence.console' } as const

export async function forgetKept(): Promise<void> {
  forgetTab()
  removeFrom(() => localStorage)
  await Promise.all(Object.values(KEPT_DATABASES).map(deleteDatabase))
}

/** A tab that was closed, and comes back, has what it had: it is cleared where it was somebody else's. */
export function claimTab(userId: string): void {
  try {
    const before = sessionStorage.getItem(KEPT.person)
    if (before !== null && before !== userId) forgetTab()
    sessionStorage.setItem(KEPT.person, userId)
  } catch {}
}
export const forgetTab = (): void => removeFrom(() => sessionStorage)

function removeFrom(storage: () => Storage): void {
  try {
    const here = storage()
    for (const name of Object.keys(here)) if (Object.values(KEPT).some((start) => name.startsWith(start))) here.removeItem(name)
  } catch {} // switched off: nothing is there
}

/** Who has it open closes it when asked to; one that does not is deleted once it goes. */
const deleteDatabase = (name: string): Promise<void> =>
  new Promise((resolve) => {
    try {
      const request = indexedDB.deleteDatabase(name)
      for (const event of ['success', 'error', 'blocked']) request.addEventListener(event, () => resolve())
    } catch {
      resolve()
    }
  })
