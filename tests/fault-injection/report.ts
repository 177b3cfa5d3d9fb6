/* A rehearsal in words. */

import type { Breach } from './check-outcomes.ts'
import type { Customer, Intention } from './customer.ts'
import type { Rehearsal } from './fault-run.ts'

const MOST_SHOWN = 3

export function report(rehearsal: Rehearsal): string {
  const { options, customers, faults, kills, breaches, seconds } = rehearsal
  const intentions = customers.flatMap((customer) => customer.intentions)
  const ended = (end: Intention['end']) => intentions.filter((one) => one.end === end).length
  const found = (kind: Breach['kind']) => breaches.filter((one) => one.kind === kind).length
  const rows: [string, string | number][] = [
    ['seed', options.seed],
    ['attempts', intentions.length],
    ['ok', ended('ok')],
    [
      'told of an order beside another cart',
      intentions.filter(({ named }) => named.size > 0).length,
    ],
    ['failed (refused by the store)', ended('failed')],
    ['unknown, resolved on coming back', ended('unknown')],
    ['key lost with the device’s storage', ended('forgotten')],
    ['requests', customers.reduce((sum, { requests }) => sum + requests(), 0)],
    ...[...faults]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([name, count]): [string, number] => [`  ${name}`, count]),
    ['kill -9 of the store', kills],
    ['lost', found('lost') + found('unresolved')],
    ['duplicates', found('duplicate')],
    ['hidden', found('hidden')],
    ['wrong content', found('wrong content') + found('nobody’s')],
    ['wrong cart', found('wrong cart')],
    ['seconds', seconds.toFixed(1)],
  ]
  return [
    ...rows.map(([name, value]) => `${name.padEnd(38)}${String(value).padStart(12)}`),
    ...firstBreaches(rehearsal),
  ].join('\n')
}

/** The first breaches, each with the life of its customer and the command that lets it be lived again. */
function firstBreaches({ breaches, options }: Rehearsal): string[] {
  const byCustomer = Map.groupBy(breaches, ({ customer }) => customer)
  return [...byCustomer]
    .slice(0, MOST_SHOWN)
    .flatMap(([customer, found]) => [
      '',
      ...found.map(({ kind, text }) => `${kind}: ${text}`),
      ...(customer ? lifeOf(customer) : []),
      ...(customer
        ? [
            `  again: npm run test:faults -- --seed ${options.seed} --only ${options.only ?? customer.plan.number}`,
          ]
        : []),
    ])
}

function lifeOf({ history, intentions }: Customer): string[] {
  const passages = intentions.flatMap((intention) => intention.passages)
  return [...history, ...passages.map((passage) => JSON.stringify(passage))].map(
    (line) => `    ${line}`,
  )
}
