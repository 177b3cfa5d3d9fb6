import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ShopError } from '#kit/remote/shop-error.ts'
import { followToasts, type ShownToast } from '#kit/toast/toast.ts'
import { urlHistory } from '#tests/support/url-history.ts'
import { createMessages, type MessagesOptions } from './messages.store.ts'
import type { Message, MessagePage } from './messages.ts'

let toasts: readonly ShownToast[] = []

beforeEach(() => {
  followToasts((shown) => {
    toasts = shown
  })
})
afterEach(() => {
  vi.restoreAllMocks()
})

test('a message that is marked as read stays in its place, and the unread ones are counted', async () => {
  const { $remote, load, mark, setUnread } = messagesWith()
  await load()
  await mark('b', true)
  expect(isReadIn($remote.get())).toEqual([
    ['a', false],
    ['b', true],
  ])
  expect(setUnread.mock.calls).toEqual([[1]])
  await mark('b', false)
  expect(isReadIn($remote.get())).toContainEqual(['b', false])
})

test('after a message is deleted its page is loaded again', async () => {
  const { load, remove, fetchMessages, deleteMessage, setUnread } = messagesWith()
  await load()
  await remove('a')
  expect(deleteMessage.mock.calls).toEqual([['a']])
  expect(fetchMessages).toHaveBeenCalledTimes(2)
  expect(setUnread.mock.calls).toEqual([[0]])
})

test.each(['mark', 'remove'] as const)('a lost network changes nothing: %s', async (change) => {
  vi.spyOn(console, 'error').mockReturnValue()
  const lost = () => Promise.reject(new ShopError('unreachable'))
  const messages = messagesWith({ markMessage: lost, deleteMessage: lost })
  await messages.load()
  const loaded = messages.$remote.get()
  await messages[change]('a', true)
  expect(messages.$remote.get()).toEqual(loaded)
  expect(messages.setUnread).not.toHaveBeenCalled()
  expect(toasts.at(-1)).toMatchObject({ title: 'Not saved', tone: 'destructive' })
})

function messagesWith(options: MessagesOptions = {}) {
  const mocks = {
    fetchMessages: vi.fn(async () => page([aMessage('a'), aMessage('b')])),
    markMessage: vi.fn(async (_id: string, _isRead: boolean) => 1),
    deleteMessage: vi.fn(async (_id: string) => 0),
    setUnread: vi.fn((_count: number) => {}),
  }
  return { ...createMessages({ ...mocks, url: urlHistory().url, ...options }), ...mocks }
}

function page(rows: Message[]): MessagePage {
  return { rows, older: undefined, newer: undefined }
}

function aMessage(id: string): Message {
  const receivedAt = '2026-11-21T10:00:00Z'
  return { id, name: 'A', email: 'a@b.c', subject: 'S', message: 'M', receivedAt, isRead: false }
}

function isReadIn(list: ReturnType<ReturnType<typeof createMessages>['$remote']['get']>) {
  return list.state === 'ready' ? list.value.rows.map(({ id, isRead }) => [id, isRead]) : []
}
