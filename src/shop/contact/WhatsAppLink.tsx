import type { ReactNode } from 'react'
import { whatsAppUrl } from '#config/whatsapp.ts'

export interface WhatsAppLinkProps {
  /** The text of the message. Its sender can still change it. */
  text: string
  className: string
  children: ReactNode
}

/** A chat with the shop. Renders nothing where the settings have no number. */
export function WhatsAppLink({ text, className, children }: WhatsAppLinkProps) {
  const url = whatsAppUrl(text)
  if (!url) return null
  return (
    <a href={url} target="_blank" rel="noreferrer" className={className}>
      {children}
    </a>
  )
}
