import { beforeEach, expect, test, vi } from 'vitest'
import type { Act, RowResult } from '#admin/acts/acts.api.ts'
import type { FileInput, FileReading } from '#desk/files/read/courier-file.ts'
import { ShopError } from '#kit/remote/shop-error.ts'
import { stubSessionStorage } from '#tests/support/session-storage.ts'
import type { CompareResult } from './applying.ts'
import { createImport } from './import.store.ts'
import type { SavedImport } from './saved-import.ts'

beforeEach(() => {
  stubSessionStorage()
  vi.spyOn(console, 'error').mockReturnValue()
})

const input: FileInput = {
  courier: 'postex',
  digest: 'a'.repeat(64),
  fileName: 'payment.xlsx',
  lines: [{ row: 2, trackingNumber: 'PX-1', money: [] }],
}
const file = new File(['x'], 'payment.xlsx')
const report = { recognized: [], asked: [], headers: [] }
const reading: FileReading = {
  ...{ ok: true, input, report, unknownWords: [], problems: [], findings: [], questions: [] },
  mayBeList: false,
}
const paid = { customersPaid: 0, couriersKept: 0, unlisted: 0, came: 0 }
const compared: CompareResult = { ok: true, rows: [], paid, sum: 0, numbered: 0 }
const applied: RowResult = {
  ...{ id: '', ok: true, statement: 12, counts: {} },
  ...{ paid, sum: 0, numbered: 0 },
}

function anImport({
  compare = (_: SavedImport): CompareResult => compared,
  apply = (): RowResult => applied,
  readFile = async (): Promise<FileReading> => reading,
} = {}) {
  const sendAct = vi.fn(async (_: Act) => [apply()])
  const importing = createImport({
    compareFile: async (pending) => compare(pending),
    sendAct,
    fetchCouriers: async () => [],
    readCells: async () => ({ ok: true, sheets: [] }),
    saveCourier: async () => {},
    readFile,
  })
  importing.start()
  const step = () => importing.$view.get().step
  const sent = () => sendAct.mock.calls.map(([act]) => act)
  return { ...importing, step, sent }
}

test('rule 22.40: a lost response is retried as the same act, and after a reload the file is known', async () => {
  const lost = anImport({
    apply: () => {
      throw new ShopError('unreachable')
    },
  })
  await lost.read(file, 'postex')
  await lost.apply()
  await lost.apply()
  expect(lost.$view.get()).toMatchObject({ step: 'preview', isSending: false })
  const [request, again] = lost.sent().map((act) => act.request)
  expect(again).toBe(request)

  const reloaded = anImport({
    compare: () => ({ ok: false, code: 'statement_known', statement: 12 }),
  })
  await vi.waitFor(() => expect(reloaded.step()).toBe('known'))
  expect(reloaded.sent()).toEqual([])
  reloaded.discard()
  expect(anImport().step()).toBe('choosing')
})

test('rule 22.40: a preview outlives a reload as well', async () => {
  const { read } = anImport()
  await read(file, 'postex')
  const reloaded = anImport()
  await vi.waitFor(() => expect(reloaded.step()).toBe('preview'))
  expect(reloaded.sent()).toEqual([])
  reloaded.discard()
  expect(anImport().step()).toBe('choosing')
})

test('rule 22.42: a file that was saved before is named, and a corrected one takes its place', async () => {
  const { read, replace, apply, $view, sent } = anImport({
    compare: ({ replaces }) =>
      replaces ? compared : { ok: false, code: 'statement_known', statement: 12, similar: true },
  })
  await read(file, 'postex')
  expect($view.get()).toMatchObject({ step: 'known', payment: 12, isSimilar: true })
  await replace()
  // With its file, whose columns and words can still be said.
  expect($view.get()).toMatchObject({ step: 'preview', source: { file } })
  await apply()
  expect(sent()[0]?.rows).toMatchObject([{ replaces: 12 }])
})

test('rule 22.42: a file takes the place of the other also where its columns are asked first', async () => {
  const asking: FileReading = { ok: false, problem: 'Which column has the states?', report }
  const readFile = vi.fn(async (): Promise<FileReading> => reading)
  const compare = vi.fn(
    ({ replaces }: SavedImport): CompareResult =>
      replaces ? compared : { ok: false, code: 'statement_known', statement: 12 },
  )
  const { read, replace, map, step } = anImport({ compare, readFile })
  await read(file, 'postex')
  await replace()
  readFile.mockResolvedValueOnce(asking)
  await map({}, '')
  expect(step()).toBe('mapping')
  await map({ status: 'State' })
  expect(step()).toBe('preview')
  expect(compare.mock.lastCall).toMatchObject([{ replaces: 12 }])
})

test('a file that was discarded while it was read is not left in the tab', async () => {
  const response = Promise.withResolvers<FileReading>()
  const { read, discard } = anImport({ readFile: () => response.promise })
  const done = read(file, 'postex')
  discard()
  response.resolve(reading)
  await done
  expect(anImport().step()).toBe('choosing')
})

test('a file whose payment was undone is not said to be saved', async () => {
  const { read, apply, forget, step } = anImport()
  await read(file, 'postex')
  await apply()
  forget(11)
  expect(step()).toBe('applied')
  forget(12)
  expect(step()).toBe('choosing')
})

test('a second press while the first is sent does nothing', async () => {
  const { read, apply, sent } = anImport()
  await read(file, 'postex')
  await Promise.all([apply(), apply()])
  expect(sent()).toHaveLength(1)
})

test('a file that could not be compared is kept for another try', async () => {
  let isOffline = true
  const { read, $view, step } = anImport({
    compare: () => {
      if (isOffline) throw new ShopError('unreachable')
      return compared
    },
  })
  await read(file, 'postex')
  expect($view.get()).toMatchObject({ step: 'choosing', file })
  isOffline = false
  await read(file, 'postex')
  expect(step()).toBe('preview')
})
