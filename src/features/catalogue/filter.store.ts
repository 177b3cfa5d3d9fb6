/** The one filter of the catalogue page. It lives in the address: shared, reloaded, gone back to. */
import { atom } from 'nanostores'
import { type Filter, fromSearchParams, NO_FILTER, toSearchParams } from './filter.ts'

export const $filter = atom<Filter>(NO_FILTER)

/** Takes the filter from the address, now and whenever Back or Forward changes it. */
export function followAddress(): void {
  readAddress()
  addEventListener('popstate', readAddress)
}

/** For what is pressed: each press is a step that Back undoes. */
export function chooseFilter(change: Partial<Filter>): void {
  const before = location.href
  $filter.set({ ...$filter.get(), ...change })
  if (addressOf($filter.get()) !== before) history.pushState(null, '', addressOf($filter.get()))
}

/** For what is typed or dragged: Back must not go letter by letter. */
export function refineFilter(change: Partial<Filter>): void {
  $filter.set({ ...$filter.get(), ...change })
  try {
    history.replaceState(null, '', addressOf($filter.get()))
  } catch {
    // Safari refuses more than a hundred changes in half a minute; the next one will be written.
  }
}

export function clearFilter(): void {
  chooseFilter(NO_FILTER)
}

function readAddress(): void {
  $filter.set(fromSearchParams(new URLSearchParams(location.search)))
}

function addressOf(filter: Filter): string {
  const url = new URL(location.href)
  url.search = toSearchParams(filter).toString()
  url.hash = ''
  return url.href
}
