import { beforeEach, expect, it, vi } from 'vitest'
import { ShopError } from '#kit/remote/shop-error.ts'
import { stubSessionStorage } from '#tests/support/session-storage.ts'
import type { Act, RowResult } from './acts.api.ts'
import { createActs } from './acts.store.ts'

const saved = new Map<string, string>()

beforeEach(() => {
  saved.clear()
  stubSessionStorage(saved)
})

const ROWS = [{ id: 'AAAAAAAA' }]

/** A tab before a database that does each request once. Faults happen to the coming requests, in turn. */
function aTab(done = new Set<string>(), ...faults: ('lost' | 'response lost' | 'forbidden')[]) {
  const requests: string[] = []
  async function sendAct({ request, rows }: Act): Promise<RowResult[]> {
    requests.push(request)
    const fault = faults.shift()
    if (fault === 'forbidden') throw new ShopError('forbidden')
    if (fault !== 'lost') done.add(request)
    if (fault) throw new ShopError('unreachable')
    return rows.map(({ id }) => ({ id, ok: true }))
  }
  const acts = createActs<string>({ sendAct, key: 'test' })
  const states = () => acts.$acts.get().map(({ state }) => state)
  return Object.assign(acts, { requests, done, states })
}

it.each(['lost', 'response lost', 'forbidden'] as const)(
  'rule 21.63: an act that is %s is sent again by its own request, which is done once',
  async (fault) => {
    const tab = aTab(new Set(), fault)
    const act = await tab.send('book', ROWS, 'about')
    expect(tab.states()).toEqual(['unsent'])
    expect(act.why).toBe(fault === 'forbidden' ? fault : 'unreachable')
    expect(await tab.resend(act)).toMatchObject({ state: 'saved', results: [{ ok: true }] })
    expect(tab.done).toEqual(new Set([act.request]))
    expect(tab.requests).toEqual([act.request, act.request])
    expect(tab.states()).toEqual(['saved'])
  },
)

it('rule 21.63: what a reload interrupted is unsent, with its request; two tabs send the same one', async () => {
  const before = aTab()
  void before.send('book', ROWS, 'about')
  const [one, other] = [aTab(before.done), aTab(before.done)]
  expect([one.states(), other.states()]).toEqual([['unsent'], ['unsent']])
  for (const { unsent, resend } of [one, other]) for (const act of unsent()) await resend(act)
  expect(new Set([...before.requests, ...one.requests, ...other.requests]).size).toBe(1)
  expect(one.$acts.get()).toMatchObject([{ about: 'about', rows: ROWS }])
})

it('an act of a tab that saves nothing is sent and undone', async () => {
  vi.stubGlobal('sessionStorage', undefined)
  const tab = aTab()
  const act = await tab.send('book', ROWS, 'about')
  await tab.undo(act, 'undone')
  expect(tab.$acts.get()).toMatchObject([
    { act: 'book', request: act.request },
    { act: 'undo', request: act.request, rows: [] },
  ])
  tab.forget()
  expect(tab.$acts.get()).toEqual([])
})

it('what is saved in the tab and makes no sense is ignored', () => {
  for (const text of [
    '{',
    '{}',
    '[{}]',
    '[{"request":"","act":"","state":"","why":"","rows":1}]',
  ]) {
    saved.set('zulf:admin-tab-acts-test', text)
    expect(aTab().$acts.get()).toEqual([])
  }
})
