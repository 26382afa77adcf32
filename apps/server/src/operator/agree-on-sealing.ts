// All processes of a platform seal with the same keys: a machine with a key file of its own could not open what the others sealed.
import type { Database } from '../database/pool.ts'
import { sharedSecret } from '../database/secrets.ts'
import type { Sealing } from '../sealing/sealing.ts'

const NAME = 'sealing-agreement'

/** Sealed by the process that came first, and anew under a newer key. @throws Error  this process has other keys */
export async function agreeOnSealing(database: Database, sealing: Sealing): Promise<void> {
  const sealed = await sharedSecret(database, NAME, () => sealing.seal(NAME, NAME))
  try {
    sealing.unseal(sealed, NAME)
  } catch (cause) {
    throw new Error(
      'the sealing keys of this process are not those of the platform: give all its processes the same CREDENCE_SEALING_KEYS, or the same file sealing-key in their data folders',
      { cause },
    )
  }
  if (!sealing.isCurrent(sealed))
    await database.query({ text: 'update secret set value = $2 where name = $1', values: [NAME, sealing.seal(NAME, NAME)] })
}
