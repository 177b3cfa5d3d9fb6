import { beforeEach, expect, test, vi } from 'vitest'
import type { Act, RowResult } from '#admin/acts/acts.api.ts'
import { $toasts, dismissToast } from '#kit/toast/toast.store.ts'
import { createReplies } from './replies.store.ts'

beforeEach(() => {
  for (const { key } of $toasts.get()) dismissToast(key)
})

function replies() {
  const refreshRow = vi.fn(async (_id: string) => {})
  const sendAct = vi.fn(async (_act: Act): Promise<RowResult[]> => [{ id: 'AAAAAAAA', ok: true }])
  const store = createReplies({ refreshRow, sendAct })
  const saved = () => [...store.$saved.get().keys()]
  return { ...store, refreshRow, sendAct, saved }
}

test('rule 21.71: a reply stays in its row, and its Undo takes back this one alone', async () => {
  const { note, undo, saved, sendAct, refreshRow } = replies()
  await note('AAAAAAAA', { id: 'AAAAAAAA', ok: true, request: 'one' })
  await note('BBBBBBBB', { id: 'BBBBBBBB', ok: true, request: 'two' })
  await undo('AAAAAAAA')
  expect(saved()).toEqual(['BBBBBBBB'])
  expect(sendAct.mock.calls).toEqual([[{ request: 'one', act: 'undo', rows: [] }]])
  expect(refreshRow.mock.calls.flat()).toEqual(['AAAAAAAA', 'BBBBBBBB', 'AAAAAAAA'])
})

test('rule 21.71: a reply that came too late is said, and its row is shown as it is now', async () => {
  const { note, saved, refreshRow } = replies()
  await note('AAAAAAAA', { id: 'AAAAAAAA', ok: false, code: 'closed', request: 'one' })
  expect(saved()).toEqual([])
  expect(refreshRow).toHaveBeenCalledWith('AAAAAAAA')
  expect($toasts.get().map(({ title }) => title)).toEqual(['Not saved'])
})
