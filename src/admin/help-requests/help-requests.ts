/* Requests of customers for help with delivered orders, as the admin reads them. */
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
  fullName: string
  phone: string
}

export interface RequestPage {
  requests: ListedRequest[]
  /** Of all, whatever the filter. */
  open: number
  /** What to ask for next; undefined at the end of the list. */
  older: number | undefined
}
