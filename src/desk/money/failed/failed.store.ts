/* The page of failed deliveries: its list, and who was told. */

import type { Told } from '#admin/order/orders.ts'
import { createTelling, type TellingOptions } from '#desk/reach/run/telling.store.ts'
import { withCouriers } from '#desk/sheets/couriers/with-couriers.ts'
import { createRemoteStore, stopAll } from '#kit/remote/remote-store.ts'
import { fetchFailed } from './failed.api.ts'
import type { FailedRow } from './failed.ts'

interface FailedOptions extends Partial<TellingOptions> {
  fetchFailed?: () => Promise<FailedRow[]>
}

export function createFailed({
  fetchFailed: fetchRows = () => withCouriers(fetchFailed()),
  ...options
}: FailedOptions = {}) {
  const list = createRemoteStore(fetchRows, {
    errorMessage: 'Error fetching failed deliveries',
    keepsValue: true,
    reloadsWhenVisible: true,
    retriesWhenOnline: true,
  })
  const telling = createTelling({ onTold: showTold, ...options })

  function showTold(id: string, told: Told | undefined): void {
    const toldAt = new Date().toISOString()
    list.update((rows) =>
      rows.map((row) => (row.orderId === id ? { ...row, toldAt, told: told ?? row.told } : row)),
    )
  }

  return { list, telling, start: () => stopAll(list.start(), telling.start()) }
}

export type FailedStore = ReturnType<typeof createFailed>
