/* The city list, the chosen names of cities and the columns of each courier, as the admin changes them. */
import { atom } from 'nanostores'
import { offerUndoUntilSaved } from '#admin/acts/offer-undo.ts'
import { fetchWholeOrders } from '#admin/order/whole-order.api.ts'
import { fetchOrders } from '#admin/orders/orders.api.ts'
import { createToastSubmit } from '#admin/toast-submit.ts'
import { createRemoteStore } from '#kit/remote/remote-store.ts'
import { ShopError } from '#kit/remote/shop-error.ts'
import { showToast } from '#kit/toast/toast.store.ts'
import type { Order } from '#order/order.ts'
import { type CourierSettings, withSaved } from './courier-settings.ts'
import { fetchCouriers, saveCourier } from './couriers.api.ts'

type SaveSettings = (
  courier: string,
  change: Partial<CourierSettings>,
  done: string,
  before?: Partial<CourierSettings>,
) => Promise<boolean>

export function createCourierSettings() {
  const remote = createRemoteStore(fetchCouriers, {
    errorMessage: 'Error fetching couriers',
  })
  /** The newest order, as an example of a row. */
  const $sample = atom<Order | undefined>()
  const { submit, ...saving } = createToastSubmit('Error saving the settings of a courier')

  /** A toast says `done`. Its Undo, if there is one, saves what was there before. */
  const save: SaveSettings = (courier, change, done, before) =>
    submit(() => replace(courier, change, done, before))

  async function replace(...[courier, change, done, before]: Parameters<SaveSettings>) {
    const result = await saveCourier(courier, change)
    if (!result.ok) throw new ShopError('refused', { cause: result.code })
    remote.update((all) => withSaved(all, courier, change))
    if (before) offerUndoUntilSaved(done, () => save(courier, before, 'As before again.'))
    else showToast({ title: done })
    return undefined
  }

  async function loadSample(): Promise<void> {
    if ($sample.get()) return
    try {
      const newest = { search: '', status: undefined, older: undefined, newer: undefined }
      const { rows } = await fetchOrders(newest, 1)
      const [order] = await fetchWholeOrders(rows.map(({ id }) => id))
      $sample.set(order)
    } catch (error) {
      console.error('Error fetching an example', error)
    }
  }

  return {
    ...remote,
    $sample,
    saving,
    loadSample,
    save,
    /** Replaces the city list by the names of a file. A file without names changes nothing. */
    upload: (courier: string, file: File) =>
      submit(async () => {
        const { readCityList } = await import('#desk/sheets/city-list.ts')
        const list = await readCityList(file)
        if (!list.ok) return { sentence: list.problem }
        const { cities } = list
        const names = `${cities.length} cities, from ${cities[0]} to ${cities.at(-1)}`
        return replace(courier, { cities }, `${file.name} has ${names}.`)
      }),
  }
}

export type CourierSettingsStore = ReturnType<typeof createCourierSettings>
