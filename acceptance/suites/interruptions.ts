// kill -9 of the whole platform inside of an upload, and of it and of its worker inside of a build: what was acknowledged is there, what was not leaves
// nothing behind, and nothing stays under way. `recovery` does so of tasks, `uploads` of a large file that a command sends.
import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Report } from '../check.ts'
import { command, type Platform } from '../platform.ts'

const BYTES = 4_000_000
/** Takes the compiler some seconds; each text is another build, which no cache has. */
const slowToBuild = (name: string) =>
  `#include <cstdio>\n#include <map>\n#include <regex>\n#include <string>\nint main() { std::map<std::string, int> m; m["${name}"]++;
  std::printf("%s %d\\n", m.begin()->first.c_str(), std::regex_search("${name}", std::regex("[a-z]+"))); }\n`

interface Transition {
  readonly Status: string
}

export async function interruptions(platform: Platform, report: Report): Promise<void> {
  await inUploads(platform, report)
  await inParts(platform, report)
  await inBuilds(platform, report)
  const { ResourceUsage: usage } = (await platform.call('GET', '/users/me')).json as { ResourceUsage: Record<string, number> }
  report.equal('builds and tasks that count as under way', [usage['ConcurrentBuildCount'], usage['ConcurrentTaskCount']], [0, 0])
}

async function inUploads(platform: Platform, report: Report): Promise<void> {
  const [old, young] = [randomBytes(300_000), randomBytes(BYTES)]
  const before = await storedBytes(platform)
  report.equal('a file that was acknowledged', await put(await linkTo(platform, old.length), old), 200)
  await killAndStart(platform)
  report.check('it is there after kill -9 right behind the answer', old.length, old.equals(await get(platform)))

  const link = await linkTo(platform, young.length)
  const half = begin(link, young.subarray(0, BYTES / 2), young.length)
  const drafts = () => readdir(join(platform.home, 'objects/unfinished'))
  while ((await drafts()).length === 0) await sleep(5)
  await killAndStart(platform)
  await half
  report.check('the file of before is whole after kill -9 inside of an upload over it', old.length, old.equals(await get(platform)))
  report.equal('what had come is left nowhere', await drafts(), [])
  report.equal('bytes that count as stored', (await storedBytes(platform)) - before, old.length)
  report.equal('the same link takes the file afterwards', await put(link, young), 200)
  report.check('which is then the new one', young.length, young.equals(await get(platform)))
  report.equal('bytes that count as stored then', (await storedBytes(platform)) - before, young.length)
  await platform.call('DELETE', '/files/interrupted.bin')
}

async function inParts(platform: Platform, report: Report): Promise<void> {
  const bytes = randomBytes(100_000)
  const begun = async () => {
    const { json } = await platform.call('POST', '/uploads', { body: { Path: 'interrupted.bin', Size: bytes.length } })
    const id = String(json.UploadID)
    const { Parts } = (await platform.call('GET', `/uploads/${id}/parts`)).json as { Parts: { UploadURL: string }[] }
    if ((await put(Parts[0]!.UploadURL, bytes)) !== 200) throw new Error('the part was refused')
    return id
  }
  const first = await begun()
  await killAndStart(platform)
  report.equal('a part that was acknowledged can be completed after kill -9', await complete(platform, first), 200)
  await killAndStart(platform)
  report.check('the file is there after kill -9 right behind that answer', bytes.length, bytes.equals(await get(platform)))
  await platform.call('DELETE', '/files/interrupted.bin')
  for (const milliseconds of [0, 3, 10, 30]) {
    const id = await begun()
    const answered = complete(platform, id).catch(() => 0)
    await sleep(milliseconds)
    await killAndStart(platform)
    const [heard, again] = [await answered, await complete(platform, id)]
    // Of the first only the kill may have taken the answer; the second finds the upload, or that it was completed.
    report.check(`completing, killed after ${milliseconds} ms`, { heard, again }, heard === 200 ? again === 404 : again === 200 || again === 404)
    report.check('the file is whole after it', bytes.length, bytes.equals(await get(platform)))
    await platform.call('DELETE', '/files/interrupted.bin')
  }
  report.equal('uploads that are left', (await platform.call('GET', '/uploads')).json.Uploads, [])
}

async function inBuilds(platform: Platform, report: Report): Promise<void> {
  const submit = async (name: string): Promise<string> => {
    const { json, status } = await platform.call('POST', '/sourcecode/builds', { body: { Code: slowToBuild(name), Language: 'C++' } })
    if (status !== 202) throw new Error(`build refused: ${status}`)
    return String(json.BuildID)
  }
  const working = async (id: string) => {
    while ((await platform.call('GET', `/builds/${id}`)).json.Status !== 'In Progress') await sleep(10)
    await sleep(200)
  }
  const judge = async (when: string, id: string, name: string, again: boolean) => {
    const { Status, StatusTransitions, BuildArtifactAvailable } = await platform.end(`/builds/${id}`)
    const statuses = (StatusTransitions as Transition[]).map((transition) => transition.Status)
    const isAgain = statuses.includes('Rescheduled')
    report.check(`${when} the build ends Completed`, statuses, Status === 'Completed' && BuildArtifactAvailable === true && (isAgain || !again))
    const task = (await platform.call('POST', `/builds/${id}/tasks`)).json.TaskID
    await platform.end(`/tasks/${task}`)
    report.equal(`${when} it runs`, (await platform.call('GET', `/tasks/${task}/output/Stdout`)).text, `${name} 1\n`)
  }
  const ofWorker = await submit('worker')
  await working(ofWorker)
  for (const pid of platform.processes().filter((pid) => command(pid).includes('worker/main'))) process.kill(pid, 'SIGKILL')
  await judge('after kill -9 of the worker', ofWorker, 'worker', true)
  const ofAll = await submit('all')
  await working(ofAll)
  await killAndStart(platform)
  await judge('after kill -9 of the platform', ofAll, 'all', true)
  const accepted = await submit('accepted')
  await killAndStart(platform)
  await judge('after kill -9 right behind 202', accepted, 'accepted', false)
}

async function killAndStart(platform: Platform): Promise<void> {
  platform.signalAll('SIGKILL')
  await sleep(300)
  await platform.up()
}
const complete = async (platform: Platform, id: string) => (await platform.call('POST', `/uploads/${id}/complete`)).status
const storedBytes = async (platform: Platform): Promise<number> => {
  const { json } = await platform.call('GET', '/users/me')
  return (json.ResourceUsage as Record<string, number>)['CloudStorageBytes']!
}
const linkTo = async (platform: Platform, size: number) => String((await platform.call('PUT', `/files/interrupted.bin?size=${size}`)).json.upload_url)
const put = async (link: string, bytes: Buffer) => (await fetch(link, { method: 'PUT', body: new Uint8Array(bytes) })).status
async function get(platform: Platform): Promise<Buffer> {
  const { json } = await platform.call('GET', '/files/interrupted.bin?download=true')
  return Buffer.from(await (await fetch(String(json.download_url))).arrayBuffer())
}
/** Sends what there is of a longer body, and waits for the end of the connection. */
function begin(link: string, bytes: Uint8Array, length: number): Promise<void> {
  return new Promise((resolve) => {
    const upload = request(link, { method: 'PUT', headers: { 'content-length': length } }).on('error', () => resolve())
    upload.on('close', () => resolve()).write(bytes)
  })
}
