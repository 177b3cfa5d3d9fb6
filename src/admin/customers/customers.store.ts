import { createList, type ListOptions } from '#admin/lists/list.store.ts'
import { MAX_SEARCH_LENGTH, pagingParams } from '#admin/lists/list.ts'
import { textParam } from '#kit/query-state.ts'
import { fetchCustomers } from './customers.api.ts'
import type { CustomerPage, CustomerQuery } from './customers.ts'

type CustomersOptions = Partial<Pick<ListOptions<CustomerQuery, CustomerPage>, 'fetchPage' | 'url'>>

export function createCustomers(options: CustomersOptions = {}) {
  return createList({
    schema: {
      search: textParam('q', MAX_SEARCH_LENGTH),
      ...pagingParams('key'),
    },
    fetchPage: fetchCustomers,
    errorMessage: 'Error fetching customers',
    ...options,
  })
}

export type CustomersStore = ReturnType<typeof createCustomers>
