/* Messages of the contact form, as the admin reads them. */
import type { Page } from '#admin/lists/list.ts'

export interface Message {
  id: string
  name: string
  email: string
  subject: string
  message: string
  /** ISO timestamp. */
  receivedAt: string
  isRead: boolean
  /** A field that people do not see was filled in: most likely by a program. */
  isSuspected: boolean
}

export type MessagePage = Page<Message>

/** A mail to whoever wrote the message. Every character that could add another field is encoded. */
export function replyHref({ email, subject }: Pick<Message, 'email' | 'subject'>): string {
  const recipient = email.split('@').map(encodeURIComponent).join('@')
  return `mailto:${recipient}?subject=${encodeURIComponent(`Re: ${subject}`)}`
}
