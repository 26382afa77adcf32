// An hour of events in some minutes: a run a second for an hour, made as quickly as the platform makes them, before a tab that shows the account.
import type { Console } from '../../apps/console/tests/console-browsing.ts'
import { heap, processorTime, type Row, row, tools } from './tab.ts'

const AT_ONCE = 8
/** On a machine too slow for all of them in this time, the row says of how many it is. */
const MOST_MS = 300_000

export async function hour(console: Console, build: string, tasks: number): Promise<Row[]> {
  // The page that is counted is the first of this tab: a browser does not tell that a socket of the one before is closed.
  await using tab = await console.open('about:blank')
  const { page } = tab
  const session = await tools(page)
  let sockets = 0
  let events = 0
  let made = 0
  page.on('websocket', (socket) => {
    sockets++
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('"type":"data"')) events++
    })
    socket.on('close', () => sockets--)
  })
  await page.goto('/console/')
  await page.getByText('Live', { exact: true }).waitFor()
  const make = async (count: number) => {
    let left = count
    const until = performance.now() + MOST_MS
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (left-- > 0 && performance.now() < until) {
          const { json } = await console.platform.call('POST', `/builds/${build}/tasks`, { body: {} })
          await console.platform.end(`/tasks/${json.TaskID}`)
          made++
        }
      }),
    )
    await page.waitForTimeout(3000)
  }
  await make(50) // what a page holds at all is there after some
  const [before, workers] = [await heap(session), page.workers().length]
  events = 0
  made = 0
  const processor = await processorTime(session, () => make(tasks))
  const grown = (await heap(session)) - before
  return [
    row(
      `heap after ${made.toLocaleString('en')} runs (${events.toLocaleString('en')} events)`,
      grown,
      20,
      'MB',
      `from ${Math.round(before)} MB; ${(processor / events).toFixed(1)} ms of processor an event`,
    ),
    row('sockets of the tab after it', sockets, 1, ''),
    row('workers more than before', page.workers().length - workers, 0, ''),
  ]
}
