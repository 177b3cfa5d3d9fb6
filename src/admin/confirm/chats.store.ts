/* New WhatsApp chats of the last hour. WhatsApp restricts numbers that start many (docs/product.md, rule 21.4). */
import { atom } from 'nanostores'
import { logFailure } from '#kit/remote/shop-error.ts'
import type { noteMessage, OpenedMessage } from './confirm.api.ts'

export function createChats(note: typeof noteMessage) {
  const $chats = atom(0)
  return {
    $chats,
    set: (chats: number) => $chats.set(chats),
    /** Notes that a chat was opened. Returns whether that is saved. */
    async note(message: OpenedMessage): Promise<boolean> {
      try {
        const result = await note(message)
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
