import { beforeEach, expect, test, vi } from 'vitest'
import { submissionProblem } from '#kit/form/submit.ts'
import { ShopError } from '#kit/remote/shop-error.ts'
import type { Toast } from '#kit/toast/toast.store.ts'
import type { ErasingResult } from './customers.api.ts'
import { createErasing, NO_RESPONSE } from './erasing.store.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

/** A dialog, and what it did. */
function aDialog(respond: () => Promise<ErasingResult>) {
  const toasts: Toast[] = []
  const eraseCustomer = vi.fn(respond)
  const onErased = vi.fn()
  const showToast = (toast: Toast) => toasts.push(toast)
  const whose = { order: 'ABCDEFGH' }
  const erasing = createErasing({ whose, onErased, eraseCustomer, showToast })
  return { erasing, toasts, eraseCustomer, onErased }
}

test.each([
  [{ orders: 1, otherNames: 0 }, '1 order names nobody any more.'],
  [
    { orders: 2, otherNames: 1 },
    '2 orders name nobody any more. 1 other customer has the same phone number.',
  ],
  [
    { orders: 2, otherNames: 3 },
    '2 orders name nobody any more. 3 other customers have the same phone number.',
  ],
])('what was erased is said, and the screen is reloaded: %o', async (result, description) => {
  const { erasing, toasts, onErased } = aDialog(async () => ({ ok: true, ...result }))
  expect(await erasing.erase()).toBe(true)
  expect(toasts).toEqual([{ title: 'Personal data erased', description }])
  expect(onErased).toHaveBeenCalledOnce()
})

test.each([
  [1, 'Nothing was erased: 1 order is still open.'],
  [2, 'Nothing was erased: 2 orders are still open.'],
])('with %i open orders the dialog stays and says what to do', async (orders, sentence) => {
  const { erasing, toasts, onErased } = aDialog(async () => ({
    ok: false,
    code: 'open_orders',
    orders,
  }))
  expect(await erasing.erase()).toBe(false)
  expect(erasing.$submission.get()).toEqual({
    state: 'refused',
    sentence: `${sentence} Mark what is open as delivered or cancelled first.`,
  })
  expect(toasts).toEqual([])
  expect(onErased).not.toHaveBeenCalled()
})

test('data that another tab has erased is no failure', async () => {
  const { erasing, toasts, onErased } = aDialog(async () => ({
    ok: false,
    code: 'not_found',
  }))
  expect(await erasing.erase()).toBe(true)
  expect(toasts).toMatchObject([{ title: 'Nothing to erase' }])
  expect(onErased).toHaveBeenCalledOnce()
})

test('a lost response leaves the dialog open, and the next press retries', async () => {
  const { erasing, eraseCustomer } = aDialog(async () => {
    throw new ShopError('unreachable')
  })
  expect(await erasing.erase()).toBe(false)
  expect(submissionProblem(erasing.$submission.get(), () => NO_RESPONSE)).toContain('not known')
  eraseCustomer.mockResolvedValueOnce({ ok: true, orders: 1, otherNames: 0 })
  expect(await erasing.erase()).toBe(true)
})
