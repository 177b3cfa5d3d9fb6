import { useStore } from '@nanostores/react'
import { Field } from '#ui/Field.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { Pager } from '#ui/Pager.tsx'
import { CustomerTable } from './CustomerTable.tsx'
import { type CustomerPage, MAX_SEARCH_LENGTH } from './customer-list.ts'
import type { CustomersStore } from './customers.store.ts'
import { NoCustomers } from './NoCustomers.tsx'

export function CustomersPage({ customers }: { customers: CustomersStore }) {
  const { search } = useStore(customers.$query)
  return (
    <>
      <Field
        label="Search"
        name="search"
        type="search"
        placeholder="Name, email or phone"
        autoComplete="off"
        maxLength={MAX_SEARCH_LENGTH}
        value={search}
        onChange={(event) => customers.search(event.currentTarget.value)}
        className="mb-6 max-w-md"
      />
      <CustomerResults customers={customers} />
    </>
  )
}

function CustomerResults({ customers }: { customers: CustomersStore }) {
  const list = useStore(customers.$list)
  switch (list.state) {
    case 'loading':
      return <p className="text-muted">Loading customers...</p>
    case 'failed':
      return (
        <LoadProblem
          title="The customers could not be loaded."
          onRetry={() => void customers.load()}
        />
      )
    case 'shown':
      return (
        <div aria-busy={list.isLoading} className="aria-busy:opacity-60">
          <ShownCustomers page={list.page} customers={customers} />
        </div>
      )
  }
}

function ShownCustomers({ page, customers }: { page: CustomerPage; customers: CustomersStore }) {
  const { search } = useStore(customers.$query)
  const { older, newer } = page
  if (page.customers.length === 0 && !older && !newer) {
    return <NoCustomers isFiltered={page.total > 0 || search !== ''} />
  }
  return (
    <>
      <CustomerTable customers={page.customers} onErased={() => void customers.load()} />
      <Pager
        label="Pages of customers"
        onNewer={newer && (() => void customers.show({ search, before: newer }))}
        onOlder={older && (() => void customers.show({ search, after: older }))}
      />
    </>
  )
}
