/* The clock of the server, for days that are promised: that of a device may be wrong by a year. */
import { atom } from 'nanostores'

/** Milliseconds from the device's clock to the server's. 0 until it is known. */
export const $clockOffset = atom(0)

let asked: Promise<void> | undefined

/** Asks once a page. Without a response the device's clock counts. Never rejects. */
export function askServerTime(): Promise<void> {
  asked ??= ask()
  return asked
}

async function ask(): Promise<void> {
  try {
    const { headers } = await fetch('/robots.txt', { method: 'HEAD', cache: 'no-store' })
    // A cache between them keeps the date of its copy, and says how old that is in seconds.
    const sent = Date.parse(headers.get('date') ?? '') + Number(headers.get('age')) * 1000
    const offset = sent - Date.now()
    if (Number.isFinite(offset)) $clockOffset.set(offset)
  } catch {
    asked = undefined
  }
}
