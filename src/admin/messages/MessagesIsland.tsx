import { NoRows } from '#admin/lists/NoRows.tsx'
import { PagedList } from '#admin/lists/PagedList.tsx'
import { island } from '#kit/island/island.tsx'
import { MessageItem } from './MessageItem.tsx'
import { createMessages, type MessagesStore } from './messages.store.ts'
import type { MessagePage } from './messages.ts'

export const MessagesIsland = island(Messages, () => createMessages())

function Messages({ store }: { store: MessagesStore }) {
  return (
    <div className="max-w-4xl">
      <PagedList list={store} name="messages" isBeside>
        {(page) => <MessageRows page={page} messages={store} />}
      </PagedList>
    </div>
  )
}

function MessageRows({ page, messages }: { page: MessagePage; messages: MessagesStore }) {
  if (page.rows.length === 0 && !page.older && !page.newer)
    return (
      <NoRows
        title="No messages yet"
        hint="What customers write on the contact page appears here, unless a form service receives it."
      />
    )
  return (
    <>
      {page.rows.length === 0 && <NoRows title="No messages are left on this page" />}
      <ul aria-label="Messages, newest first" className="border-t border-line">
        {page.rows.map((message) => (
          <li key={message.id} className="min-w-0">
            <MessageItem message={message} messages={messages} />
          </li>
        ))}
      </ul>
    </>
  )
}
