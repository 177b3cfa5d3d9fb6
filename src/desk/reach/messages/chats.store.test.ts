import { expect, test, vi } from 'vitest'
import type { Act, RowResult } from '#admin/acts/acts.api.ts'
import { ShopError } from '#kit/remote/shop-error.ts'
import { createChats } from './chats.store.ts'

test('rule 21.21: another message after a lost response is noted as it is, and nothing is left unsaved', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const sendAct = vi.fn(async ({ rows }: Act): Promise<RowResult[]> => {
    if (sendAct.mock.calls.length === 1) throw new ShopError('unreachable')
    return rows.map(({ id }) => ({ id, ok: true }))
  })
  const chats = createChats({ sendAct, onTold: () => {} })
  await chats.tell({ id: 'ABCDEFGH', kind: 'failed', language: 'ur-Latn' })
  expect(chats.$unsaved.get()).toEqual(['ABCDEFGH'])
  await chats.tell({ id: 'ABCDEFGH', kind: 'failed', language: 'en' })
  expect(sendAct.mock.calls.map(([{ rows }]) => rows[0]?.['language'])).toEqual(['ur-Latn', 'en'])
  expect(chats.$unsaved.get()).toEqual([])
})
