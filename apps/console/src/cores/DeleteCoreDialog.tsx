import { RECOMMENDED_CORE } from '@credence/contract'
import { client } from '../api/client.ts'
import { DeleteDialog } from '../ui/DeleteDialog.tsx'
import type { CoreSubject } from './core-actions.ts'

export function DeleteCoreDialog({
  subject: { core, isDefault, isDefaultReference },
  onClose,
}: {
  readonly subject: CoreSubject
  readonly onClose: () => void
}) {
  return (
    <DeleteDialog
      what={core.Name}
      done={`${core.Name} deleted`}
      remove={() => client.cores.delete(core.CoreID)}
      changed={['listCores', 'getUser']}
      onClose={onClose}
    >
      <p>Builds made for it keep their copy and can still run.</p>
      {isDefault && <p>It is your default core: what names no core runs on {RECOMMENDED_CORE.Name} then.</p>}
      {isDefaultReference && <p>It is your default Reference core: choose another one for comparisons.</p>}
    </DeleteDialog>
  )
}
