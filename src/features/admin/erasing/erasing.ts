/* What the admin reads about erased personal data. */
import type { Toast } from '#ui/toast.ts'

/** A customer by key, or the customer of an order by its id. */
export type WhoseData = { key: string } | { order: string }

export type ErasingResult =
  /** How many orders were erased, and how many other customers have the same phone. */
  | { ok: true; orders: number; otherNames: number }
  | { ok: false; code: 'open_orders'; orders: number }
  | { ok: false; code: 'not_found' }

export type Erased = Extract<ErasingResult, { ok: true }>

export const NOTHING_ERASED: Toast = {
  title: 'Nothing to erase',
  description: 'The personal data of this customer is erased already.',
}

export const NOT_REACHED =
  'There was no response, so it is not known whether anything was erased. Press Erase for good again: doing it twice does no harm.'

export function openOrdersSentence(orders: number): string {
  const these = orders === 1 ? '1 order is still open' : `${orders} orders are still open`
  return `Nothing was erased: ${these}. Mark what is open as delivered or cancelled first.`
}

export function erasedToast({ orders, otherNames }: Erased): Toast {
  const names = orders === 1 ? '1 order names nobody' : `${orders} orders name nobody`
  const others = otherNames === 1 ? '1 other customer has' : `${otherNames} other customers have`
  return {
    title: 'Personal data erased',
    description: `${names} any more.${otherNames > 0 ? ` ${others} the same phone number.` : ''}`,
  }
}
