/* The list on the owner's screen: what is asked for, and what the store answered. */
import { atom } from 'nanostores'
import { hasCode } from '#shared/shop-error.ts'
import {
  ALL_CUSTOMERS,
  type CustomerPage,
  type CustomerQuery,
  MAX_SEARCH_LENGTH,
} from './customer-list.ts'
import { fetchCustomers } from './customers.api.ts'

export type CustomerList =
  | { state: 'loading' }
  | { state: 'failed' }
  /** While the next answer is awaited the last one stays on the screen. */
  | { state: 'shown'; page: CustomerPage; isLoading: boolean }

/** Milliseconds without a key until what was typed is searched for. */
export const TYPING_PAUSE = 300

export function createCustomers(ask = fetchCustomers, firstQuery: CustomerQuery = ALL_CUSTOMERS) {
  const $query = atom<CustomerQuery>(firstQuery)
  const $list = atom<CustomerList>({ state: 'loading' })
  let lastQuestion = 0
  let typing: ReturnType<typeof setTimeout> | undefined

  /** Asks for what `$query` says. Only the answer to the last question counts. */
  async function load(): Promise<void> {
    clearTimeout(typing)
    lastQuestion += 1
    const question = lastQuestion
    const list = $list.get()
    $list.set(list.state === 'shown' ? { ...list, isLoading: true } : { state: 'loading' })
    try {
      const page = await ask($query.get())
      if (question === lastQuestion) $list.set({ state: 'shown', page, isLoading: false })
    } catch (error) {
      // Where it is forbidden the page is already on its way to the login.
      if (question !== lastQuestion || hasCode(error, 'forbidden')) return
      console.error('Error fetching customers', error)
      $list.set({ state: 'failed' })
    }
  }

  async function show(query: CustomerQuery): Promise<void> {
    $query.set(query)
    await load()
  }

  /** For what is typed: asks once there was a pause. */
  function search(typed: string): void {
    $query.set({ search: typed.slice(0, MAX_SEARCH_LENGTH) })
    clearTimeout(typing)
    typing = setTimeout(() => void load(), TYPING_PAUSE)
  }

  return { $query, $list, load, show, search }
}

export type CustomersStore = ReturnType<typeof createCustomers>
