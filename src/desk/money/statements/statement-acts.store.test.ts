import { expect, test, vi } from 'vitest'
import { createStatementActs } from './statement-acts.store.ts'
import type { InBankResult } from './statements.ts'

function someActs(result: InBankResult = { ok: true }) {
  const setInBank = vi.fn(async (_id: number, _inBank: boolean) => result)
  const onChange = vi.fn(async () => {})
  const showToast = vi.fn()
  return {
    ...createStatementActs({ setInBank, onChange, showToast }),
    setInBank,
    onChange,
    showToast,
  }
}

test('rule 22.43: a tick is sent once, and shown as the database then has it', async () => {
  const { tick, setInBank, onChange, $ticked } = someActs()
  const first = tick({ id: 12, inBankAt: null })
  const second = tick({ id: 12, inBankAt: null })
  expect([$ticked.get(), onChange.mock.calls.length]).toEqual([12, 0])
  await Promise.all([first, second])
  expect(setInBank).toHaveBeenCalledExactlyOnceWith(12, true)
  expect([$ticked.get(), onChange.mock.calls.length]).toEqual([undefined, 1])
  await tick({ id: 12, inBankAt: '2026-11-25T10:00:00Z' })
  expect(setInBank).toHaveBeenLastCalledWith(12, false)
})

test('a statement that was undone meanwhile is not ticked, which is said', async () => {
  const { tick, showToast } = someActs({ ok: false, code: 'not_found' })
  await tick({ id: 12, inBankAt: null })
  expect(showToast).toHaveBeenCalledExactlyOnceWith({
    title: 'Not saved',
    description: 'It was undone.',
  })
})
