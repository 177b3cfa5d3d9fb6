/* The list of messages, and the changes that the admin makes to one. */

import { createList, type ListOptions } from '#admin/lists/list.store.ts'
import { type Paging, pagingParams } from '#admin/lists/list.ts'
import { createToastSubmit } from '#admin/toast-submit.ts'
import { showToast } from '#kit/toast/toast.store.ts'
import { deleteMessage, fetchMessages, markMessage } from './messages.api.ts'
import type { MessagePage } from './messages.ts'
import { unread } from './unread.store.ts'

const defaults = { fetchMessages, markMessage, deleteMessage, setUnread: unread.set }

type MessagesOptions = Partial<typeof defaults> & Pick<ListOptions<Paging, MessagePage>, 'url'>

export function createMessages({ url, ...options }: MessagesOptions = {}) {
  const { fetchMessages, markMessage, deleteMessage, setUnread } = { ...defaults, ...options }
  const list = createList<Paging, MessagePage>({
    schema: pagingParams('key'),
    fetchPage: fetchMessages,
    errorMessage: 'Error fetching messages',
    ...(url && { url }),
  })

  async function mark(id: string, isRead: boolean): Promise<void> {
    if (!(await save(() => markMessage(id, isRead)))) return
    list.update((page) => ({
      ...page,
      rows: page.rows.map((message) => (message.id === id ? { ...message, isRead } : message)),
    }))
  }

  /** Loads the page again, since a message of the next one moves up. */
  async function remove(id: string): Promise<void> {
    if (!(await save(() => deleteMessage(id)))) return
    showToast({ title: 'Message deleted' })
    await list.load()
  }

  /** One message does not wait for another. Returns whether the change was saved. */
  function save(change: () => Promise<number>): Promise<boolean> {
    return createToastSubmit('Error saving a message').submit(async () => {
      setUnread(await change())
    })
  }

  return { ...list, mark, remove }
}

export type MessagesStore = ReturnType<typeof createMessages>
