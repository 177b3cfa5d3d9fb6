import { useStore } from '@nanostores/react'
import type { RemoteTexts } from './chats.store.ts'

/** Above this many new chats in an hour WhatsApp may restrict the number. */
const MAX_CHATS = 20

interface ChatsCountProps {
  texts: RemoteTexts
  /** Whether there is somebody to write to, for whom the advice is. */
  isAnyLeft: boolean
}

/** How many new chats the last hour had, and when to wait: WhatsApp restricts numbers that start many (rule 21.4). */
export function ChatsCount({ texts, isAnyLeft }: ChatsCountProps) {
  const view = useStore(texts.$remote)
  const count = view.state === 'ready' ? view.value.chats : 0
  return (
    <>
      {count > 0 && ` · ${count} new ${count === 1 ? 'chat' : 'chats'} this hour`}
      {isAnyLeft && count >= MAX_CHATS && (
        <strong className="block text-amber">
          WhatsApp may restrict your number: call the next customers, or go on in an hour.
        </strong>
      )}
    </>
  )
}
