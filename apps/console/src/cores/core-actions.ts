import { type Core, errors, isHardwareClass, NOBODY } from '@credence/contract'
import { actionTable } from '../state/actions.ts'
import { FORMS } from '../ui/copy-as.ts'

export interface CoreSubject {
  readonly core: Core
  /** Of the preference. */
  readonly isDefault: boolean
  readonly isDefaultReference: boolean
}
const given = ({ core }: CoreSubject): string | undefined => (core.Owner === NOBODY ? errors.defaultCore().message : undefined)

export const CORE_ACTIONS = actionTable<CoreSubject>('Core', [
  { id: 'duplicate', label: 'Duplicate', key: 'd' },
  { id: 'edit', label: 'Edit', key: 'e', obstacle: given },
  {
    id: 'default',
    label: 'Use by default',
    obstacle: ({ core, isDefault }) =>
      isHardwareClass(core.Class) ? errors.hardwareOnly(core.Class).message : isDefault ? 'It is the default core.' : undefined,
  },
  {
    id: 'default-reference',
    label: 'Use by default as Reference',
    obstacle: ({ core, isDefaultReference }) =>
      core.Microarchitecture !== 'Reference' ? 'It is no Reference core.' : isDefaultReference ? 'It is the default Reference core.' : undefined,
  },
  ...FORMS.map((form) => ({ id: form, label: `Copy as ${form}` })),
  { id: 'delete', label: 'Delete', isDestructive: true, obstacle: given },
])
