import { beforeEach, expect, test, vi } from 'vitest'
import type { Act, RowResult } from '#admin/acts/acts.api.ts'
import { ShopError } from '#kit/remote/shop-error.ts'
import { $toasts, dismissToast } from '#kit/toast/toast.store.ts'
import { createDoneRows } from './done-rows.store.ts'

beforeEach(() => {
  for (const { key } of $toasts.get()) dismissToast(key)
})

function replies() {
  const load = vi.fn(async (_id: string) => {})
  const sendAct = vi.fn(async (_act: Act): Promise<RowResult[]> => [{ id: 'AAAAAAAA', ok: true }])
  const store = createDoneRows<'yes'>(load, { sendAct })
  const saved = () => [...store.$done.get().keys()]
  return { ...store, load, sendAct, saved }
}

test('rule 21.71: a reply stays in its row, and its Undo takes back this one alone', async () => {
  const { note, undo, saved, sendAct, load } = replies()
  await note('AAAAAAAA', 'yes', { id: 'AAAAAAAA', ok: true, request: 'one' })
  await note('BBBBBBBB', 'yes', { id: 'BBBBBBBB', ok: true, request: 'two' })
  await undo('AAAAAAAA')
  expect(saved()).toEqual(['BBBBBBBB'])
  expect(sendAct.mock.calls).toEqual([[{ request: 'one', act: 'undo', rows: [] }]])
  expect(load.mock.calls.flat()).toEqual(['AAAAAAAA', 'BBBBBBBB', 'AAAAAAAA'])
})

test('rule 21.71: an Undo without a response leaves what was pressed in its row, with Undo', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { note, undo, saved, sendAct } = replies()
  await note('AAAAAAAA', 'yes', { id: 'AAAAAAAA', ok: true, request: 'one' })
  sendAct.mockRejectedValueOnce(new ShopError('unreachable'))
  await undo('AAAAAAAA')
  expect(saved()).toEqual(['AAAAAAAA'])
})

test('rule 21.71: a reply that came too late is said, and its row is shown as it is now', async () => {
  const { note, saved, load } = replies()
  await note('AAAAAAAA', 'yes', { id: 'AAAAAAAA', ok: false, code: 'closed', request: 'one' })
  expect(saved()).toEqual([])
  expect(load).toHaveBeenCalledWith('AAAAAAAA')
  expect($toasts.get().map(({ title }) => title)).toEqual(['Not saved'])
})
