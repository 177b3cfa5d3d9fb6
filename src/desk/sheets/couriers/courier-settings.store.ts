/* The city list, the chosen names of cities and the columns of each courier, as the admin changes them. */
import { offerUndoUntilSaved, sayChanged } from '#admin/acts/offer-undo.ts'
import { createToastSubmit } from '#admin/toast-submit.ts'
import { createRemoteStore } from '#kit/remote/remote-store.ts'
import { showToast } from '#kit/toast/toast.store.ts'
import {
  type CourierSettings,
  type SettingsChange,
  settingsFor,
  withSaved,
} from './courier-settings.ts'
import { fetchCouriers, saveCourier } from './couriers.api.ts'

const defaults = { fetchCouriers, saveCourier }

export function createCourierSettings(options: Partial<typeof defaults> = {}) {
  const services = { ...defaults, ...options }
  const remote = createRemoteStore(services.fetchCouriers, {
    errorMessage: 'Error fetching couriers',
  })
  const { submit, ...saving } = createToastSubmit('Error saving the settings of a courier')

  /** Saves a part, and shows it. A toast says `done`. */
  async function save(courier: string, change: SettingsChange, done?: string): Promise<undefined> {
    await services.saveCourier(courier, change)
    remote.update((saved) => withSaved(saved, courier, change))
    if (done) showToast({ title: done })
  }

  /** Leaves alone what was chosen since. */
  async function undoRemoval(courier: string, typed: string, city: string): Promise<undefined> {
    const now = await services.fetchCouriers()
    remote.set(now)
    const isFree = settingsFor(now, courier).cityNames[typed] === undefined
    if (isFree) await save(courier, { cityNames: { [typed]: city } })
    else sayChanged('Not undone', 'The name')
  }

  return {
    ...remote,
    saving,
    save: (...saved: Parameters<typeof save>) => submit(() => save(...saved)),
    /** Removes the name that was chosen for a typed city. */
    async removeName(courier: string, typed: string, city: string): Promise<void> {
      if (await submit(() => save(courier, { cityNames: { [typed]: null } })))
        offerUndoUntilSaved(`Removed: ${typed}`, () =>
          submit(() => undoRemoval(courier, typed, city)),
        )
    },
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

type CourierSettingsStore = ReturnType<typeof createCourierSettings>

/** Of a part of the settings of one courier. */
export interface SettingsProps {
  settings: CourierSettings
  store: CourierSettingsStore
}
