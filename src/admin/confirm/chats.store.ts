/* New WhatsApp chats of the last hour. WhatsApp restricts numbers that start many (docs/product.md, rule 21.4). */
import { atom } from 'nanostores'
import type { MessageKind } from '#admin/order/confirmation.ts'
import type { MessageLanguage } from '#config/locale.ts'
import { logFailure } from '#kit/remote/shop-error.ts'
import type { noteMessage } from './confirm.api.ts'

export interface OpenedMessage {
  /** Made once, so that a retry adds nothing. */
  message: string
  /** Of the order. */
  id: string
  kind: MessageKind
  language: MessageLanguage
}

export function createChats(note: typeof noteMessage) {
  const $chats = atom(0)
  return {
    $chats,
    set: (chats: number) => $chats.set(chats),
    /** Notes that a chat was opened. Returns whether that is saved. */
    async note({ message, id, kind, language }: OpenedMessage): Promise<boolean> {
      try {
        const result = await note(id, message, kind, language)
        if (!result.ok) throw new Error(`The message was refused: ${result.code}`)
        $chats.set(result.chats)
        return true
      } catch (error) {
        logFailure('Error noting a message', error)
        return false
      }
    },
  }
}

export type Chats = ReturnType<typeof createChats>
