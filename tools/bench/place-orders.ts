/*
 * `npm run bench:orders` lets 100 customers a second place an order, for a minute (or as many, for as
 * long, as the arguments say), on a real Postgres server that waits for its disk. Requests
 * start at this rate, whether or not earlier ones have a response.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { aNewOrder } from '#tests/support/order-factories.ts'
import type { Result } from '../real-postgres/caller.ts'
import { openRealShop, type RealShop } from '../real-postgres/shop.ts'

const [rate = 100, seconds = 60] = process.argv.slice(2).map(Number)

const shop = await openRealShop({ durable: true })
try {
  await placeOrders(shop, 1)
  const results = await placeOrders(shop, seconds)
  report(results)
  await refuseLoss(shop, results)
} finally {
  await shop.close()
}

/** Each from its own IP address and phone, so that no limit applies. */
async function placeOrders(shop: RealShop, seconds: number): Promise<Result[]> {
  const started = performance.now()
  const sent: Promise<Result>[] = []
  for (let nth = 0; nth < rate * seconds; nth += 1) {
    const early = started + (nth * 1000) / rate - performance.now()
    if (early > 0) await pause(early)
    const from = `10.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}`
    sent.push(shop.send({ path: '/rpc/place_order', body: { p: aNewOrder() }, from }))
  }
  return Promise.all(sent)
}

function report(results: Result[]): void {
  const times = results.map(({ milliseconds }) => milliseconds).sort((one, other) => one - other)
  const within = (share: number) => (times[Math.ceil(times.length * share) - 1] ?? 0).toFixed(0)
  const saved = results.filter(({ status }) => status === 201).length
  console.log(`${rate} orders a second for ${seconds} s: ${saved} of ${results.length} saved`)
  console.log(
    `p50 ${within(0.5)} ms, p95 ${within(0.95)} ms, p99 ${within(0.99)} ms, max ${within(1)} ms`,
  )
}

/** An order that was acknowledged is there, and no other one. */
async function refuseLoss(shop: RealShop, results: Result[]): Promise<void> {
  const refused = results.filter(({ status }) => status !== 201)
  if (refused.length > 0) throw new Error(`Not saved: ${refused.length}, as ${refused[0]?.text}`)
  const [row] = await shop.sql<{ count: number }>('select count(*)::integer from public.orders')
  const expected = results.length + rate
  if (row?.count !== expected) throw new Error(`${row?.count} orders are there, not ${expected}`)
}
