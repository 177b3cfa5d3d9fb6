/* Customers follow from the orders: there are no accounts (docs/product.md, rule 16.2). */
import type { Cursor, Page, Paging } from '#admin/lists/list.ts'

export interface Customer {
  /** Of the lower-cased name and the phone. */
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

export interface CustomerQuery extends Paging {
  search: string
}

export interface CustomerPage extends Page<Customer, Cursor> {
  /** Of all customers, whatever is searched for. */
  total: number
}

/**
 * `Ayesha Khan` → `ayesha.khan@customers.invalid`. The checkout asks for no e-mail; the list shows one
 * (docs/product.md, rule 16.3), under a domain that can never receive anything.
 */
export function madeUpEmail(fullName: string): string {
  const words = fullName.toLowerCase().split(/\s+/).filter(Boolean)
  return `${words.join('.')}@customers.invalid`
}
