/* The chosen filter, of the sidebar and the list. It is in the URL, so that a link, a reload and Back have it. */
import { useStore } from '@nanostores/react'
import { onMount } from 'nanostores'
import type { HistoryStep } from '#kit/history.ts'
import { queryStateOf } from '#kit/query-state.ts'
import { type Filter, filterFormat, NO_FILTER } from './filter.ts'

const url = queryStateOf(filterFormat)

onMount(url.$query, () => {
  if (typeof window === 'undefined') return
  return url.start(() => undefined)
})

/** The chosen filter. None in the HTML of the build and in the first render over it. */
export function useFilter(): Filter {
  return useStore(url.$query, { ssr: () => NO_FILTER })
}

/** What is pressed is a step that Back undoes. What is typed or dragged replaces the step before. */
export function changeFilter(part: Partial<Filter>, how: HistoryStep = 'push'): void {
  url.set({ ...url.$query.get(), ...part }, how)
}

export function clearFilter(): void {
  url.set(NO_FILTER)
}

/** What was typed and ticked in the prerendered form before hydration counts, beside the filter of the URL. */
export function takeTyped(form: HTMLFormElement): void {
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)])
  const typed = filterFormat.format(filterFormat.parse(new URLSearchParams(fields)))
  const query = filterFormat.format(url.$query.get())
  for (const [name, value] of typed) query.set(name, value)
  url.set(filterFormat.parse(query), 'replace')
}
