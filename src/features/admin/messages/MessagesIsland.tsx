import { useEffect, useState } from 'react'
import { IslandBoundary } from '#ui/IslandBoundary.tsx'
import { followAddress, queryOfAddress } from '../customers/follow-url.ts'
import { MessagesPage } from './MessagesPage.tsx'
import { createMessages } from './messages.store.ts'

export function MessagesIsland() {
  const [messages] = useState(() => createMessages(undefined, queryOfAddress()))
  useEffect(() => {
    void messages.load()
    return followAddress(messages)
  }, [messages])
  return (
    <IslandBoundary>
      <MessagesPage messages={messages} />
    </IslandBoundary>
  )
}
