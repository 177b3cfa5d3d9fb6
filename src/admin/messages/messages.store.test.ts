import { expect, test, vi } from 'vitest'
import { ShopError } from '#kit/remote/shop-error.ts'
import { $toasts } from '#kit/toast/toast.store.ts'
import { urlHistory } from '#tests/support/url-history.ts'
import { createMessages } from './messages.store.ts'

test.each(['mark', 'remove'] as const)('a lost network changes nothing: %s', async (change) => {
  vi.spyOn(console, 'error').mockReturnValue()
  const message = { id: 'a', name: 'A', email: 'a@b.c', subject: 'S', message: 'M' }
  const lost = () => Promise.reject(new ShopError('unreachable'))
  const setUnread = vi.fn()
  const messages = createMessages({
    fetchMessages: async () => ({
      rows: [{ ...message, receivedAt: '2026-11-21T10:00:00Z', isRead: false, isSuspected: false }],
      older: undefined,
      newer: undefined,
    }),
    markMessage: lost,
    deleteMessage: lost,
    setUnread,
    url: urlHistory().url,
  })
  await messages.load()
  const loaded = messages.$remote.get()
  await messages[change]('a', true)
  expect(messages.$remote.get()).toEqual(loaded)
  expect(setUnread).not.toHaveBeenCalled()
  expect($toasts.get().at(-1)).toMatchObject({
    title: 'It may be saved or not',
    tone: 'destructive',
  })
})
