/** Nothing more can be written: the disk is full, or the share of it that this user may take. */
export function isDiskFull(cause: unknown): boolean {
  const { code } = (cause ?? {}) as { readonly code?: unknown }
  return code === 'ENOSPC' || code === 'EDQUOT'
}
