/* The city list, the chosen names of cities and the columns of each courier, as the admin changes them. */
import { offerUndoUntilSaved, sayChanged } from '#admin/acts/offer-undo.ts'
import { createToastSubmit } from '#admin/toast-submit.ts'
import { createRemoteStore } from '#kit/remote/remote-store.ts'
import { ShopError } from '#kit/remote/shop-error.ts'
import { showToast } from '#kit/toast/toast.store.ts'
import { type CourierSettings, settingsFor } from './courier-settings.ts'
import { fetchCouriers, saveCourier } from './couriers.api.ts'

export function createCourierSettings() {
  const remote = createRemoteStore(fetchCouriers, {
    errorMessage: 'Error fetching couriers',
  })
  const { submit, ...saving } = createToastSubmit('Error saving the settings of a courier')

  async function replace(courier: string, change: Partial<CourierSettings>): Promise<void> {
    const result = await saveCourier(courier, change)
    if (!result.ok) throw new ShopError('refused', { cause: result.code })
    await remote.load()
  }

  /** A toast says `done`. */
  async function save(courier: string, change: Partial<CourierSettings>, done: string) {
    await replace(courier, change)
    showToast({ title: done })
    return undefined
  }

  /** The names that are chosen for cities, with those that were added since the page was loaded. */
  const namesOf = async (courier: string) => settingsFor(await fetchCouriers(), courier).cityNames

  async function removeName(courier: string, typed: string) {
    const { [typed]: city, ...others } = await namesOf(courier)
    await replace(courier, { cityNames: others })
    if (city)
      offerUndoUntilSaved(`Removed: ${typed}`, () => submit(() => undo(courier, typed, city)))
    return undefined
  }

  async function undo(courier: string, typed: string, city: string) {
    const names = await namesOf(courier)
    if (names[typed] === undefined) {
      await replace(courier, { cityNames: { ...names, [typed]: city } })
    } else {
      await remote.load()
      sayChanged('Not undone', 'The name')
    }
    return undefined
  }

  return {
    ...remote,
    saving,
    save: (...saved: Parameters<typeof save>) => submit(() => save(...saved)),
    /** Undo leaves alone what was chosen since. */
    removeName: (courier: string, typed: string) => submit(() => removeName(courier, typed)),
    /** Replaces the city list by the names of a file. A file without names changes nothing. */
    upload: (courier: string, file: File) =>
      submit(async () => {
        const { readCityList } = await import('#desk/sheets/city-list.ts')
        const list = await readCityList(file)
        if (!list.ok) return { sentence: list.problem }
        const { cities } = list
        const names = `${cities.length} cities, from ${cities[0]} to ${cities.at(-1)}`
        return save(courier, { cities }, `${file.name} has ${names}.`)
      }),
  }
}

export type CourierSettingsStore = ReturnType<typeof createCourierSettings>
