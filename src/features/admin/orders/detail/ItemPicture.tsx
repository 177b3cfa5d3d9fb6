import { useState } from 'react'

const PLATE = { width: 52, height: 64, className: 'shrink-0 rounded-sm bg-plate' }

/** A product's picture, or a placeholder where there is none or it does not load. */
export function ItemPicture({ src }: { src: string }) {
  const [isBroken, setBroken] = useState(false)
  if (isBroken || !src) return <Placeholder />
  return <img src={src} alt="" {...PLATE} onError={() => setBroken(true)} />
}

/** The brand's arch, in the colours of the plate that pictures stand on. */
function Placeholder() {
  return (
    <svg viewBox="0 0 52 64" aria-hidden="true" {...PLATE}>
      <path
        d="M12 54V32c0-11 6-13 10-15 2-1 3-3 4-6 1 3 2 5 4 6 4 2 10 4 10 15v22Z"
        fill="#c9b998"
      />
    </svg>
  )
}
