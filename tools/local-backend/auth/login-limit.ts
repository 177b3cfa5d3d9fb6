import { createHash } from 'node:crypto'
import { clientNetwork, createRateLimit, type RateLimit, takeAll } from '../rate-limit.ts'

const WINDOW_MS = 5 * 60_000
/** Supabase's own limit of sign-ins. */
const MAX_WRONG_PER_NAME = 30
/** For all names together: each wrong login costs the database a tenth of a second. */
const MAX_WRONG_PER_CLIENT = 100

export interface LoginLimit {
  /** Counts a wrong login. Returns a function that takes the count back, or undefined over the limit. */
  take(name: string, client: string): (() => void) | undefined
}

/**
 * Limits wrong logins, of names that exist and of those that do not alike. A name is counted for each
 * client: an attacker cannot lock out the user elsewhere.
 */
export function createLoginLimit(): LoginLimit {
  const perName = createRateLimit(MAX_WRONG_PER_NAME, WINDOW_MS)
  const perClient = createRateLimit(MAX_WRONG_PER_CLIENT, WINDOW_MS)
  return {
    take(name, clientIp) {
      const client = clientNetwork(clientIp)
      const taken: [RateLimit, string][] = [
        [perName, `${client} ${digest(name.toLowerCase())}`],
        [perClient, client],
      ]
      if (!takeAll(taken)) return undefined
      return () => {
        for (const [limit, key] of taken) limit.giveBack(key)
      }
    },
  }
}

/** A name may be as long as a request. */
function digest(name: string): string {
  return createHash('sha256').update(name).digest('base64')
}
