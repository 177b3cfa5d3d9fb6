/* Requests of customers for help with delivered orders, as the admin reads them. */
import type { Page } from '#admin/lists/list.ts'
import type { WholeOrder } from '#admin/order/whole-order.ts'
import { type Trail, type TrailQuery, trailParams } from '#desk/lists/trail.ts'
import type { QuerySchema } from '#kit/query-state.ts'
import type { HelpRequest } from '#order/order.ts'

export type RequestState = HelpRequest['state']

export const REQUEST_STATES: Record<RequestState, string> = {
  open: 'Open',
  answered: 'Answered',
  closed: 'Closed',
}

/** What the admin presses to give a request each state. */
export const STATE_ACTIONS: Record<RequestState, string> = {
  open: 'Reopen',
  answered: 'Mark as answered',
  closed: 'Close',
}

export interface ListedRequest extends HelpRequest {
  orderId: string
  order: WholeOrder
}

export const REQUEST_FILTERS = { ...REQUEST_STATES, all: 'All' }

type RequestFilter = keyof typeof REQUEST_FILTERS

export interface RequestQuery extends TrailQuery {
  filter: RequestFilter
}

export const requestQuerySchema: QuerySchema<RequestQuery> = {
  filter: {
    name: 'requests',
    parse: (text) => (text && text in REQUEST_FILTERS ? (text as RequestFilter) : 'open'),
    format: (filter) => (filter === 'open' ? '' : filter),
  },
  ...trailParams('-requests'),
}

export interface RequestPage extends Page<ListedRequest, Trail> {
  /** Of all, whatever the filter. */
  open: number
}
