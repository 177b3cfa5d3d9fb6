/* Customers who order while something else happens. */
import { setTimeout as pause } from 'node:timers/promises'
import { aNewOrder } from '#tests/support/order-factories.ts'
import type { Call, Result } from '../../temporary-shop/caller.ts'
import type { AttackedShop } from './shop.ts'

const CUSTOMERS = 50

export interface Attack {
  name: string
  /** Requests a second, each without waiting for the last one; or so many clients that send one after another. */
  rate?: number
  clients?: number
  call(nth: number): Call & { body: unknown }
}

export interface Outcome {
  name: string
  saved: number
  /** Milliseconds of the customers' orders. */
  median: number
  p99: number
  /** The number of the attacker's responses by status and code. */
  responses: Record<string, number>
}

/** Orders of as many customers, each with a phone and an address of its own, spread over the seconds. */
export async function placeOrders(shop: AttackedShop, seconds: number): Promise<Result[]> {
  const started = performance.now()
  const sent: Promise<Result>[] = []
  for (let nth = 0; nth < CUSTOMERS; nth += 1) {
    const early = started + (nth * 1000 * seconds) / CUSTOMERS - performance.now()
    if (early > 0) await pause(early)
    const body = { p: aNewOrder() }
    sent.push(shop.send({ path: '/rpc/place_order', body, from: `10.3.${nth}.1` }))
  }
  return Promise.all(sent)
}

/** The outcome for other customers while the attack goes on. */
export async function underAttack(
  shop: AttackedShop,
  attack: Attack,
  seconds: number,
): Promise<Outcome> {
  const responses: Record<string, number> = {}
  let over = false
  let nth = 0
  const sendOne = async () => {
    nth += 1
    const { status, text } = await shop.send({ from: '203.0.113.7', ...attack.call(nth) })
    const label = `${status} ${codeOf(text)}`.trim()
    responses[label] = (responses[label] ?? 0) + 1
  }
  const attacking: Promise<void>[] = []
  const attackers = Array.from({ length: attack.clients ?? 0 }, async () => {
    while (!over) await sendOne()
  })
  const timer = attack.rate && setInterval(() => attacking.push(sendOne()), 1000 / attack.rate)
  const results = await placeOrders(shop, seconds)
  over = true
  if (timer) clearInterval(timer)
  await Promise.all([...attackers, ...attacking])
  return { ...outcomeOf(attack.name, results), responses }
}

export function outcomeOf(name: string, results: Result[]): Outcome {
  const times = results.map(({ milliseconds }) => milliseconds).sort((one, other) => one - other)
  const within = (share: number) => Math.round(times[Math.ceil(times.length * share) - 1] ?? 0)
  const saved = results.filter(({ status }) => status === 201).length
  return { name, saved, median: within(0.5), p99: within(0.99), responses: {} }
}

function codeOf(text: string): string {
  return /"code": ?"([^"]*)"/.exec(text)?.[1] ?? ''
}
