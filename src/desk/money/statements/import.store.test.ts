import { beforeEach, expect, test, vi } from 'vitest'
import type { StatementInput } from '#desk/files/read/statement.ts'
import { ShopError } from '#kit/remote/shop-error.ts'
import { stubSessionStorage } from '#tests/support/session-storage.ts'
import type { ApplyResult } from './applying.ts'
import { createImport } from './import.store.ts'
import type { ApplyRequest } from './statements.api.ts'

beforeEach(() => {
  stubSessionStorage()
  vi.spyOn(console, 'error').mockReturnValue()
  return () => vi.unstubAllGlobals()
})

const input: StatementInput = {
  courier: 'postex',
  digest: 'a'.repeat(64),
  fileName: 'payment.xlsx',
  lines: [{ row: 2, trackingNumber: 'PX-1', money: [] }],
}
const file = new File(['x'], 'payment.xlsx')
const report = { recognized: [], ambiguous: [], missing: [], headers: [] }
const applied: ApplyResult = { ok: true, statement: 12, rows: [], sum: 0 }

type Respond = (request: ApplyRequest, options: { dryRun: boolean }) => ApplyResult

function anImport(respond: Respond = () => applied) {
  const applyStatement = vi.fn(async (request: ApplyRequest, options: { dryRun: boolean }) =>
    respond(request, options),
  )
  const importing = createImport({
    applyStatement,
    fetchTaught: async () => ({ mapping: {}, words: {} }),
    readFile: async () => ({
      ok: true,
      ...{ input, report, unknownWords: [], problems: [], remarks: [], questions: [] },
    }),
  })
  importing.start()
  const step = () => importing.$view.get().step
  const sent = () => applyStatement.mock.calls.filter(([, { dryRun }]) => !dryRun)
  return { ...importing, step, sent }
}

test('rule 22.40: a lost response is retried with the same token, also after a reload', async () => {
  const lost = anImport((_, { dryRun }) => {
    if (dryRun) return applied
    throw new ShopError('unreachable')
  })
  await lost.read('postex', file)
  await lost.apply()
  await lost.apply()
  expect(lost.$view.get()).toMatchObject({ step: 'preview', isSending: false })
  const [token, again] = lost.sent().map(([request]) => request.token)
  expect(again).toBe(token)

  const reloaded = anImport()
  expect(reloaded.step()).toBe('lost')
  await reloaded.apply()
  expect(reloaded.sent()[0]?.[0]).toMatchObject({ token, input })
  expect(reloaded.step()).toBe('applied')
  expect(anImport().step()).toBe('choosing')
})

test('rule 22.40: a preview outlives a reload as well', async () => {
  const { read } = anImport()
  await read('postex', file)
  const reloaded = anImport()
  await vi.waitFor(() => expect(reloaded.step()).toBe('preview'))
  expect(reloaded.sent()).toEqual([])
  reloaded.discard()
  expect(anImport().step()).toBe('choosing')
})

test('rule 22.42: a statement that was applied before is named, and a corrected one takes its place', async () => {
  const { read, replace, apply, $view, step, sent } = anImport(({ replaces }) =>
    replaces ? applied : { ok: false, code: 'statement_known', statement: 12, similar: true },
  )
  await read('postex', file)
  expect($view.get()).toMatchObject({ step: 'known', statement: 12, isSimilar: true })
  await replace()
  expect(step()).toBe('preview')
  await apply()
  expect(sent()[0]?.[0].replaces).toBe(12)
})

test('a file whose statement was undone is not said to be applied', async () => {
  const { read, apply, forget, step } = anImport()
  await read('postex', file)
  await apply()
  forget(11)
  expect(step()).toBe('applied')
  forget(12)
  expect(step()).toBe('choosing')
})

test('a second press while the first is sent does nothing', async () => {
  const { read, apply, sent } = anImport()
  await read('postex', file)
  await Promise.all([apply(), apply()])
  expect(sent()).toHaveLength(1)
})
