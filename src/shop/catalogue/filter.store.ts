/** The filter of the catalogue page. It is in the URL, so that it can be shared, reloaded and gone back to. */
import { atom } from 'nanostores'
import { writeQuery } from '#kit/history.ts'
import { type Filter, fromSearchParams, NO_FILTER, toSearchParams } from './filter.ts'

export const $filter = atom<Filter>(NO_FILTER)

let isFollowingUrl = false

/** Reads the filter from the URL, now and whenever Back or Forward changes it. */
export function followUrl(): void {
  isFollowingUrl = true
  readUrl()
  addEventListener('popstate', readUrl)
}

/** Reads what is typed and ticked in the form, for the time in which React does not. */
export function readFilterForm(form: HTMLFormElement, update = refineFilter): void {
  if (!isFollowingUrl) return
  const { category } = $filter.get()
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)])
  update({ ...fromSearchParams(new URLSearchParams(fields)), category })
}

/** For what is pressed: each press is a step that Back undoes. */
export function chooseFilter(change: Partial<Filter>): void {
  const before = toSearchParams($filter.get()).toString()
  $filter.set({ ...$filter.get(), ...change })
  const params = toSearchParams($filter.get())
  if (params.toString() !== before) writeQuery(params, 'push')
}

/** For what is typed or dragged: Back must not go letter by letter. */
export function refineFilter(change: Partial<Filter>): void {
  $filter.set({ ...$filter.get(), ...change })
  writeQuery(toSearchParams($filter.get()), 'replace')
}

export function clearFilter(): void {
  chooseFilter(NO_FILTER)
}

function readUrl(): void {
  $filter.set(fromSearchParams(new URLSearchParams(location.search)))
}
