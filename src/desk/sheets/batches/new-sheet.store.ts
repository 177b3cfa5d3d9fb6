/* Sending the orders that were ticked in the list of orders. */
import { atom, computed } from 'nanostores'
import { $couriers } from '#admin/order/couriers.ts'
import { createSheet } from './sheet.store.ts'
import { clearTicked, readTicked } from './ticked-orders.ts'

export function createNewSheet(onBatch: () => void) {
  const $chosen = atom<string | undefined>()
  const $ticked = atom(readTicked())

  function forgetTicked(): void {
    clearTicked()
    $ticked.set([])
  }

  return {
    /** The first one, until another is chosen. */
    $courier: computed(
      [$chosen, $couriers],
      (chosen, couriers) => chosen ?? couriers.find(({ active }) => active)?.id ?? '',
    ),
    chooseCourier: (id: string) => $chosen.set(id),
    $ticked,
    forgetTicked,
    sheet: createSheet({ onBatch, onBooked: forgetTicked }),
  }
}

export type NewSheetStore = ReturnType<typeof createNewSheet>
