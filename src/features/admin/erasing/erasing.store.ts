/* Erasing a customer's personal data: asked for, confirmed, and done once. */
import { atom } from 'nanostores'
import { hasCode } from '#shared/shop-error.ts'
import { showToast } from '#ui/toast.ts'
import { eraseCustomer } from './erasing.api.ts'
import {
  type ErasingResult,
  erasedToast,
  NOT_REACHED,
  NOTHING_ERASED,
  openOrdersSentence,
  type WhoseData,
} from './erasing.ts'

export type Erasing =
  | { state: 'closed' }
  /** The dialog is open. The problem is why the last try erased nothing. */
  | { state: 'open'; problem?: string }
  | { state: 'erasing' }

const services = { eraseCustomer, showToast }

export function createErasing(whose: WhoseData, onErased: () => void, live = services) {
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
      settle(await live.eraseCustomer(whose))
    } catch (error) {
      // The page is already on its way to the login.
      if (hasCode(error, 'forbidden')) return close()
      console.error('Error erasing personal data', error)
      $erasing.set({ state: 'open', problem: NOT_REACHED })
    }
  }

  function settle(result: ErasingResult): void {
    if (!result.ok && result.code === 'open_orders') {
      $erasing.set({ state: 'open', problem: openOrdersSentence(result.orders) })
      return
    }
    close()
    live.showToast(result.ok ? erasedToast(result) : NOTHING_ERASED)
    onErased()
  }

  return { $erasing, open, close, erase }
}

export type ErasingStore = ReturnType<typeof createErasing>
