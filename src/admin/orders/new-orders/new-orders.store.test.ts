import { beforeEach, expect, it, vi } from 'vitest'
import { ShopError } from '#kit/remote/shop-error.ts'
import { deviceStorage } from '#kit/storage/device-storage.ts'
import { stubPage } from '#tests/support/page-events.ts'
import { stubSessionStorage } from '#tests/support/session-storage.ts'
import { actToasts, type CustomerAct } from './customer-acts.ts'
import { createNewOrders, formatNewOrders, SEEN_ACTS_KEY, SEEN_KEY } from './new-orders.store.ts'
import { ringOnce, setSound } from './sound.store.ts'

const dates = ['2026-11-21T08:00:00Z', '2026-11-21T09:00:00Z', '2026-11-21T10:00:00Z']

beforeEach(() => {
  deviceStorage.remove(SEEN_KEY)
  deviceStorage.remove(SEEN_ACTS_KEY)
})

/** A tab of the admin, in a shop with these orders. */
function aTab(orders: string[]) {
  const fetchDatesSince = vi.fn(async (date: string) =>
    orders.filter((one) => one > date).reverse(),
  )
  const [ring, announce] = [vi.fn(), vi.fn()]
  const acts: CustomerAct[] = []
  const fetchActs = async (after: string | null) => {
    const fresh = acts.filter(({ at }) => at > (after ?? '2026-11-22'))
    return { newest: fresh[0]?.at ?? after ?? '2026-11-22', acts: fresh }
  }
  const services = { fetchDatesSince, fetchActs: vi.fn(fetchActs), ring, announce }
  return { ...createNewOrders(services), ...services, acts }
}

/** A page without a sidebar, whose sessionStorage works. */
function aPage() {
  stubSessionStorage()
  const stubbed = stubPage()
  Object.assign(stubbed.page, { querySelectorAll: () => [] })
  return stubbed
}

it('orders that were there when the device asked first are not new', async () => {
  const orders = dates.slice(0, 1)
  const { $count, load } = aTab(orders)
  await load()
  await load()
  expect($count.get()).toBe(0)
  orders.push('2026-11-21T09:00:00Z', '2026-11-21T10:00:00Z')
  await load()
  expect($count.get()).toBe(2)
  // The next page counts from the same order on.
  const nextPage = aTab(orders)
  await nextPage.load()
  expect(nextPage.$count.get()).toBe(2)
})

it('the first order of a shop is new', async () => {
  const orders: string[] = []
  const { $count, load } = aTab(orders)
  await load()
  orders.push('2026-11-21T09:00:00Z')
  await load()
  expect($count.get()).toBe(1)
})

it('what the list shows is not new, and a late response does not count it', async () => {
  const { $count, load, markSeen, fetchDatesSince } = aTab(dates)
  markSeen(dates[0])
  await load()
  expect($count.get()).toBe(2)
  const late = load()
  markSeen(dates[2])
  await late
  expect(fetchDatesSince).toHaveBeenCalledTimes(2)
  expect($count.get()).toBe(0)
})

it('what the list shows after the dates came, and before the acts, is not new', async () => {
  const { $count, load, markSeen, fetchDatesSince, fetchActs } = aTab(dates)
  markSeen(dates[0])
  fetchActs.mockImplementationOnce(async () => {
    await fetchDatesSince.mock.results[0]?.value
    await new Promise(setImmediate)
    markSeen(dates[2])
    return { newest: '2026-11-22', acts: [] }
  })
  await load()
  expect($count.get()).toBe(0)
})

it('a lost network leaves the count as it was', async () => {
  const { $count, load, markSeen, fetchDatesSince } = aTab(dates)
  markSeen(dates[1])
  await load()
  fetchDatesSince.mockRejectedValueOnce(new ShopError('unreachable'))
  await load()
  expect($count.get()).toBe(1)
})

it('rule 14.5: asks every 30 seconds, in a hidden tab every 60, and shows the count in its title', async () => {
  vi.useFakeTimers()
  const { page, show } = aPage()
  const orders = dates.slice(0, 1)
  const { start, markSeen, fetchDatesSince } = aTab(orders)
  const stop = start()
  markSeen(dates[0])
  orders.push('2026-11-21T09:00:00Z')
  await vi.advanceTimersByTimeAsync(30_000)
  expect(page.title).toBe('(1) Page')
  show('hidden')
  await vi.advanceTimersByTimeAsync(30_000)
  const asked = fetchDatesSince.mock.calls.length
  orders.push('2026-11-21T10:00:00Z')
  await vi.advanceTimersByTimeAsync(59_999)
  expect(page.title).toBe('(1) Page')
  await vi.advanceTimersByTimeAsync(1)
  expect(page.title).toBe('(2) Page')
  expect(fetchDatesSince).toHaveBeenCalledTimes(asked + 1)
  stop()
  expect(page.title).toBe('Page')
  await vi.advanceTimersByTimeAsync(180_000)
  expect(fetchDatesSince).toHaveBeenCalledTimes(asked + 1)
})

it('rule 14.5: a tab announces an order once, on whichever page it is then', async () => {
  aPage()
  const { start, load, announce, ring } = aTab(dates)
  deviceStorage.set(SEEN_KEY, String(dates[0]))
  const stop = start()
  await load()
  await load()
  stop()
  expect(announce).toHaveBeenCalledExactlyOnceWith(2, [])
  expect(ring).toHaveBeenCalledExactlyOnceWith(dates[2])
  const nextPage = aTab(dates)
  const stopNext = nextPage.start()
  await nextPage.load()
  stopNext()
  expect(nextPage.$count.get()).toBe(2)
  expect(nextPage.announce).not.toHaveBeenCalled()
})

it('rule 14.5: an order that the admin entered is not announced to her, unless others came in before it', async () => {
  const { load, markOwn, $count, fetchDatesSince } = aTab(dates)
  deviceStorage.set(SEEN_KEY, String(dates[1]))
  fetchDatesSince.mockRejectedValueOnce(new ShopError('unreachable'))
  await markOwn(String(dates[2]))
  await load()
  expect($count.get()).toBe(1)
  await markOwn(String(dates[2]))
  expect($count.get()).toBe(0)
  await load()
  expect($count.get()).toBe(0)
  deviceStorage.set(SEEN_KEY, String(dates[0]))
  await markOwn(String(dates[2]))
  await load()
  expect($count.get()).toBe(2)
})

it('rule 14.5: one order rings once, in a tab that may play, and only where sound is on', async () => {
  const play = vi.fn(async () => true)
  const silent = vi.fn(async () => false)
  await ringOnce('first', play)
  expect(play).not.toHaveBeenCalled()
  setSound(true)
  await ringOnce('first', silent)
  await Promise.all([ringOnce('first', play), ringOnce('first', play)])
  await ringOnce('first', play)
  expect(play).toHaveBeenCalledTimes(1)
  await ringOnce('second', play)
  expect(play).toHaveBeenCalledTimes(2)
  setSound(false)
})

it('counts no further than one response holds', () => {
  expect([1, 2, 100].map(formatNewOrders)).toEqual([
    '1 new order',
    '2 new orders',
    '100 or more new orders',
  ])
})

function anAct(id: string, act: CustomerAct['act'], at: string): CustomerAct {
  return { id, fullName: 'Ayesha Khan', act, at }
}

it('rule 21.20: what a customer did is announced once in a tab, and counts until the list was shown', async () => {
  const { page } = aPage()
  const { start, load, acts, announce, ring, markSeen, $acts } = aTab(dates)
  deviceStorage.set(SEEN_KEY, String(dates[2]))
  const stop = start()
  await load()
  acts.unshift(anAct('ABCDEFGH', 'changed', '2026-11-22T08'))
  acts.unshift(anAct('ABCDEFGH', 'cancelled', '2026-11-22T09'))
  await load()
  await load()
  expect(announce).toHaveBeenCalledExactlyOnceWith(0, [acts[0]])
  expect(ring.mock.lastCall).toEqual(['2026-11-22T09'])
  expect(page.title).toBe('(1) Page')
  acts.unshift(anAct('JKLMNPQR', 'confirmed', '2026-11-22T10'))
  await load()
  expect(announce.mock.lastCall).toEqual([0, [acts[0]]])
  expect($acts.get()).toHaveLength(2)
  markSeen(dates[2])
  expect($acts.get()).toEqual([])
  await load()
  expect($acts.get()).toEqual([])
  expect(page.title).toBe('Page')
  stop()
})

it('rule 21.20: an order that the admin entered hides nothing that customers did', async () => {
  const { load, acts, markOwn, $acts, $count } = aTab(dates)
  deviceStorage.set(SEEN_KEY, String(dates[1]))
  deviceStorage.set(SEEN_ACTS_KEY, '2026-11-22')
  acts.unshift(anAct('ABCDEFGH', 'asked', '2026-11-22T09'))
  await load()
  await markOwn(String(dates[2]))
  expect($count.get()).toBe(0)
  expect($acts.get()).toHaveLength(1)
})

it('rule 21.20: the announcement names order and customer, and many are one', () => {
  const acts = ['ABCDEFGH', 'JKLMNPQR', 'STUVWXYZ'].map((id) => anAct(id, 'cancelled', '2026'))
  expect(actToasts(acts.slice(0, 1)).map(({ title }) => title)).toEqual([
    'Order ABCDEFGH: Ayesha Khan cancelled it.',
  ])
  expect(actToasts(acts).map(({ title }) => title)).toEqual([
    'Customers did something with 3 orders: ABCDEFGH, JKLMNPQR, STUVWXYZ',
  ])
})
