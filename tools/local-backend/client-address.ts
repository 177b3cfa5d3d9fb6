import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'

/**
 * The address a request is counted under: of the connection, or, behind a proxy of one's own, of the
 * last hop of X-Forwarded-For. Earlier hops and other headers are the client's own words.
 */
export function clientAddress(request: IncomingMessage, trustProxy: boolean): string {
  const hops = trustProxy ? [request.headers['x-forwarded-for']].flat().join(',').split(',') : []
  return hops.at(-1)?.trim() || (request.socket.remoteAddress ?? '')
}

/**
 * Whom to count for an address, as private.client_address() does: a household or a phone is given a
 * whole /64 of IPv6 addresses.
 */
export function clientNetwork(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(plain)) return plain
  const [head = [], tail = []] = plain
    .split('::')
    .map((groups) => groups.split(':').filter(Boolean))
  const zeros = Array<string>(8 - head.length - tail.length).fill('0')
  return [...head, ...zeros, ...tail].slice(0, 4).join(':')
}
