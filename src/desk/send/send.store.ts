/*
 * Sending the orders to pack: it says how many leave, with which courier and how much cash, and what stays and why;
 * then they are booked as one batch, its file is downloaded, and the page of the batch opens.
 */
import { atom, computed, type ReadableAtom } from 'nanostores'
import { $couriers } from '#admin/order/couriers.ts'
import type { OrderSummary } from '#admin/order/orders.ts'
import type { AskedReason } from '#admin/order/packing.ts'
import { fetchPackable } from '#desk/sheets/batches/batches.api.ts'
import type { Packable } from '#desk/sheets/batches/batches.ts'
import { createSheet } from '#desk/sheets/batches/sheet.store.ts'
import { createRemoteStore, stopAll } from '#kit/remote/remote-store.ts'
import { deviceStorage } from '#kit/storage/device-storage.ts'
import { paths } from '#paths.ts'

/** The courier of the last time. */
const COURIER_KEY = 'zulf:admin-courier'

const defaults = {
  fetchPackable: () => fetchPackable(),
  sheet: createSheet,
  open: (path: string) => location.assign(path),
}

export function createSend(
  /** The ticked orders that may leave. */
  $orders: ReadableAtom<readonly OrderSummary[]>,
  options: Partial<typeof defaults> = {},
) {
  const services = { ...defaults, ...options }
  const $chosen = atom(deviceStorage.get(COURIER_KEY) ?? '')
  const $courier = computed([$chosen, $couriers], (chosen, couriers) => {
    const active = couriers.filter((one) => one.active)
    return active.find(({ id }) => id === chosen)?.id ?? active[0]?.id ?? ''
  })
  /** All that no courier has, and why some may not leave. */
  const packable = createRemoteStore<Packable>(services.fetchPackable, {
    errorMessage: 'Error asking what may leave',
  })
  const sheet = services.sheet()
  /** A sheet without a response is asked about again. */
  const $isAsking = atom(sheet.$sheet.get().step === 'lost')
  return {
    $orders,
    $courier,
    packable,
    sheet,
    $isAsking,
    chooseCourier(id: string): void {
      $chosen.set(id)
      deviceStorage.set(COURIER_KEY, id)
    },
    ask(): void {
      sheet.cancel()
      $isAsking.set(true)
      void packable.load()
    },
    close(): void {
      $isAsking.set(false)
    },
    /** With other open orders that have no other reason than these; without any, the ticked orders alone. */
    send(include: readonly AskedReason[]): Promise<void> {
      const courier = $courier.get()
      const ids = $orders.get().map(({ id }) => id)
      const request = include.length > 0 ? { courier } : { courier, ids }
      return sheet.make({ ...request, include })
    },
    start: () =>
      stopAll(
        sheet.$sheet.listen((view) => {
          // What is not in the file is read first.
          if (view.step === 'done' && view.made.leftOut.length + view.elsewhere.length === 0)
            services.open(paths.adminBatch(view.made.batch.id))
        }),
      ),
  }
}

export type SendStore = ReturnType<typeof createSend>
