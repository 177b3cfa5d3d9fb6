import { useStore } from '@nanostores/react'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { Pager } from '#ui/Pager.tsx'
import { MessageItem } from './MessageItem.tsx'
import type { MessagePage } from './message-list.ts'
import type { MessagesStore } from './messages.store.ts'

export function MessagesPage({ messages }: { messages: MessagesStore }) {
  const list = useStore(messages.$list)
  switch (list.state) {
    case 'loading':
      return <p className="text-muted">Loading messages...</p>
    case 'failed':
      return (
        <LoadProblem
          title="The messages could not be loaded."
          onRetry={() => void messages.load()}
        />
      )
    case 'shown':
      return (
        <div aria-busy={list.isLoading} className="aria-busy:opacity-60">
          <ShownMessages page={list.page} messages={messages} />
        </div>
      )
  }
}

function ShownMessages({ page, messages }: { page: MessagePage; messages: MessagesStore }) {
  const { older, newer } = page
  if (page.messages.length === 0 && !older && !newer) return <NoMessages />
  return (
    <>
      {page.messages.length === 0 && (
        <p className="py-6 text-muted">No messages are left on this page</p>
      )}
      <ul aria-label="Messages, newest first" className="grid max-w-4xl gap-3">
        {page.messages.map((message) => (
          <li key={message.id} className="min-w-0">
            <MessageItem message={message} messages={messages} />
          </li>
        ))}
      </ul>
      <Pager
        label="Pages of messages"
        onNewer={newer && (() => void messages.show({ search: '', before: newer }))}
        onOlder={older && (() => void messages.show({ search: '', after: older }))}
      />
    </>
  )
}

function NoMessages() {
  return (
    <div className="py-6">
      <p className="font-semibold">No messages yet</p>
      <p className="text-muted">
        What customers write on the contact page appears here, unless a form service receives it.
      </p>
    </div>
  )
}
