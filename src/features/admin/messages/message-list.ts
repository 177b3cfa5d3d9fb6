/* Messages of the contact form, as the admin reads them. */
import type { CustomerCursor, CustomerQuery } from '../customers/customer-list.ts'

export interface Message {
  id: string
  name: string
  email: string
  subject: string
  message: string
  /** ISO timestamp. */
  receivedAt: string
  isRead: boolean
}

/** Messages are not searched, but their pages are named in the URL like those of customers. */
export type MessageQuery = CustomerQuery

export interface MessagePage {
  messages: Message[]
  older: CustomerCursor | undefined
  newer: CustomerCursor | undefined
}

/** A mail to whoever wrote the message. Every character that could add another field is encoded. */
export function replyHref({ email, subject }: Pick<Message, 'email' | 'subject'>): string {
  const recipient = email.split('@').map(encodeURIComponent).join('@')
  return `mailto:${recipient}?subject=${encodeURIComponent(`Re: ${subject}`)}`
}
