// Typed client of the API over `fetch`, for Node and browsers. Its types are those of the contract.
export { ApiError } from '@credence/contract'
export { type Client, createClient } from './client.ts'
export { type Connection, type ConnectionOptions, type Content, connect, NetworkError, type RequestInput } from './connection.ts'
export { openRealtime, type Realtime, type RealtimeOptions } from './realtime.ts'
export { type WaitOptions, wait } from './wait.ts'
export type { WatchOptions, WatchState } from './watch.ts'
export { type SendBytes, UploadBroken, type WriteBody, type WriteOptions } from './write-file.ts'
