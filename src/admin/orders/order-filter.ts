/*
 * Which orders a list has: a search and a status, which the admin's database finds, and what the desk's finds: each other
 * key, from `mark` to `to`, by `private.desk_filtered()`. Without the desk these are refused as `unknown_filter`. Each is
 * in the URL.
 */

import { MAX_SEARCH_LENGTH } from '#admin/lists/list.ts'
import { OUTCOME_NAMES } from '#admin/order/ending.ts'
import { SOURCES } from '#admin/order/source.ts'
import { ALL_STAGES, STAGES_WITH_WORK, type Stage } from '#admin/order/stages.ts'
import { choiceParam, type QuerySchema, textParam } from '#kit/query-state.ts'
import { ORDER_STATUSES, type OrderStatus } from '#order/status.ts'
import { STORED_MARKS, type StoredMark } from './marks/marks.ts'

/** Filters by a column with few values: the label of each, and its values by name. They are asked for by their keys. */
export const CHOSEN_FILTERS = {
  outcome: { label: 'Outcome', values: OUTCOME_NAMES },
  source: { label: 'Source', values: SOURCES },
}

type ChosenFilter = keyof typeof CHOSEN_FILTERS

type ChosenFilters = {
  [key in ChosenFilter]?: Extract<keyof (typeof CHOSEN_FILTERS)[key]['values'], string> | undefined
}

export interface OrderFilter extends ChosenFilters {
  search: string
  status: OrderStatus | undefined
  /** Orders on whose mark no admin has decided. */
  mark?: StoredMark | 'any' | undefined
  /** Of these orders, one group. */
  group?: string | undefined
  stage?: Stage | undefined
  courier?: string | undefined
  batch?: string | undefined
  /** Days of the shop, such as 2026-11-22. */
  from?: string | undefined
  to?: string | undefined
}

const DAY = /^\d{4}-\d\d-\d\d$/

/** A day such as 2026-11-22; empty for none. */
export function dayParam(name: string) {
  return {
    name,
    parse: (text: string | null) => (text && DAY.test(text) && Date.parse(text) ? text : ''),
    format: (day: string | undefined) => day ?? '',
  }
}

/** The filter in the URL. */
export const orderFilterSchema: QuerySchema<OrderFilter> = {
  search: textParam('q', MAX_SEARCH_LENGTH),
  status: choiceParam('status', ORDER_STATUSES),
  mark: choiceParam('mark', ['any', ...STORED_MARKS]),
  group: textParam('group', 12),
  stage: choiceParam('stage', ALL_STAGES),
  courier: textParam('courier', 40),
  batch: textParam('batch', 12),
  ...chosenParams(),
  from: dayParam('from'),
  to: dayParam('to'),
}

/** Each has the name of its key in the URL. */
function chosenParams(): QuerySchema<ChosenFilters> {
  return Object.fromEntries(
    Object.entries(CHOSEN_FILTERS).map(([key, { values }]) => [
      key,
      choiceParam(key, Object.keys(values)),
    ]),
  ) as QuerySchema<ChosenFilters>
}

/** What a URL without a filter says. */
export const NO_ORDER_FILTER = Object.fromEntries(
  Object.entries(orderFilterSchema).map(([key, param]) => [key, param.parse(null)]),
) as Required<OrderFilter>

/** The filter in a query of the list, without its page. */
export function filterOf(query: OrderFilter): OrderFilter {
  const keys = Object.keys(NO_ORDER_FILTER) as (keyof OrderFilter)[]
  return Object.fromEntries(keys.map((key) => [key, query[key]])) as unknown as OrderFilter
}

/** Whether the oldest order stands first. */
export function isQueue({ stage }: OrderFilter): boolean {
  return stage !== undefined && STAGES_WITH_WORK.includes(stage)
}

/** What the API is asked for. */
export function filterParams(query: OrderFilter): Record<string, unknown> {
  const { search, status, ...others } = filterOf(query)
  const { mark, group, batch } = others
  const asked = {
    ...others,
    group: mark && group,
    batch: batch && /^\d+$/.test(batch) ? Number(batch) : undefined,
  }
  const filter = Object.fromEntries(
    Object.entries(asked).filter(([, value]) => value !== undefined && value !== ''),
  )
  return {
    search,
    ...(status && { status }),
    ...(Object.keys(filter).length > 0 && { filter }),
  }
}
