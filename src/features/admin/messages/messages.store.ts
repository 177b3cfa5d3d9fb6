/* Messages on the admin's screen: which page is asked for, and what came of it. */
import { atom } from 'nanostores'
import { hasCode } from '#shared/shop-error.ts'
import { showToast } from '#ui/toast.ts'
import { ALL_CUSTOMERS } from '../customers/customer-list.ts'
import type { MessagePage, MessageQuery } from './message-list.ts'
import { deleteMessage, fetchMessages, markMessage } from './messages.api.ts'
import { $unread } from './unread.store.ts'

export type MessageList =
  | { state: 'loading' }
  | { state: 'failed' }
  /** While the next page is awaited the last one stays on screen. */
  | { state: 'shown'; page: MessagePage; isLoading: boolean }

const live = { fetchMessages, markMessage, deleteMessage }

export function createMessages(api = live, firstQuery: MessageQuery = ALL_CUSTOMERS) {
  const $query = atom<MessageQuery>(firstQuery)
  const $list = atom<MessageList>({ state: 'loading' })
  let lastRequest = 0

  /** Loads what `$query` says. Only the latest request counts. */
  async function load(): Promise<void> {
    lastRequest += 1
    const request = lastRequest
    const list = $list.get()
    $list.set(list.state === 'shown' ? { ...list, isLoading: true } : { state: 'loading' })
    try {
      const page = await api.fetchMessages($query.get())
      if (request === lastRequest) $list.set({ state: 'shown', page, isLoading: false })
    } catch (error) {
      // Where it is forbidden the page is already on its way to the login.
      if (request !== lastRequest || hasCode(error, 'forbidden')) return
      console.error('Error fetching messages', error)
      $list.set({ state: 'failed' })
    }
  }

  async function show(query: MessageQuery): Promise<void> {
    $query.set(query)
    await load()
  }

  async function mark(id: string, isRead: boolean): Promise<void> {
    if (!(await save(() => api.markMessage(id, isRead)))) return
    const list = $list.get()
    if (list.state !== 'shown') return
    const messages = list.page.messages.map((message) =>
      message.id === id ? { ...message, isRead } : message,
    )
    $list.set({ ...list, page: { ...list.page, messages } })
  }

  /** The page is loaded again, since a message of the next one moves up. */
  async function remove(id: string): Promise<void> {
    if (!(await save(() => api.deleteMessage(id)))) return
    showToast({ title: 'Message deleted' })
    await load()
  }

  /** Returns whether the change was saved. */
  async function save(change: () => Promise<number>): Promise<boolean> {
    try {
      $unread.set(await change())
      return true
    } catch (error) {
      if (hasCode(error, 'forbidden')) return false
      console.error('Error saving a message', error)
      showToast({
        title: 'Not saved',
        description: 'Please check your connection and try again.',
        tone: 'destructive',
      })
      return false
    }
  }

  return { $query, $list, load, show, mark, remove }
}

export type MessagesStore = ReturnType<typeof createMessages>
