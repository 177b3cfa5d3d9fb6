import { useState } from 'react'

/** The brand's arch, in the colours of the plate that pictures stand on. */
const PLACEHOLDER =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 52 64'%3E%3Cpath d='M12 54V32c0-11 6-13 10-15 2-1 3-3 4-6 1 3 2 5 4 6 4 2 10 4 10 15v22Z' fill='%23c9b998'/%3E%3C/svg%3E"

/** A product's picture, or a placeholder where there is none or it does not load. */
export function ItemPicture({ src }: { src: string }) {
  const [isBroken, setBroken] = useState(false)
  return (
    <img
      src={isBroken || !src ? PLACEHOLDER : src}
      alt=""
      width={52}
      height={64}
      onError={() => setBroken(true)}
      className="shrink-0 rounded-sm bg-plate"
    />
  )
}
