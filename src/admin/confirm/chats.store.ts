/* New WhatsApp chats of the last hour. WhatsApp restricts numbers that start many (docs/product.md, rule 21.4). */
import { atom, type ReadableAtom } from 'nanostores'
import type { MessageKind } from '#admin/order/confirmation.ts'
import type { MessageLanguage } from '#config/locale.ts'
import { logFailure } from '#kit/remote/shop-error.ts'
import { noteMessage } from './confirm.api.ts'

export interface OpenedMessage {
  /** Made once, so that a retry adds nothing. */
  message: string
  /** Of the order. */
  id: string
  kind: MessageKind
  language: MessageLanguage
}

export interface Chats {
  $chats: ReadableAtom<number>
  set(chats: number): void
  /** Notes that a chat was opened. Returns whether that is saved. */
  note(message: OpenedMessage): Promise<boolean>
}

export function createChats(note = noteMessage): Chats {
  const $chats = atom(0)
  return {
    $chats,
    set: (chats) => $chats.set(chats),
    async note({ message, id, kind, language }) {
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
