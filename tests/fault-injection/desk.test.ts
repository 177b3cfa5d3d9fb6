/* The desk under the faults of a network, and with a backend that is killed: each act happens once. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { adminLogin } from '#tests/support/shop-server.ts'
import { type Desk, deskActs, loadDesk } from './desk-acts.ts'
import { CUSTOMER, type FaultProxy, openFaultProxy } from './fault-proxy.ts'
import { FAULTS } from './faults.ts'
import { type KillableBackend, openKillableBackend } from './killable-backend.ts'

/** Without bodies that only a backend could send: the admin's pages do not validate those. */
const NETWORK_FAULTS = FAULTS.slice(0, FAULTS.indexOf('null') + 1)
const ADMIN = 'admin'
const KILLS = 5

let proxy: FaultProxy
let backend: KillableBackend
let desk: Desk
let timingOut = new AbortController()
/** Of acts that were done, by what happened to them. */
const counts: [what: string, count: string][] = []

beforeAll(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  proxy = await openFaultProxy()
  backend = await openKillableBackend(proxy)
  const { fetch } = globalThis
  vi.stubGlobal('location', new URL(proxy.url))
  vi.stubGlobal('fetch', (url: URL | string, init: RequestInit = {}) => {
    // The proxy of this process forwards by the same function.
    if (!String(url).startsWith(proxy.url)) return fetch(url, init)
    const headers = new Headers(init.headers)
    headers.set(CUSTOMER, ADMIN)
    const signals = [timingOut.signal, ...(init.signal ? [init.signal] : [])]
    return fetch(url, { ...init, headers, signal: AbortSignal.any(signals) })
  })
  desk = await loadDesk()
  const { error } = await desk.adminClient.auth.signInWithPassword(adminLogin)
  if (error) throw error
})
afterAll(async () => {
  await backend.close()
  await proxy.close()
  vi.unstubAllGlobals()
})

test.each(Object.keys(deskActs))('under every fault of a network: %s', async (what) => {
  for (const fault of NETWORK_FAULTS) {
    for (const times of [1, 3]) {
      const { press, count } = await prepare(what)
      counts.push([`${what}, ${fault} ${times}`, count])
      proxy.plan(ADMIN, Array(times).fill(fault), timeOut)
      await press()
      proxy.clearFaults(ADMIN)
    }
  }
})

test(`with a backend that is killed ${KILLS} times`, async () => {
  for (let nth = 1; nth <= KILLS; nth += 1) {
    const acts = await Promise.all(Object.keys(deskActs).map(prepare))
    for (const [which, what] of Object.keys(deskActs).entries())
      counts.push([`${what}, kill ${nth}`, acts[which]?.count ?? ''])
    const pressed = acts.map(({ press }) => press())
    const [killed] = await Promise.allSettled([backend.kill(), ...pressed])
    expect(killed).toMatchObject({ status: 'fulfilled' })
    for (const { press } of acts) await press()
  }
})

test('each act was done once', async () => {
  await proxy.idle()
  const found = await backend.read<{ what: string; count: string }>(
    counts
      .map(([what, count]) => `select '${what}' as what, (${count}) as count`)
      .join(' union all '),
  )
  expect(found).toHaveLength(counts.length)
  expect(found.filter(({ count }) => Number(count) !== 1)).toEqual([])
})

function prepare(what: string) {
  const act = deskActs[what]
  if (!act) throw new Error(`No act ${what}`)
  return act(desk)
}

/** As if each pending request had waited for too long. */
function timeOut(): void {
  timingOut.abort(new DOMException('signal timed out', 'TimeoutError'))
  timingOut = new AbortController()
}
