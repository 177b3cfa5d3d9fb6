/* Erasing a customer's personal data, once (docs/product.md, rule 16.5). */
import { createSubmit } from '#kit/form/submit.ts'
import { showToast, type Toast } from '#kit/toast/toast.store.ts'
import { type ErasingResult, eraseCustomer, type WhoseData } from './customers.api.ts'

const defaults = { eraseCustomer, showToast }

interface ErasingOptions extends Partial<typeof defaults> {
  whose: WhoseData
  /** Called when the data is gone, to reload what is on screen. */
  onErased: () => void
}

export function createErasing({ whose, onErased, ...options }: ErasingOptions) {
  const { eraseCustomer, showToast } = { ...defaults, ...options }
  const { $submission, submit, clear } = createSubmit('Error erasing personal data')
  /** Returns whether the data is gone. */
  const erase = () =>
    submit(async () => {
      const result = await eraseCustomer(whose)
      if (!result.ok && result.code === 'open_orders')
        return { sentence: formatOpenOrders(result.orders) }
      showToast(result.ok ? erasedToast(result) : NOTHING_ERASED)
      onErased()
      return undefined
    })
  return { $submission, clear, erase }
}

export type ErasingStore = ReturnType<typeof createErasing>

/* The texts of docs/product.md, rules 18.46–18.48. */

const NOTHING_ERASED: Toast = {
  title: 'Nothing to erase',
  description: 'The personal data of this customer is erased already.',
}

export const NO_RESPONSE =
  'There was no response, so it is not known whether anything was erased. Press Erase for good again: doing it twice does no harm.'

function formatOpenOrders(orders: number): string {
  const these = orders === 1 ? '1 order is still open' : `${orders} orders are still open`
  return `Nothing was erased: ${these}. Mark what is open as delivered or cancelled first.`
}

function erasedToast({ orders, otherNames }: Extract<ErasingResult, { ok: true }>): Toast {
  const names = orders === 1 ? '1 order names nobody' : `${orders} orders name nobody`
  const others = otherNames === 1 ? '1 other customer has' : `${otherNames} other customers have`
  return {
    title: 'Personal data erased',
    description: `${names} any more.${otherNames > 0 ? ` ${others} the same phone number.` : ''}`,
  }
}
