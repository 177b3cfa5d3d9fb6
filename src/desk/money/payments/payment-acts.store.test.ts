import { expect, test, vi } from 'vitest'
import type { Act, RowResult } from '#admin/acts/acts.api.ts'
import { ShopError } from '#kit/remote/shop-error.ts'
import { createPaymentActs } from './payment-acts.store.ts'

function someActs(isKnown = true) {
  const sendAct = vi.fn(
    async ({ rows }: Act): Promise<RowResult[]> =>
      rows.map(({ id }) => (isKnown ? { id, ok: true } : { id, ok: false, code: 'not_found' })),
  )
  const onChange = vi.fn(async () => {})
  const showToast = vi.fn()
  return { ...createPaymentActs({ sendAct, onChange, showToast }), sendAct, onChange, showToast }
}

test('rule 22.43: a tick is sent once, and shown as the database then has it', async () => {
  const { tick, sendAct, onChange, $ticked } = someActs()
  const first = tick({ id: 12, inBankAt: null })
  const second = tick({ id: 12, inBankAt: null })
  expect([$ticked.get(), onChange.mock.calls.length]).toEqual([12, 0])
  await Promise.all([first, second])
  expect(sendAct.mock.calls).toMatchObject([[{ act: 'bank', rows: [{ id: '12', inBank: true }] }]])
  expect([$ticked.get(), onChange.mock.calls.length]).toEqual([undefined, 1])
  await tick({ id: 12, inBankAt: '2026-11-25T10:00:00Z' })
  expect(sendAct.mock.calls[1]).toMatchObject([{ rows: [{ id: '12', inBank: false }] }])
})

test('a payment that was undone meanwhile is not ticked, which is said', async () => {
  const { tick, showToast } = someActs(false)
  await tick({ id: 12, inBankAt: null })
  expect(showToast).toHaveBeenCalledExactlyOnceWith({
    title: '“In my bank” is not saved',
    description: 'The payment was undone.',
  })
})

test('rule 22.43: a tick without a response is said, and the next press is the same act, but no later one', async () => {
  const { tick, sendAct, onChange, showToast, $ticked } = someActs()
  vi.spyOn(console, 'error').mockReturnValue()
  const off = { id: 12, inBankAt: null }
  const on = { id: 12, inBankAt: '2026-11-25T10:00:00Z' }
  const requests = () => sendAct.mock.calls.map(([{ request }]) => request)
  sendAct.mockRejectedValueOnce(new ShopError('unreachable'))
  await tick(off)
  expect(showToast.mock.calls).toMatchObject([[{ title: 'It may be saved or not' }]])
  expect([$ticked.get(), onChange.mock.calls.length]).toEqual([undefined, 0])
  await tick(off)
  expect(requests()[1]).toBe(requests()[0])
  // Unticked by another device meanwhile, then without a response once more.
  sendAct.mockRejectedValueOnce(new ShopError('unreachable'))
  await tick(off)
  await tick(on)
  await tick(off)
  expect(new Set(requests()).size).toBe(4)
})

test('an undoing without a response is said, and the next press is the same act', async () => {
  const { undo, sendAct, onChange, showToast, $undone } = someActs()
  vi.spyOn(console, 'error').mockReturnValue()
  const payment = {
    ...{ id: 12, request: 'r', number: 'CPR-1', courier: 'PostEx', came: 5 },
    ...{ dated: null, appliedAt: '2026-11-25T10:00:00Z' },
  }
  // Nor does an error of the program say what was saved.
  sendAct.mockRejectedValueOnce(new TypeError('A bug'))
  await undo(payment)
  expect(showToast.mock.calls).toMatchObject([[{ title: 'It may be saved or not' }]])
  expect([$undone.get(), onChange.mock.calls.length]).toEqual(['', 0])
  sendAct.mockResolvedValueOnce([{ id: '12', ok: true, left: [] }])
  await undo(payment)
  expect(sendAct.mock.calls[1]).toEqual(sendAct.mock.calls[0])
  expect($undone.get()).toBe('The payment CPR-1 from PostEx is undone: its money is gone.')
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ undone: 12 })
})
