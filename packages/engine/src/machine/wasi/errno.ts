// Error numbers of wasi_snapshot_preview1, by their names without the `E`.
// Source: WASI preview 1 witx, `typename $errno`.

export const ERRNO = {
  success: 0,
  tooBig: 1,
  access: 2,
  badDescriptor: 8,
  busy: 10,
  exists: 20,
  fault: 21,
  invalid: 28,
  inputOutput: 29,
  isDirectory: 31,
  tooManyOpen: 33,
  nameTooLong: 37,
  noEntry: 44,
  noSpace: 51,
  notDirectory: 54,
  notEmpty: 55,
  notSupported: 58,
  notPermitted: 63,
  notSeekable: 70,
} as const
export type ErrnoName = keyof typeof ERRNO

/** Leaves a system call with an error number; caught where the call was made, never seen by the program as an exception. */
export class WasiError extends Error {
  readonly errno: number
  constructor(name: ErrnoName) {
    super(name)
    this.errno = ERRNO[name]
  }
}
