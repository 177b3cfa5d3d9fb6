/* What the forms of an order share: amounts as they are typed, and what is said at a field. */

import { formatMoney, toMinor } from '#kit/money.ts'
import { cleanCode } from '#kit/text.ts'
import {
  ADDRESS_FIELDS,
  type AddressField,
  type AddressProblem,
  addressProblems,
  type ShippingAddress,
} from '#order/address/address.ts'
import { problemSentence } from '#order/texts/problem-sentence.ts'

export type OrderFormField = AddressField | 'advance'

export type OrderFormProblems = Partial<Record<OrderFormField, string>>

/** Minor units. Empty is zero, and no amount is NaN. */
export function readAmount(typed: string): number {
  const text = cleanCode(typed).replace(/[, ]/g, '')
  if (text === '') return 0
  return /^\d{1,10}(\.\d{1,2})?$/.test(text) ? toMinor(Number(text)) : Number.NaN
}

export function advanceProblem(advance: number, total: number): OrderFormProblems {
  if (Number.isNaN(advance)) return { advance: 'Please enter an amount such as 500 or 500.50' }
  if (advance <= total) return {}
  return { advance: `Please enter at most the total, ${formatMoney(total)}` }
}

export function addressSentences(address: ShippingAddress): OrderFormProblems {
  const problems = Object.entries(addressProblems(address)).map(([field, problem]) => [
    field,
    problemSentence(field as AddressField, problem),
  ])
  return Object.fromEntries(problems)
}

/** What to say at the field that the backend names; nothing where it is no field of the form. */
export function refusedProblem(code: string, field: string | undefined): OrderFormProblems {
  if (code === 'advance_invalid') return { advance: 'Please enter at most the total.' }
  const found = ADDRESS_FIELDS.find((candidate) => candidate === field)
  return found ? { [found]: problemSentence(found, code as AddressProblem) } : {}
}
