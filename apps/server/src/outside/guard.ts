// Which addresses outside the platform may be dialled for users. What a name stands for is looked at when it is dialled, so a name that leads
// elsewhere a moment later leads nowhere.
import { BlockList, connect, isIP, type Socket } from 'node:net'

/** Hosts that the operator lets users reach whatever their address, as `git.example:8443`; without a port: 443; with `:*`: any. */
export type AllowedHosts = readonly string[]

export interface Guard {
  /** A connection, before it is open. It ends with an error of code ERR_IP_BLOCKED where the address is not allowed. */
  dial(host: string, port: number): Socket
  /** Whether this port may be dialled at all, and this host, as far as its name tells. */
  mayDial(host: string, port: number): boolean
  /** Whether the operator named it. */
  isAllowed(host: string, port: number): boolean
}

const PORTS: readonly number[] = [443, 8443]
const CONNECT_MS = 10_000

/** @param ports  that may be dialled at hosts that are not allowed by name */
export function openGuard(allowed: AllowedHosts, ports: readonly number[] = PORTS): Guard {
  const open = new Set(allowed.map((host) => (/:(\d+|\*)$/.test(host) ? host : `${host}:443`).toLowerCase()))
  const isAllowed = (host: string, port: number) => [port, '*'].some((one) => open.has(`${host.toLowerCase()}:${one}`))
  return {
    isAllowed,
    dial(host, port) {
      const bare = host.replace(/^\[|\]$/g, '')
      const socket = connect({ host: bare, port, autoSelectFamily: true, ...(isAllowed(host, port) ? {} : { blockList: INSIDE }) })
      socket.setTimeout(CONNECT_MS, () => socket.connecting && socket.destroy(new Error('no connection within 10 s')))
      return socket
    },
    mayDial(host, port) {
      if (isAllowed(host, port)) return true
      const bare = host.replace(/^\[|\]$/g, '')
      const version = isIP(bare)
      if (version === 0) return ports.includes(port) && !OF_THIS_MACHINE.test(bare)
      return ports.includes(port) && !INSIDE.check(bare, version === 6 ? 'ipv6' : 'ipv4')
    },
  }
}

/** Names that lead here whatever a name server says. RFC 6761, 6.3. */
const OF_THIS_MACHINE = /(^|\.)localhost\.?$/i
/** Of this machine, of local networks, of clouds about themselves, of nobody, and those that stand for an IPv4 address. RFC 6890 and its registries. */
const IPV4 = `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.168.0.0/16
  198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4`
const IPV6 = `::/96 64:ff9b::/96 64:ff9b:1::/48 100::/63 2001::/23 2001:db8::/32 2002::/16 3fff::/20 5f00::/16 fc00::/7 fe80::/10
  fec0::/10 ff00::/8`
const INSIDE = insideAddresses()
function insideAddresses(): BlockList {
  const list = new BlockList()
  for (const network of `${IPV4} ${IPV6}`.split(/\s+/)) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), address.includes(':') ? 'ipv6' : 'ipv4')
  }
  return list
}
