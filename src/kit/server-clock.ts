/* The clock of the server, for days that are promised: that of a device may be wrong by a year. */
import { atom } from 'nanostores'

/** Milliseconds from the device's clock to the server's. 0 until it is known. */
const $clockOffset = atom(0)

/** Milliseconds. By the clock of the device until that of the server is known. */
export function serverNow(): number {
  return Date.now() + $clockOffset.get()
}

/** Calls back once the server's clock is known, each minute, and when the page is looked at again. */
export function subscribeToClock(onChange: () => void): () => void {
  void askServerTime()
  const stopListening = $clockOffset.listen(onChange)
  const timer = setInterval(onChange, 60_000)
  document.addEventListener('visibilitychange', onChange)
  return () => {
    stopListening()
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onChange)
  }
}

let asked: Promise<void> | undefined

/** Asks once a page. Without a response the device's clock counts. Never rejects. */
function askServerTime(): Promise<void> {
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
