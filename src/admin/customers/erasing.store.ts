/* Erasing a customer's personal data: opened, confirmed, and done once (docs/product.md, rule 16.5). */
import { atom } from 'nanostores'
import { hasCode } from '#kit/remote/shop-error.ts'
import { showToast, type Toast } from '#kit/toast/toast.ts'
import { type ErasingResult, eraseCustomer, type WhoseData } from './customers.api.ts'

export type Erasing =
  | { state: 'closed' }
  /** The dialog is open. The problem is why the last attempt erased nothing. */
  | { state: 'open'; problem?: string }
  | { state: 'erasing' }

interface ErasingOptions {
  whose: WhoseData
  /** Called when the data is gone, to reload what is on screen. */
  onErased: () => void
  eraseCustomer?: typeof eraseCustomer
  showToast?: (toast: Toast) => void
}

const defaults = { eraseCustomer, showToast }

export function createErasing(options: ErasingOptions) {
  const { whose, onErased, eraseCustomer, showToast } = { ...defaults, ...options }
  const $erasing = atom<Erasing>({ state: 'closed' })

  function open(): void {
    $erasing.set({ state: 'open' })
  }

  function close(): void {
    $erasing.set({ state: 'closed' })
  }

  async function erase(): Promise<void> {
    if ($erasing.get().state === 'erasing') return
    $erasing.set({ state: 'erasing' })
    try {
      complete(await eraseCustomer(whose))
    } catch (error) {
      // The page is on its way to the login.
      if (hasCode(error, 'forbidden')) return close()
      console.error('Error erasing personal data', error)
      $erasing.set({ state: 'open', problem: NO_RESPONSE })
    }
  }

  function complete(result: ErasingResult): void {
    if (!result.ok && result.code === 'open_orders') {
      $erasing.set({ state: 'open', problem: formatOpenOrders(result.orders) })
      return
    }
    close()
    showToast(result.ok ? erasedToast(result) : NOTHING_ERASED)
    onErased()
  }

  return { $erasing, open, close, erase }
}

export type ErasingStore = ReturnType<typeof createErasing>

/* The texts of docs/product.md, rules 18.46–18.48. */

const NOTHING_ERASED: Toast = {
  title: 'Nothing to erase',
  description: 'The personal data of this customer is erased already.',
}

const NO_RESPONSE =
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
