/* What customers were told of their orders by a chat. */
import type { MessageLanguage } from '#kit/locale.ts'

/** What a message to a customer says. */
export const MESSAGE_KINDS = {
  confirm: 'Please confirm',
  preparing: 'It is being packed',
  replacement: 'A replacement comes',
  shipped: 'It is on its way',
  failed: 'The rider could not deliver',
  delivered: 'It has arrived',
  cancelled: 'It is cancelled',
  help: 'Reply to a request for help',
} as const

export type MessageKind = keyof typeof MESSAGE_KINDS

/** Messages about an order, and the language of the last one to its phone. */
export interface Told {
  messages: { at: string; kind: MessageKind | 'other'; language: MessageLanguage }[]
  language: MessageLanguage | null
}

export const NOT_TOLD: Told = { messages: [], language: null }
