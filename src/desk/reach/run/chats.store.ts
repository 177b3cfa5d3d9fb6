/* New WhatsApp chats of the last hour. WhatsApp restricts numbers that start many (docs/product.md, rule 21.4). */
import { atom } from 'nanostores'
import { logFailure } from '#kit/remote/shop-error.ts'
import type { NotedMessage, noteMessage, OpenedMessage } from './confirm.api.ts'

export function createChats(note: typeof noteMessage) {
  const $chats = atom(0)
  return {
    $chats,
    set: (chats: number) => $chats.set(chats),
    /** Notes that a chat was opened. Undefined where that is not saved. */
    async note(message: OpenedMessage): Promise<NotedMessage | undefined> {
      try {
        const result = await note(message)
        if (!result.ok) throw new Error(`The message was refused: ${result.code}`)
        $chats.set(result.chats)
        return result
      } catch (error) {
        logFailure('Error noting a message', error)
        return undefined
      }
    },
  }
}

export type Chats = ReturnType<typeof createChats>
