/* The form that corrects an order: its texts, what is wrong with them, and what they change. */

import { courierName } from '#admin/order/couriers.ts'
import {
  hasSameUnits,
  type LineText,
  type ReadLines,
  readLines,
  type SoldSize,
  toLineTexts,
} from '#admin/order/lines.ts'
import {
  addressSentences,
  advanceProblem,
  type OrderFormField,
  type OrderFormProblems,
  readAmount,
} from '#admin/order/order-form.ts'
import type { Correction } from '#admin/order/orders.ts'
import { LIST_LOCALE } from '#config/locale.ts'
import { formatMoney } from '#kit/money.ts'
import { cleanAddress, isSameAddress, mapFields } from '#order/address/address.ts'
import type { Order } from '#order/order.ts'
import { statusDefinition, statusName } from '#order/status.ts'

export type CorrectionTexts = Record<OrderFormField, string>

/** What is typed, and not saved. */
export interface TypedCorrection {
  /** Fields that differ from the order. */
  typed: Partial<CorrectionTexts>
  /** All lines, once one was touched. */
  lines: readonly LineText[] | undefined
}

export interface ReadCorrection {
  /** Only what differs from the order. */
  correction: Correction
  problems: OrderFormProblems
  lines: ReadLines
  /** As it would be saved, in minor units. */
  total: number
  advance: number
  hasProblems: boolean
  isUnchanged: boolean
}

export function correctionTexts(order: Order): CorrectionTexts {
  const { shippingAddress, advance } = order
  return {
    ...mapFields((field) => shippingAddress[field] ?? ''),
    advance: advance === 0 ? '' : formatMoney(advance),
  }
}

/** Only parts that differ from the order are validated and sent: lines that stay keep their prices. */
export function readCorrection(
  order: Order,
  texts: CorrectionTexts,
  lineTexts: readonly LineText[] | undefined,
  sizes: readonly SoldSize[],
): ReadCorrection {
  const shippingAddress = cleanAddress(mapFields((field) => texts[field]))
  const advance = readAmount(texts.advance)
  const lines = readLines(lineTexts ?? toLineTexts(order.items), sizes)
  const isRepriced =
    lineTexts !== undefined &&
    (Object.keys(lines.problems).length > 0 || !hasSameUnits(lines.items, order.items))
  const total = isRepriced ? lines.total : order.total

  const correction: Correction = {
    ...(!isSameAddress(shippingAddress, order.shippingAddress) && { shippingAddress }),
    ...(isRepriced && { purchase: { items: lines.items, total } }),
    ...(advance !== order.advance && { advance }),
  }
  const problems: OrderFormProblems = {
    ...(correction.shippingAddress && addressSentences(shippingAddress)),
    ...advanceProblem(advance, total),
  }
  const lineProblems = isRepriced ? lines : { ...lines, problems: {}, problem: undefined }
  return {
    correction,
    problems,
    lines: lineProblems,
    total,
    advance,
    hasProblems:
      Object.keys({ ...problems, ...lineProblems.problems }).length > 0 ||
      lineProblems.problem !== undefined,
    isUnchanged: Object.keys(correction).length === 0,
  }
}

/** Why the order cannot be corrected now, and what to do first; undefined where it can. */
export function correctionBlock({ booked, status, courier, trackingNumber }: Order) {
  if (!booked) return undefined
  const { isOpen } = statusDefinition(status)
  const why = isOpen
    ? `This order is booked${courier ? ` with ${courierName(courier)}` : ''}, so the parcel has its address and its contents already.`
    : `This order is ${statusName(status).toLowerCase()}.`
  const steps = [
    !isOpen && 'set its status to Pending or Processing',
    courier && 'set its courier to None',
    trackingNumber && 'empty its tracking number',
  ].filter((step) => typeof step === 'string')
  const list = new Intl.ListFormat(LIST_LOCALE).format(steps)
  return `${why} To correct it, clear the booking first: ${list}, and press Update Status.`
}
