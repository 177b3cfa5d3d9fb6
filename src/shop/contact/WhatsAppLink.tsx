import type { ComponentProps } from 'react'
import { whatsAppUrl } from '#config/whatsapp.ts'

export interface WhatsAppLinkProps extends ComponentProps<'a'> {
  /** The text of the message. Its sender can still change it. */
  text: string
  /** Where it leads if the settings have no number. Without it, nothing is rendered then. */
  otherwise?: string
}

/** A chat with the shop. */
export function WhatsAppLink({ text, otherwise, ...link }: WhatsAppLinkProps) {
  const url = whatsAppUrl(text)
  if (!url && !otherwise) return null
  return <a {...link} href={url ?? otherwise} target={url && '_blank'} rel="noreferrer" />
}
