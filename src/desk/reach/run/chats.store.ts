/* New WhatsApp chats of the last hour. WhatsApp restricts numbers that start many (docs/product.md, rule 21.4). */
import { atom } from 'nanostores'
import type { RowResult } from '#admin/acts/acts.api.ts'
import type { Told } from '#admin/order/orders.ts'

export function createChats() {
  const $chats = atom(0)
  return {
    $chats,
    set: (chats: number) => $chats.set(chats),
    /** Counts what the act "tell" counted, and returns all messages about the order. */
    take(result: RowResult | undefined): Told | undefined {
      if (typeof result?.['chats'] === 'number') $chats.set(result['chats'])
      return result?.['told'] as Told | undefined
    },
  }
}

export type Chats = ReturnType<typeof createChats>
