import { foldDigits } from '#kit/text.ts'
import { isOrderId } from './order-id.ts'

/** The order number in a link of an order, or in words such as "my order ABCD EFGH of 1598.00". */
const NAMED_ID =
  /\border(?:\/(?:confirmation|tracking)\/|(?:[\s.#:]+(?:number|no|id|is)\b)*[^0-9a-z]+)((?:[0-9a-z][\s-]*){8})(?![0-9a-z])/i

/** A typed order number, or a text that names one, as the id; undefined where there is none. In any case. */
export function parseOrderId(typed: string): string | undefined {
  const text = foldDigits(typed).replace(/\p{Cf}/gu, '')
  const id = (NAMED_ID.exec(text)?.[1] ?? text.replace(/\border\b/i, ''))
    .replace(/[^0-9a-z]/gi, '')
    .toUpperCase()
  return isOrderId(id) ? id : undefined
}
