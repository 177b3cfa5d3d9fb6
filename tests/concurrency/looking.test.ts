/* Many looks at orders at once: the limit is exact, and says nothing about what it hides. */
import { beforeEach, describe, expect, test } from 'vitest'
import { aNewOrder } from '../support/a-new-order.ts'
import { countedClients, countOf } from '../support/limits.ts'
import { atOnce, openShop, tally } from './real-shop.ts'

const { asAdmin, send, call, limited } = openShop()

const abuser = '203.0.113.7'
const mine = aNewOrder()
const unknownId = (nth: number) => `MISS${String(nth).padStart(4, '0')}`

const placeMine = () => call('place_order', { p: mine })

beforeEach(async () => {
  await placeMine()
})

describe.each([
  ['get_order', 10_000],
  ['track_order', 500],
])('%s', (name, looks) => {
  test(
    'G06 of 100 wrong guesses at once from one address exactly 20 are answered',
    limited(async () => {
      const answers = await guess(name, 100)
      expect(tally(answers)).toEqual({ '200 not_found': 20, '429 rate_limited': 80 })
    }),
  )

  test(
    '50 misses at the same time count 50, and hits at the same time count nothing',
    limited(async () => {
      await atOnce(100, (nth) =>
        nth % 2
          ? call(name, { p_id: unknownId(nth) }, abuser)
          : call(name, { p_id: mine.id }, '203.0.113.8'),
      )
      expect(await countOf(asAdmin, 'miss', abuser)).toBe(50)
      expect(await countOf(asAdmin, 'miss', '203.0.113.8')).toBe(0)
    }, placeMine),
  )

  test(
    '60 misses whose requests fail after the function has returned are all counted',
    limited(async () => {
      const path = `/rpc/${name}?select=pgrst_scalar:pgrst_scalar->>code::integer`
      const failed = await atOnce(60, (nth) =>
        send({ path, body: { p_id: unknownId(nth) }, from: abuser }),
      )
      expect(tally(failed)).toEqual({ '400 22P02': 60 })
      expect(await countOf(asAdmin, 'miss', abuser)).toBe(60)
      expect(tally([await call(name, { p_id: mine.id }, abuser)])).toEqual({
        '429 rate_limited': 1,
      })
    }, placeMine),
  )

  test(
    'G13 behind an address that guessed too often, the token still opens its order',
    limited(async () => {
      await guess(name, 60)
      const holders = await atOnce(30, () =>
        call(name, { p_id: mine.id, p_token: mine.token }, abuser),
      )
      expect(tally(holders)).toEqual({ '200': 30 })
      const others = await atOnce(30, () => call(name, { p_id: mine.id }, abuser))
      expect(tally(others)).toEqual({ '429 rate_limited': 30 })
      expect(tally([await call(name, { p_id: mine.id }, '203.0.113.8')])).toEqual({ '200': 1 })
    }, placeMine),
  )

  test(`G07 ${looks} looks by GET get one status and one body, and are counted nowhere`, async () => {
    const seen = new Set<string>()
    for (let asked = 0; asked < looks; asked += 100) {
      const answers = await atOnce(100, (nth) => {
        const id = nth % 2 ? mine.id : unknownId(asked + nth)
        const token = nth % 4 === 1 ? `&p_token=${mine.token}` : ''
        return send({ method: 'GET', path: `/rpc/${name}?p_id=${id}${token}`, from: abuser })
      })
      for (const { status, body } of answers) seen.add(JSON.stringify({ status, body }))
    }
    expect([...seen]).toEqual([
      JSON.stringify({ status: 429, body: { ok: false, code: 'rate_limited' } }),
    ])
    expect(await countedClients(asAdmin)).toBe(0)
  })
})

function guess(name: string, times: number) {
  return atOnce(times, (nth) => call(name, { p_id: unknownId(nth) }, abuser))
}
