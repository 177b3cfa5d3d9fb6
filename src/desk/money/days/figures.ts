/*
 * What came of the parcels of some days (docs/desk-rules.md, rules 22.46 to 22.48): one list of figures for the page, its
 * CSV file and the text for WhatsApp.
 */

import { formatParcel, parcelReasonName } from '#admin/parcels/parcels.ts'
import { formatSum } from '#config/currency.ts'
import { settings } from '#config/settings.ts'
import { type Came, cameFigures, type Figure, isSome, keptOf } from '#desk/money/came.ts'
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

const AGES: Record<FiguresOfDays['unpaid'][number]['age'], string> = {
  '0-7': 'Up to 7 days',
  '8-14': '8 to 14 days',
  '15-30': '15 to 30 days',
  '30+': 'More than 30 days',
}

export const UNPAID = 'Unpaid now, by age'

type Part = [title: string, figures: readonly Figure[]]

/** What follows the main figures. */
export function figureParts(figures: FiguresOfDays): Part[] {
  const { unpaid, paidUndelivered, cameBack, advancesToPayBack, claims } = figures
  const byAge = unpaid.map(({ age, ...counted }) => ({ label: AGES[age] ?? age, ...counted }))
  const costs = [
    { label: 'Fees', amount: keptOf(figures.fees) },
    { label: 'Taxes', amount: keptOf(figures.taxes) },
    { label: 'Return fees', amount: keptOf(figures.returnFees) },
    { label: 'Adjustments', amount: keptOf(figures.adjustments) },
  ]
  return [
    [UNPAID, [...byAge, { label: 'Paid, but not delivered', ...paidUndelivered }]],
    ['Couriers kept', costs],
    ['Came back', cameBack.map((back) => ({ label: parcelReasonName(back.reason), ...back }))],
    ['Advances to pay back', advancesToPayBack.map((one) => ({ label: one.orderId, ...one }))],
    ['Lost parcels to claim', claims.map(claimFigure)],
  ]
}

/** `ABCDEFGH, TCS 7701`. */
function claimFigure({ orderId, toCollect, ...parcel }: FiguresOfDays['claims'][number]): Figure {
  const label = [orderId, formatParcel(parcel)].filter(Boolean).join(', ')
  return { label, orderId, amount: toCollect }
}

/** For spreadsheets: amounts are numbers. */
export function toFigureRows(figures: FiguresOfDays, { from, until }: Days): (string | number)[][] {
  const parts: Part[] = [['Figures', mainFigures(figures)], ...figureParts(figures)]
  return [
    ['Part', 'What', 'Parcels', 'Amount'],
    ['Days', from === until ? from : `${from} to ${until}`, '', ''],
    ...parts.flatMap(([title, listed]) =>
      listed.map(({ label, fullName, parcels = '', amount }) => [
        title,
        fullName ? `${label} ${fullName}` : label,
        parcels,
        fromMinor(amount),
      ]),
    ),
  ]
}

/** For a chat: every sum exact, no line without anything in it, and no customer's name. */
export function toFigureText(figures: FiguresOfDays, days: Days): string {
  const parts = figureParts(figures).flatMap(([title, listed]) => {
    const lines = listed.filter(isSome).map(lineOf)
    return lines.length > 0 ? ['', `${title}:`, ...lines] : []
  })
  return [
    `${settings.name}, ${formatDays(days)}`,
    ...mainFigures(figures).map(lineOf),
    ...parts,
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
