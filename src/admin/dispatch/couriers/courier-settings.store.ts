/* The city list, the chosen names of cities and the columns of each courier, as the admin changes them. */
import { atom } from 'nanostores'
import { fetchOrders, fetchWholeOrders } from '#admin/order/orders.api.ts'
import { createRemoteStore } from '#kit/remote/remote-store.ts'
import { tryAgain } from '#kit/remote/try-again.ts'
import type { Order } from '#order/order.ts'
import { fetchCouriers, saveCourier } from './couriers.api.ts'
import type { CourierSettings } from './couriers.ts'

export type SavedPart = 'cities' | 'cityNames' | 'columns'

/** What the last change came to. */
export interface SaveState {
  courier: string
  part: SavedPart
  state: 'saving' | 'saved' | 'failed'
  /** What the file says, or what was refused. */
  message: string
}

export function createCourierSettings() {
  const remote = createRemoteStore(fetchCouriers, { errorMessage: 'Error fetching couriers' })
  const $save = atom<SaveState | undefined>()
  /** The newest order, as an example of a row. */
  const $sample = atom<Order | undefined>()

  async function save(
    courier: string,
    part: SavedPart,
    change: Partial<CourierSettings>,
    done: string,
  ): Promise<void> {
    $save.set({ courier, part, state: 'saving', message: '' })
    try {
      const result = await saveCourier(courier, change)
      if (!result.ok) {
        $save.set({ courier, part, state: 'failed', message: refusal(result.code) })
        return
      }
      remote.update((all) => merged(all, courier, change))
      $save.set({ courier, part, state: 'saved', message: done })
    } catch (error) {
      console.error('Error saving the settings of a courier', error)
      const message = `This could not be saved. ${tryAgain(error)}`
      $save.set({ courier, part, state: 'failed', message })
    }
  }

  /** Replaces the city list by the names of a CSV file. A file without names changes nothing. */
  async function upload(courier: string, file: File): Promise<void> {
    const { parseCityList } = await import('../sheets/city-list.ts')
    const list = parseCityList(await file.text())
    if (!list.ok) {
      $save.set({ courier, part: 'cities', state: 'failed', message: list.problem })
      return
    }
    const { cities } = list
    const done = `${file.name} has ${cities.length} cities, from ${cities[0]} to ${cities.at(-1)}.`
    await save(courier, 'cities', { cities }, done)
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

  return { ...remote, $save, $sample, save, upload, loadSample }
}

export type CourierSettingsStore = ReturnType<typeof createCourierSettings>

function merged(
  all: readonly CourierSettings[],
  courier: string,
  change: Partial<CourierSettings>,
): CourierSettings[] {
  const others = all.filter((settings) => settings.courier !== courier)
  const known = all.find((settings) => settings.courier === courier)
  const none = { columns: [], cities: [], cityNames: {}, statementColumns: {} }
  return [...others, { ...none, courier, ...known, ...change }]
}

function refusal(code: string): string {
  if (code === 'too_long')
    return 'A text is too long: headers have at most 100 characters, texts 200.'
  if (code === 'too_many') return 'There are too many: a sheet has at most 60 columns.'
  return code === 'required' ? 'Every column needs a header.' : 'The backend refused this.'
}
