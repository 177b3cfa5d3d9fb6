import { useSyncExternalStore } from 'react'
import { staticIsland } from '#kit/island/island.tsx'
import { serverNow, subscribeToClock } from '#kit/server-clock.ts'
import { isOpen } from './business-hours.ts'
import { CLOSED_NOW, OPEN_NOW } from './words.ts'

/** "Open now" or "Closed now", by the clock of the server, also while the page stays open. Its room is there from the start. */
export const OpenNow = staticIsland(() => {
  const open = useSyncExternalStore(
    subscribeToClock,
    () => isOpen(new Date(serverNow())),
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
