/* Whether what the device stores is there on the next page. Apart from device-storage.ts, which every page runs. */
import { places } from './device-storage.ts'

/** How many of the places other pages read as well. */
const LASTING = 2

const PROBE = 'zulf:probe'

/** Whether the value would be missing on the next page. */
export function isOnThisPageOnly(key: string): boolean {
  return places.slice(LASTING).some((place) => place.get(key) !== null)
}

/** The value in localStorage alone, which every tab reads, and so do scripts that run before a page is painted. */
export function valueInLocalStorage(key: string): string | null {
  return places[0]?.get(key) ?? null
}

/** Whether what is stored now would be there on the next page. */
export function isStorageLasting(): boolean {
  return places.slice(0, LASTING).some((place) => {
    const isStored = place.set(PROBE, '1')
    place.remove(PROBE)
    return isStored
  })
}
