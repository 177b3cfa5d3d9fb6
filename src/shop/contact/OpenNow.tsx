import { useSyncExternalStore } from 'react'
import { staticIsland } from '#kit/island/island.tsx'
import { isOpen } from './business-hours.ts'
import { CLOSED_NOW, OPEN_NOW } from './words.ts'

const MINUTE_MS = 60_000

/** "Open now" or "Closed now", also while the page stays open. Its room is there from the start. */
export const OpenNow = staticIsland(() => {
  const open = useSyncExternalStore(
    subscribeToMinutes,
    () => isOpen(new Date()),
    () => undefined,
  )
  return (
    <p
      suppressHydrationWarning
      className={`rounded-sm bg-paper px-2 text-sm font-medium ${open === undefined ? 'invisible' : ''} ${open ? 'text-forest' : ''}`}
    >
      {open ? OPEN_NOW : CLOSED_NOW}
    </p>
  )
})

function subscribeToMinutes(onMinute: () => void): () => void {
  const timer = setInterval(onMinute, MINUTE_MS)
  return () => clearInterval(timer)
}
