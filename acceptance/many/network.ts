// Network namespaces that stand for machines: each has an address of its own and one link to a switch, which can be cut, slowed, and made to lose what
// comes back. Where a link is cut nothing is refused: packets go nowhere, as behind a cable that was pulled. Needs root and Debian's iproute2.
import { execFileSync } from 'node:child_process'

export interface Machine {
  /** That others reach it by; `127.0.0.1` where machines are only folders. */
  readonly address: string
  /** The words with which a program runs there. */
  on(file: string, words: readonly string[]): [string, string[]]
}
export interface LinkedMachine extends Machine {
  cut(): void
  heal(): void
  /** Both ways, to so many kilobits a second. */
  slow(kilobits: number): void
  /** What it sends to `other` still comes there; what `other` answers is lost. */
  loseAnswersOf(other: LinkedMachine): void
}
export interface Network {
  /** Of the machine that is no namespace: balancer, receivers, readers. */
  readonly address: string
  /** `10.…/24` */
  readonly subnet: string
  machine(): LinkedMachine
  close(): void
}

export const HERE: Machine = { address: '127.0.0.1', on: (file, words) => [file, [...words]] }

/** @throws Error  this user may not make namespaces */
export function openNetwork(): Network {
  const id = process.pid
  const bridge = `crb${id}`
  const net = `10.${200 + (id % 50)}.${Math.floor(id / 50) % 250}`
  const ip = (...words: string[]) => void execFileSync('ip', words, { stdio: 'pipe' })
  const spaces: string[] = []
  const quietly = (...words: string[]) => {
    try {
      ip(...words)
    } catch {
      // It is not there.
    }
  }
  ip('link', 'add', bridge, 'type', 'bridge')
  ip('addr', 'add', `${net}.1/24`, 'dev', bridge)
  ip('link', 'set', bridge, 'up')
  return {
    address: `${net}.1`,
    subnet: `${net}.0/24`,
    machine() {
      const number = spaces.length + 2
      const space = `credence-${id}-${number}`
      const [outside, inside] = [`cv${id}.${number}`, `cw${id}.${number}`]
      const address = `${net}.${number}`
      spaces.push(space)
      ip('netns', 'add', space)
      ip('link', 'add', outside, 'type', 'veth', 'peer', 'name', inside)
      ip('link', 'set', inside, 'netns', space)
      ip('link', 'set', outside, 'master', bridge, 'up')
      for (const words of [
        ['link', 'set', 'lo', 'up'],
        ['addr', 'add', `${address}/24`, 'dev', inside],
        ['link', 'set', inside, 'up'],
      ])
        ip('-n', space, ...words)
      const lost: string[] = []
      const limit = (end: string[], kilobits: number) =>
        execFileSync(
          'tc',
          [
            ...end,
            'qdisc',
            'add',
            'dev',
            end.length > 0 ? inside : outside,
            'root',
            'tbf',
            'rate',
            `${kilobits}kbit`,
            'burst',
            '16kb',
            'latency',
            '400ms',
          ],
          { stdio: 'pipe' },
        )
      const unlimit = (end: string[]) => {
        try {
          execFileSync('tc', [...end, 'qdisc', 'del', 'dev', end.length > 0 ? inside : outside, 'root'], { stdio: 'pipe' })
        } catch {
          // It was not slowed.
        }
      }
      return {
        address,
        on: (file, words) => ['nsenter', [`--net=/run/netns/${space}`, file, ...words]],
        cut: () => ip('link', 'set', outside, 'nomaster'),
        heal() {
          ip('link', 'set', outside, 'master', bridge)
          unlimit([])
          unlimit(['-n', space])
          for (const words of lost.splice(0)) quietly(...words.split(' '))
        },
        slow(kilobits) {
          limit([], kilobits)
          limit(['-n', space], kilobits)
        },
        loseAnswersOf(other) {
          const theirs = (other as LinkedMachine & { readonly space: string }).space
          ip('-n', theirs, 'route', 'add', 'blackhole', `${address}/32`)
          lost.push(`-n ${theirs} route del blackhole ${address}/32`)
        },
        space,
      } as LinkedMachine & { readonly space: string }
    },
    close() {
      for (const space of spaces) quietly('netns', 'del', space)
      quietly('link', 'del', bridge)
    },
  }
}
