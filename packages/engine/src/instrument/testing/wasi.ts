// A WASI host for the tests of the pass: arguments, output, exit, a clock that stands still. Nothing else is there.
export class Exit extends Error {
  readonly code: number
  constructor(code: number) {
    super(`exit ${code}`)
    this.code = code
  }
}
export interface Host {
  readonly imports: Record<string, (...parameters: never[]) => number>
  readonly text: () => string
  memory: WebAssembly.Memory | undefined
}
const [SUCCESS, BADF, NOSYS] = [0, 8, 52]

export function host(names: readonly string[]): Host {
  const chunks: Uint8Array[] = []
  const self: Host = { imports: {}, text: () => new TextDecoder().decode(Buffer.concat(chunks)), memory: undefined }
  const view = () => new DataView(self.memory!.buffer)
  const known: Host['imports'] = {
    fd_write(_fd: number, vectors: number, count: number, written: number) {
      let total = 0
      for (let index = 0; index < count; index++) {
        const [at, length] = [view().getUint32(vectors + 8 * index, true), view().getUint32(vectors + 8 * index + 4, true)]
        chunks.push(new Uint8Array(self.memory!.buffer, at, length).slice())
        total += length
      }
      view().setUint32(written, total, true)
      return SUCCESS
    },
    fd_close: () => SUCCESS,
    fd_fdstat_get(fd: number, at: number) {
      if (fd > 2) return BADF
      new Uint8Array(self.memory!.buffer, at, 24).fill(0)
      view().setUint8(at, 2) // a character device
      return SUCCESS
    },
    fd_seek: () => NOSYS,
    fd_prestat_get: () => BADF,
    args_sizes_get(count: number, size: number) {
      view().setUint32(count, 0, true)
      view().setUint32(size, 0, true)
      return SUCCESS
    },
    args_get: () => SUCCESS,
    environ_sizes_get(count: number, size: number) {
      view().setUint32(count, 0, true)
      view().setUint32(size, 0, true)
      return SUCCESS
    },
    environ_get: () => SUCCESS,
    clock_time_get(_id: number, _precision: bigint, at: number) {
      view().setBigUint64(at, 0n, true)
      return SUCCESS
    },
    proc_exit(code: number) {
      throw new Exit(code)
    },
  } as Host['imports']
  for (const name of names) self.imports[name] = known[name] ?? (() => NOSYS)
  return self
}
