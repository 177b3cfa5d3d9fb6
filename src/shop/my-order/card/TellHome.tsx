import type { MouseEvent, ReactNode } from 'react'
import { forwardUrl } from '#config/whatsapp.ts'
import { cardText } from '#order/device/card-text.ts'
import type { OfflineCard } from '#order/device/saved-cards.ts'

export interface TellHomeProps {
  card: OfflineCard
  /** The time of the backend, where it is known. */
  now?: Date
  className: string
  /** An icon, before the words. */
  children?: ReactNode
}

/** Forwards the card of an order: with the device's own menu where it has one, else on WhatsApp. */
export function TellHome({ card, now, className, children }: TellHomeProps) {
  const text = cardText(card, now)

  function share(event: MouseEvent): void {
    if (!navigator.share) return
    event.preventDefault()
    navigator.share({ text }).catch((error: DOMException) => {
      // Closed without a choice it rejects with AbortError, with another where the browser refuses its menu.
      if (error.name === 'NotAllowedError') location.assign(forwardUrl(text))
    })
  }

  return (
    <a
      href={forwardUrl(text)}
      target="_blank"
      rel="noreferrer"
      onClick={share}
      className={className}
    >
      {children}
      <span>Tell someone at home</span>
    </a>
  )
}
