/* Lists of which the database pages towards older rows only: the URL has the way back to the newest. */

import type { Paging } from '#admin/lists/list.ts'
import type { QueryParam, QuerySchema } from '#kit/query-state.ts'

/** The last row of each page above a page. */
export type Trail = readonly number[]

export type TrailQuery = Paging<Trail>

/** The page of the list in the URL. `of` tells it from another list on its page. */
export function trailParams(of = ''): QuerySchema<TrailQuery> {
  return { older: trailParam(`older${of}`), newer: trailParam(`newer${of}`) }
}

export function trailOf({ older, newer }: TrailQuery): Trail {
  return older ?? newer ?? []
}

/** What the request for a page of the trail has. */
export function olderOf(query: TrailQuery): { older?: number } {
  const older = trailOf(query).at(-1)
  return older === undefined ? {} : { older }
}

/** `next` is what the database says to ask for next. */
export function pagingFrom(query: TrailQuery, next: number | null): TrailQuery {
  const trail = trailOf(query)
  return {
    older: next === null ? undefined : [...trail, next],
    newer: trail.length > 0 ? trail.slice(0, -1) : undefined,
  }
}

function trailParam(name: string): QueryParam<Trail | undefined> {
  const isTrail = (text: string) => /^\d{1,15}(,\d{1,15}){0,99}$/.test(text)
  return {
    name,
    parse: (text) => (text && isTrail(text) ? text.split(',').map(Number) : undefined),
    format: (trail) => trail?.join(',') ?? '',
  }
}
