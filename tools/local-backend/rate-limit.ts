/*
 * Limits per client in the memory of this process. A restart clears the counts; in return a refused
 * request costs no query, and no IP address is saved.
 */
import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'

export interface RateLimit {
  /** Counts one for the key. False, and counts nothing, where its window is full. */
  take(key: string): boolean
  /** Takes one count back. */
  giveBack(key: string): void
}

interface Window {
  hits: number
  endsAt: number
}

/** A key's window opens with its first hit. */
export function createRateLimit(most: number, windowMs: number): RateLimit {
  // In the order in which they end, since all have the same length.
  const windows = new Map<string, Window>()

  function forgetEnded(): void {
    for (const [key, { endsAt }] of windows) {
      if (endsAt > performance.now()) return
      windows.delete(key)
    }
  }

  return {
    take(key) {
      forgetEnded()
      const window = windows.get(key) ?? { hits: 0, endsAt: performance.now() + windowMs }
      if (window.hits >= most) return false
      window.hits += 1
      windows.set(key, window)
      return true
    },
    giveBack(key) {
      const window = windows.get(key)
      if (!window) return
      window.hits -= 1
      if (window.hits === 0) windows.delete(key)
    },
  }
}

/** Counts one for each limit, or for none of them where one is full. */
export function takeAll(limits: [limit: RateLimit, key: string][]): boolean {
  const full = limits.findIndex(([limit, key]) => !limit.take(key))
  if (full < 0) return true
  for (const [limit, key] of limits.slice(0, full)) limit.giveBack(key)
  return false
}

/**
 * The IP address that a request is counted under: of the connection or, behind a trusted proxy, the last
 * hop of X-Forwarded-For. The client may write earlier hops and other headers itself.
 */
export function clientAddress(request: IncomingMessage, trustProxy: boolean): string {
  const hops = trustProxy ? [request.headers['x-forwarded-for']].flat().join(',').split(',') : []
  return hops.at(-1)?.trim() || (request.socket.remoteAddress ?? '')
}

/**
 * The network that limits count, as private.client_address() does: a household or a phone has a whole
 * IPv6 /64.
 */
export function clientNetwork(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(plain)) return plain
  const [head = [], tail = []] = plain
    .split('::')
    .map((groups) => groups.split(':').filter(Boolean))
  const zeros = Array<string>(8 - head.length - tail.length).fill('0')
  return [...head, ...zeros, ...tail].slice(0, 4).join(':')
}
