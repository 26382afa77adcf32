import { type CoreSpec, DEFAULT_CORES, type DefaultCore, SPEC_FIELD_NAMES } from '@credence/contract'

/** The default core that has this description, by name; of another its description in short. */
export function coreName(spec: CoreSpec | undefined): string {
  if (!spec) return '–'
  const same = (core: DefaultCore) => SPEC_FIELD_NAMES.every((field) => core[field] === spec[field])
  return DEFAULT_CORES.find(same)?.Name ?? `${spec.Microarchitecture} ${spec.Precision}`
}
