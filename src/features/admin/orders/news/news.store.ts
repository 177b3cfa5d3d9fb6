/* How many orders came in since the owner last looked at the newest. */
import { atom } from 'nanostores'
import { countOrdersSince, fetchNewestDate } from '../orders.api.ts'

const live = { fetchNewestDate, countOrdersSince }

export function createNews({ fetchNewestDate, countOrdersSince } = live) {
  const $new = atom(0)
  /** The newest order that was seen. A shop without orders has seen none, which is not the same as not knowing. */
  let seen: { date: string | undefined } | undefined

  /** Asks the store. Without an answer nothing is new; the next time may tell. */
  async function check(): Promise<void> {
    const before = seen
    try {
      if (before === undefined) {
        const date = await fetchNewestDate()
        seen ??= { date }
        return
      }
      const count = await countOrdersSince(before.date)
      if (before === seen) $new.set(count)
    } catch {
      // Nobody asked for this: a lost network is told where something was asked for.
    }
  }

  /** The list is on the screen from its newest order on, which came in at `date`. */
  function markSeen(date: string | undefined): void {
    seen = { date }
    $new.set(0)
  }

  return { $new, check, markSeen }
}

export type NewsStore = ReturnType<typeof createNews>
