import { useStore } from '@nanostores/react'
import { $filter } from './filter.store.ts'
import { type Filter, NO_FILTER } from './filter.ts'

/** The chosen filter. None in the HTML of the build and in the first render over it. */
export function useFilter(): Filter {
  return useStore($filter, { ssr: () => NO_FILTER })
}
