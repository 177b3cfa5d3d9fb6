import { useEffect, useRef, useState } from 'react'
import { settings } from '#config/settings.ts'
import { buttonClass } from '#kit/form/Button.tsx'
import { staticIsland } from '#kit/island/island.tsx'
import { SHOW_MAP } from './words.ts'

const { name, address } = settings
const place = encodeURIComponent(`${name}, ${address}`)

/** The page sends no request to another site before this is pressed. Without script it is a link to the same map. */
export const MapOnRequest = staticIsland(() => {
  const [isShown, setShown] = useState(false)
  if (isShown) return <MapFrame />
  return (
    <a
      suppressHydrationWarning
      href={`https://www.google.com/maps/search/?api=1&query=${place}`}
      rel="noopener"
      className={buttonClass('secondary')}
      onClick={(event) => {
        event.preventDefault()
        setShown(true)
      }}
    >
      {SHOW_MAP}
    </a>
  )
})

function MapFrame() {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => frame.current?.focus(), [])
  return (
    <iframe
      ref={frame}
      src={`https://www.google.com/maps?q=${place}&output=embed`}
      title={`Map of ${address}`}
      sandbox="allow-scripts allow-same-origin allow-popups"
      referrerPolicy="strict-origin-when-cross-origin"
      className="aspect-square max-h-[28rem] w-full basis-full rounded-lg sm:aspect-video"
    />
  )
}
