/*
 * `npm run bench:attacks` measures what 50 customers notice while one caller attacks, on a Postgres server that is
 * set up as a hosted project is. `-- --grow 10` calls everything that a customer may call for ten minutes instead,
 * from one address with 20 orders, and measures by how much the database grows. `-- --only TEXT` selects attacks.
 */
import { parseArgs } from 'node:util'
import { aNewOrder } from '#tests/support/order-factories.ts'
import { bodyAttacks, queryAttacks } from './attacks.ts'
import { type Outcome, outcomeOf, placeOrders, underAttack } from './customers.ts'
import { measureGrowth } from './growth.ts'
import { type AttackedShop, openAttackedShop } from './shop.ts'

const SECONDS = 5
const OPEN_SECONDS = 10

const { values } = parseArgs({
  options: { grow: { type: 'string' }, only: { type: 'string', default: '' } },
})

const shop = await openAttackedShop()
try {
  if (values.grow) await measureGrowth(shop, Number(values.grow))
  else await measureAttacks(shop, values.only)
} finally {
  await shop.close()
}

async function measureAttacks(shop: AttackedShop, only: string): Promise<void> {
  const own = await placeOwn(shop)
  await placeOrders(shop, SECONDS)
  const peace = outcomeOf('peace', await placeOrders(shop, SECONDS))
  console.log('| | saved of 50 | median, ms | p99, ms | of peace | the attacker’s responses |')
  console.log('|---|--:|--:|--:|--:|---|')
  report(peace, peace)
  for (const [name, argument] of openCalls(own)) {
    if (!name.includes(only)) continue
    const results = await shop.whileOpen(`select public.${name}($1)`, [argument], () =>
      placeOrders(shop, OPEN_SECONDS),
    )
    report(outcomeOf(`${name} open for ${OPEN_SECONDS} s`, results), peace)
  }
  for (const attack of [...queryAttacks(own, [1, 10]), ...bodyAttacks(own)]) {
    if (attack.name.includes(only)) report(await underAttack(shop, attack, SECONDS), peace)
  }
}

function openCalls([own = aNewOrder()]: ReturnType<typeof aNewOrder>[]): [string, object][] {
  const { id, token, shippingAddress } = own
  const city = { ...shippingAddress, city: 'Kasur' }
  return [
    ['place_order', aNewOrder()],
    ['change_order', { id, token, version: 1, shippingAddress: city }],
  ]
}

async function placeOwn(shop: AttackedShop): Promise<ReturnType<typeof aNewOrder>[]> {
  return Promise.all(
    Array.from({ length: 20 }, async (_, nth) => {
      const { shippingAddress } = aNewOrder()
      const p = aNewOrder({ shippingAddress: { ...shippingAddress, address: 'a'.repeat(299) } })
      const { status } = await shop.send({
        path: '/rpc/place_order',
        body: { p },
        from: `10.4.${nth}.1`,
      })
      if (status !== 201) throw new Error(`An own order was not saved: ${status}`)
      return p
    }),
  )
}

function report({ name, saved, median, p99, responses }: Outcome, peace: Outcome): void {
  const ratio = (median / peace.median).toFixed(1)
  const seen = Object.entries(responses).map(([label, times]) => `${times} × ${label}`)
  console.log(`| ${[name, saved, median, p99, ratio, seen.join(', ')].join(' | ')} |`)
}
