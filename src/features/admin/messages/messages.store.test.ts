import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ShopError } from '#shared/shop-error.ts'
import { followToasts, type ShownToast } from '#ui/toast.ts'
import type { Message, MessagePage } from './message-list.ts'
import { createMessages } from './messages.store.ts'
import { $unread } from './unread.store.ts'

let toasts: readonly ShownToast[] = []

beforeEach(() => {
  $unread.set(undefined)
  followToasts((shown) => {
    toasts = shown
  })
})
afterEach(() => {
  vi.restoreAllMocks()
})

test('a message that is marked as read stays in its place, and fewer are unread', async () => {
  const { $list, load, mark } = createMessages(api())
  await load()
  await mark('b', true)
  expect(isReadIn($list.get())).toEqual([
    ['a', false],
    ['b', true],
  ])
  expect($unread.get()).toBe(1)
  await mark('b', false)
  expect(isReadIn($list.get())).toContainEqual(['b', false])
})

test('after a message is deleted its page is loaded again', async () => {
  const answers = api()
  const { load, remove } = createMessages(answers)
  await load()
  await remove('a')
  expect(answers.deleteMessage.mock.calls).toEqual([['a']])
  expect(answers.fetchMessages).toHaveBeenCalledTimes(2)
  expect($unread.get()).toBe(0)
})

test.each(['mark', 'remove'] as const)('a lost network changes nothing: %s', async (change) => {
  vi.spyOn(console, 'error').mockReturnValue()
  const lost = () => Promise.reject(new ShopError('unreachable'))
  const answers = { ...api(), markMessage: lost, deleteMessage: lost }
  const messages = createMessages(answers)
  await messages.load()
  const before = messages.$list.get()
  await messages[change]('a', true)
  expect(messages.$list.get()).toEqual(before)
  expect($unread.get()).toBeUndefined()
  expect(toasts.at(-1)).toMatchObject({ title: 'Not saved', tone: 'destructive' })
})

test('a slow response never replaces that to a later request', async () => {
  const slow = Promise.withResolvers<MessagePage>()
  const fetchMessages = vi.fn().mockReturnValueOnce(slow.promise).mockResolvedValue(page([]))
  const { $list, load, show } = createMessages({ ...api(), fetchMessages })
  const first = load()
  await show({ search: '', after: { date: '2026-11-21', key: 'a' } })
  slow.resolve(page([aMessage('late')]))
  await first
  expect($list.get()).toEqual({ state: 'shown', page: page([]), isLoading: false })
})

test('a lost network is not an empty list, and a retry cures it', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const fetchMessages = vi
    .fn()
    .mockRejectedValueOnce(new ShopError('unreachable'))
    .mockResolvedValue(page([]))
  const { $list, load } = createMessages({ ...api(), fetchMessages })
  await load()
  expect($list.get()).toEqual({ state: 'failed' })
  await load()
  expect($list.get()).toMatchObject({ state: 'shown' })
})

function api() {
  return {
    fetchMessages: vi.fn(async () => page([aMessage('a'), aMessage('b')])),
    markMessage: vi.fn(async (_id: string, _isRead: boolean) => 1),
    deleteMessage: vi.fn(async (_id: string) => 0),
  }
}

function page(messages: Message[]): MessagePage {
  return { messages, older: undefined, newer: undefined }
}

function aMessage(id: string): Message {
  const receivedAt = '2026-11-21T10:00:00Z'
  return { id, name: 'A', email: 'a@b.c', subject: 'S', message: 'M', receivedAt, isRead: false }
}

function isReadIn(list: ReturnType<ReturnType<typeof createMessages>['$list']['get']>) {
  return list.state === 'shown' ? list.page.messages.map(({ id, isRead }) => [id, isRead]) : []
}
