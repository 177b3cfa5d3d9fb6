/* The table that a run prints. */

import type { Violation } from './check-outcomes.ts'
import type { FaultRun } from './fault-run.ts'
import type { PlannedPurchase, SimulatedCustomer } from './purchase.ts'

const MAX_SHOWN = 10

export function report(result: FaultRun): string {
  const { options, customers, faults, kills, violations, seconds } = result
  const purchases = customers.flatMap((customer) => customer.purchases)
  const ended = (end: PlannedPurchase['end']) => purchases.filter((one) => one.end === end).length
  const found = (kind: Violation['kind']) => violations.filter((one) => one.kind === kind).length
  const rows: [string, string | number][] = [
    ['seed', options.seed],
    ['attempts', purchases.length],
    ['ok', ended('ok')],
    ['shown an order beside another cart', purchases.filter(({ named }) => named.size > 0).length],
    ['failed (refused by the backend)', ended('failed')],
    ['unknown, resolved by a later retry', ended('unknown')],
    ['key lost with the device’s storage', ended('forgotten')],
    ['requests', customers.reduce((sum, { requests }) => sum + requests(), 0)],
    ...[...faults]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([name, count]): [string, number] => [`  ${name}`, count]),
    ['kill -9 of the backend', kills],
    ['lost', found('lost') + found('unresolved')],
    ['duplicates', found('duplicate')],
    ['hidden', found('hidden')],
    ['false refusals', found('false refusal')],
    ['wrong content', found('wrong content') + found('unexpected')],
    ['wrong cart', found('wrong cart')],
    ['seconds', seconds.toFixed(1)],
  ]
  return [
    ...rows.map(([name, value]) => `${name.padEnd(38)}${String(value).padStart(12)}`),
    ...firstViolations(result),
  ].join('\n')
}

/** The first violations, with the history of the customer and the command that repeats it. */
function firstViolations({ violations, options }: FaultRun): string[] {
  const byCustomer = Map.groupBy(violations, ({ customer }) => customer)
  return [...byCustomer]
    .slice(0, MAX_SHOWN)
    .flatMap(([customer, found]) => [
      '',
      ...found.map(({ kind, text }) => `${kind}: ${text}`),
      ...(customer ? historyOf(customer) : []),
      ...(customer
        ? [
            `  repeat: npm run test:faults -- --seed ${options.seed} --only ${options.only ?? customer.plan.number}`,
          ]
        : []),
    ])
}

function historyOf({ history, purchases }: SimulatedCustomer): string[] {
  const exchanges = purchases.flatMap((purchase) => purchase.exchanges)
  return [...history, ...exchanges.map((exchange) => JSON.stringify(exchange))].map(
    (line) => `    ${line}`,
  )
}
