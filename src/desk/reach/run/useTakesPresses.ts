import { useEffect, useState } from 'react'
import { onPageVisible } from '#kit/page-events.ts'

/** Longer than a double tap. */
const NEW_MS = 400

/** Longer, since a thumb that comes back from another app is on its way already. */
const BACK_MS = 1000

/** False for a moment after mount, and after the page came back: such a press was meant for what was there before. */
export function useTakesPresses(): boolean {
  const [takes, setTakes] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = (ms: number) => {
      setTakes(false)
      clearTimeout(timer)
      timer = setTimeout(() => setTakes(true), ms)
    }
    wait(NEW_MS)
    const stop = onPageVisible(() => wait(BACK_MS))
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [])
  return takes
}
