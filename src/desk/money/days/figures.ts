/*
 * What came of the parcels of some days (docs/product.md, rules 22.46 to 22.48): one list of figures for the page, its
 * CSV file and the text for WhatsApp.
 */

import { formatParcel } from '#admin/order/orders.ts'
import { parcelReasonName } from '#admin/order/parcels.ts'
import { formatSum } from '#config/currency.ts'
import { settings } from '#config/settings.ts'
import { type Came, cameFigures, type Figure, isSome } from '#desk/money/came.ts'
import { formatDate } from '#kit/dates.ts'
import { fromMinor } from '#kit/money.ts'
import { type Days, FIRST_DAY } from './days.ts'

interface Counted {
  parcels: number
  /** Minor units, like every amount. */
  toCollect: number
}

/** What was paid is of these days too. */
export interface FiguresOfDays extends Came {
  /** Of these days. */
  handedOver: Counted
  delivered: Counted
  /** As it is now. */
  onTheRoad: Counted
  /** Cash of parcels that nothing calls delivered. */
  paidUndelivered: { parcels: number; amount: number }
  unpaid: { age: '0-7' | '8-14' | '15-30' | '30+'; parcels: number; amount: number }[]
  cameBack: { reason: string; parcels: number; amount: number }[]
  advancesToPayBack: { orderId: string; fullName: string; amount: number }[]
  claims: {
    orderId: string
    courier: string | null
    trackingNumber: string | null
    toCollect: number
  }[]
  /** What couriers kept. Costs are negative. */
  fees: number
  taxes: number
  returnFees: number
  adjustments: number
}

/** What the page shows first. */
export function mainFigures(figures: FiguresOfDays): Figure[] {
  const { handedOver, delivered, onTheRoad } = figures
  return [
    figureOf('Handed over', handedOver),
    figureOf('Delivered', delivered),
    figureOf('On the road now', onTheRoad),
    ...cameFigures(figures),
  ]
}

export function costFigures({ fees, taxes, returnFees, adjustments }: FiguresOfDays): Figure[] {
  return [
    { label: 'Fees', amount: fees },
    { label: 'Taxes', amount: taxes },
    { label: 'Return fees', amount: returnFees },
    { label: 'Adjustments', amount: adjustments },
  ]
}

const AGES: Record<FiguresOfDays['unpaid'][number]['age'], string> = {
  '0-7': 'Up to 7 days',
  '8-14': '8 to 14 days',
  '15-30': '15 to 30 days',
  '30+': 'More than 30 days',
}

export function unpaidFigures({ unpaid, paidUndelivered }: FiguresOfDays): Figure[] {
  const byAge = unpaid.map(({ age, ...counted }) => ({ label: AGES[age] ?? age, ...counted }))
  return [...byAge, { label: 'Paid, but not delivered', ...paidUndelivered }]
}

export function returnFigures({ cameBack }: FiguresOfDays): Figure[] {
  return cameBack.map(({ reason, ...counted }) => ({ label: parcelReasonName(reason), ...counted }))
}

export function advanceFigures({ advancesToPayBack }: FiguresOfDays): Figure[] {
  return advancesToPayBack.map((advance) => ({ label: advance.orderId, ...advance }))
}

/** `ABCDEFGH, TCS 7701`. */
export function claimFigures({ claims }: FiguresOfDays): Figure[] {
  return claims.map(({ orderId, courier, trackingNumber, toCollect: amount }) => {
    const parcel = formatParcel({ courier, trackingNumber })
    return { label: [orderId, parcel].filter(Boolean).join(', '), orderId, amount }
  })
}

/** For spreadsheets. Amounts are numbers: a text that begins with a minus is protected as a formula. */
export function toFigureRows(figures: FiguresOfDays, { from, until }: Days): (string | number)[][] {
  const rows = (part: string, listed: readonly Figure[]) =>
    listed.map(({ label, fullName, parcels = '', amount }) => {
      const what = fullName ? `${label} ${fullName}` : label
      return [part, what, parcels, fromMinor(amount)]
    })
  return [
    ['Part', 'What', 'Parcels', 'Amount'],
    ['Days', from === until ? from : `${from} to ${until}`, '', ''],
    ...rows('Figures', mainFigures(figures)),
    ...rows('Couriers kept', costFigures(figures)),
    ...rows('Unpaid', unpaidFigures(figures)),
    ...rows('Came back', returnFigures(figures)),
    ...rows('Advance to pay back', advanceFigures(figures)),
    ...rows(
      'Lost',
      claimFigures(figures).map((claim) => ({ ...claim, parcels: 1 })),
    ),
  ]
}

/** For a chat: every sum exact, and no line without anything in it. */
export function toFigureText(figures: FiguresOfDays, days: Days): string {
  const some = (listed: readonly Figure[]) => listed.filter(isSome).map(lineOf)
  const part = (title: string, lines: readonly string[]) =>
    lines.length > 0 ? ['', title, ...lines] : []
  return [
    `${settings.name}, ${formatDays(days)}`,
    ...mainFigures(figures).map(lineOf),
    ...some(costFigures(figures)),
    ...part('Unpaid:', some(unpaidFigures(figures))),
    ...part('Came back:', some(returnFigures(figures))),
    ...part('Advances to pay back:', advanceFigures(figures).map(lineOf)),
    ...part('Lost:', claimFigures(figures).map(lineOf)),
  ].join('\n')
}

export function formatDays({ from, until }: Days): string {
  if (from === until) return formatDate(from)
  return from === FIRST_DAY
    ? `Until ${formatDate(until)}`
    : `${formatDate(from)} to ${formatDate(until)}`
}

function figureOf(label: string, { parcels, toCollect }: Counted): Figure {
  return { label, parcels, amount: toCollect }
}

function lineOf({ label, parcels, amount }: Figure): string {
  const count = parcels === undefined ? '' : `${parcels}, `
  return `${label}: ${count}${formatSum(amount)}`
}
