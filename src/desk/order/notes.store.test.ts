import { expect, test, vi } from 'vitest'
import type { Act, RowResult } from '#admin/acts/acts.api.ts'
import type { OrderNote } from '#admin/order-page/order-with-history.ts'
import { ShopError } from '#kit/remote/shop-error.ts'
import { $toasts } from '#kit/toast/toast.store.ts'
import { stubSessionStorage } from '#tests/support/session-storage.ts'
import { createNotes } from './notes.store.ts'

const note = { id: 1, at: '2026-11-22T08:00:00Z', note: 'Call first' }

/** The notes on screen, before a database that saves each request once. */
function aForm() {
  let shown: OrderNote[] = []
  const deleted = new Map<string, OrderNote>()
  const saved = new Map<string, OrderNote>()
  const sendAct = vi.fn(async ({ request, act, rows }: Act): Promise<RowResult[]> => {
    if (act === 'note') saved.set(request, { ...note, note: String(rows[0]?.['note']).trim() })
    if (act === 'delete_note') deleted.set(request, note)
    if (act === 'undo') deleted.delete(request)
    return [{ id: 'ABCDEFGH', ok: true }]
  })
  const load = async () => {
    shown = deleted.size > 0 ? [] : [...saved.values()]
  }
  const form = createNotes('ABCDEFGH', load, sendAct)
  return { ...form, sendAct, shown: () => shown }
}

test.each(['  ', 'x'.repeat(1001)])(
  '"%s" is not sent, and what was written stays',
  async (text) => {
    const { $text, $problem, type, add, sendAct } = aForm()
    type(text)
    await add()
    expect($text.get()).toBe(text)
    expect($problem.get()).toEqual(expect.any(String))
    type('Call first')
    expect($problem.get()).toBeUndefined()
    expect(sendAct).not.toHaveBeenCalled()
  },
)

test('a note that is saved is shown, and the field is empty again', async () => {
  const { $text, type, add, remove, shown } = aForm()
  type(' Call first ')
  await add()
  expect(shown()).toEqual([note])
  expect($text.get()).toBe('')
  await remove(1)
  expect(shown()).toEqual([])
  $toasts.get().at(-1)?.action?.run()
  await vi.waitFor(() => expect(shown()).toEqual([note]))
})

test('what is typed while a note is being saved stays in the field', async () => {
  const { $text, type, add } = aForm()
  type('Call first')
  const adding = add()
  type('Call first, and ring twice')
  await adding
  expect($text.get()).toBe('Call first, and ring twice')
})

test('a note that was not saved stays written; one whose response was lost is saved once', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const { $text, $problem, type, add, sendAct, shown } = aForm()
  const save = sendAct.getMockImplementation()
  sendAct.mockImplementationOnce(async (act) => {
    await save?.(act)
    throw new ShopError('unreachable')
  })
  type(' Call first ')
  await add()
  expect($text.get()).toBe(' Call first ')
  expect($problem.get()).toContain('may be saved or not')
  await add()
  expect($text.get()).toBe('')
  expect(shown()).toEqual([note])
  sendAct.mockResolvedValueOnce([{ id: 'ABCDEFGH', ok: false, code: 'erased' }])
  type('Call again')
  await add()
  expect($problem.get()).toContain('takes no notes')
})

test('a note that may not be deleted says so at the form', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const { $problem, remove, sendAct } = aForm()
  sendAct.mockRejectedValueOnce(new ShopError('unreachable'))
  await remove(1)
  expect($problem.get()).toContain('may be saved or not')
})

test('rule 21.26: a note that is being typed outlives a reload, until it is saved', async () => {
  stubSessionStorage()
  aForm().type('Call fir')
  const { $text, type, add } = aForm()
  expect($text.get()).toBe('Call fir')
  type('Call first')
  await add()
  expect(aForm().$text.get()).toBe('')
})
