/* Customers as the owner sees them: there are no accounts, so they are read off the orders. */

export interface Customer {
  /** Of one name and phone number, whatever the letters' case. */
  key: string
  /** As on the latest order, like the place. */
  fullName: string
  phone: string
  city: string
  state: string
  orderCount: number
  /** Minor units, without cancelled orders. */
  totalSpent: number
  /** ISO timestamp. */
  lastOrderDate: string
}

/** A place between two customers: right before or after the one named. The date is the store's own text. */
export interface CustomerCursor {
  date: string
  key: string
}

export interface CustomerQuery {
  search: string
  /** What stands before this customer in the list: who ordered later. */
  before?: CustomerCursor | undefined
  /** What follows this customer in the list: who ordered longer ago. */
  after?: CustomerCursor | undefined
}

export interface CustomerPage {
  customers: Customer[]
  /** Of all customers, whatever is searched for. */
  total: number
  older: CustomerCursor | undefined
  newer: CustomerCursor | undefined
}

export const ALL_CUSTOMERS: CustomerQuery = { search: '' }

export const MAX_SEARCH_LENGTH = 100

/**
 * `Ayesha Khan` → `ayesha.khan@customers.invalid`. The checkout asks for no e-mail; the spec's list
 * shows one, so it is made from the name under a domain that can never receive anything.
 */
export function madeUpEmail(fullName: string): string {
  const words = fullName.toLowerCase().split(/\s+/).filter(Boolean)
  return `${words.join('.')}@customers.invalid`
}

/** Only what differs from the whole list is written. */
export function toSearchParams({ search, before, after }: CustomerQuery): URLSearchParams {
  const params = new URLSearchParams()
  if (search) params.set('q', search)
  if (before) params.set('before', `${before.date} ${before.key}`)
  if (after) params.set('after', `${after.date} ${after.key}`)
  return params
}

/** Anyone can write an address: what makes no sense in it is as good as absent. */
export function fromSearchParams(params: URLSearchParams): CustomerQuery {
  const search = (params.get('q') ?? '').slice(0, MAX_SEARCH_LENGTH)
  const before = toCursor(params.get('before'))
  const after = toCursor(params.get('after'))
  if (before) return { search, before }
  return after ? { search, after } : { search }
}

function toCursor(text: string | null): CustomerCursor | undefined {
  const [, date, key] = /^(\d{4}-\d\d-\d\dT[\d:.+Z-]{5,25}) (.{1,300})$/su.exec(text ?? '') ?? []
  if (!date || !key || Number.isNaN(Date.parse(date))) return undefined
  return { date, key }
}
