// For tests only: sends bytes to a signed link, as a client without a credential does.
import type { TestPlatform } from './platform.ts'

/** @returns the status of the answer */
export async function upload({ app }: Pick<TestPlatform, 'app'>, link: string, bytes: string | Uint8Array): Promise<number> {
  const { host, pathname, search } = new URL(link)
  const headers = { host, 'content-type': 'application/octet-stream', 'content-length': String(Buffer.byteLength(bytes)) }
  return (await app.inject({ method: 'PUT', url: pathname + search, headers, payload: Buffer.from(bytes) })).statusCode
}

/** Makes a file. */
export async function putFile(platform: TestPlatform, path: string, text: string): Promise<void> {
  const { json } = await platform.call('PUT', `/files/${path.split('/').map(encodeURIComponent).join('/')}?size=${Buffer.byteLength(text)}`, {
    body: null,
  })
  if ((await upload(platform, json.upload_url, text)) !== 200) throw new Error(`${path} was not stored`)
}
