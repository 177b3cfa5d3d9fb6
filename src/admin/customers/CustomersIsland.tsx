import { useStore } from '@nanostores/react'
import { DataTable } from '#admin/kit/DataTable.tsx'
import { rowLink, TwoLineRow } from '#admin/kit/TwoLineRow.tsx'
import { UntrustedText } from '#admin/kit/UntrustedText.tsx'
import { createList } from '#admin/lists/list.store.ts'
import { MAX_SEARCH_LENGTH, pagingParams } from '#admin/lists/list.ts'
import { NoRows } from '#admin/lists/NoRows.tsx'
import { PagedList } from '#admin/lists/PagedList.tsx'
import { SearchField } from '#admin/lists/SearchField.tsx'
import { ordersOfCustomer } from '#admin/orders/orders-of-phone.ts'
import { formatShortMoment } from '#admin/short-moment.ts'
import { formatDay } from '#kit/dates.ts'
import { island } from '#kit/island/island.tsx'
import { formatMoney } from '#kit/money.ts'
import { textParam } from '#kit/query-state.ts'
import { countOf } from '#kit/text.ts'
import { callLink } from '#order/phone.ts'
import { CurrencyNote } from '#product/CurrencyNote.tsx'
import { fetchCustomers } from './customers.api.ts'
import { type Customer, type CustomerPage, madeUpEmail } from './customers.ts'
import { EraseCustomer } from './EraseCustomer.tsx'

export const CustomersIsland = island(Customers, createCustomers)

function createCustomers() {
  return createList({
    schema: { search: textParam('q', MAX_SEARCH_LENGTH), ...pagingParams('key') },
    fetchPage: fetchCustomers,
    errorMessage: 'Error fetching customers',
  })
}

function Customers({ store }: { store: ReturnType<typeof createCustomers> }) {
  const { search } = useStore(store.$query)
  return (
    <>
      <SearchField
        placeholder="Name, email or phone"
        value={search}
        onType={(typed) => store.showTyped({ search: typed })}
        className="mb-6 max-w-md"
      />
      <PagedList list={store} name="customers">
        {(page) => <CustomerRows page={page} isSearched={search !== ''} onErased={store.load} />}
      </PagedList>
    </>
  )
}

interface CustomerRowsProps {
  page: CustomerPage
  isSearched: boolean
  onErased: () => void
}

function CustomerRows({ page, isSearched, onErased }: CustomerRowsProps) {
  const { rows, older, newer, total } = page
  if (rows.length === 0 && !older && !newer)
    return total > 0 || isSearched ? (
      <NoRows title="No customers found matching your criteria" />
    ) : (
      <NoRows
        title="No customer data available"
        hint="Customer information will appear as orders are placed"
      />
    )
  return (
    <>
      <DataTable
        caption="Customers, by their last order"
        keyOf={({ key }) => key}
        rows={rows}
        narrow={(customer) => <NarrowRow customer={customer} onErased={onErased} />}
        columns={[
          { name: 'Customer', show: ({ fullName }) => <UntrustedText>{fullName}</UntrustedText> },
          { name: 'Contact', show: (customer) => <Contact customer={customer} /> },
          {
            name: 'Location',
            show: (customer) => <UntrustedText>{placeOf(customer)}</UntrustedText>,
          },
          { name: 'Orders', show: (customer) => <Orders customer={customer} />, isNumber: true },
          {
            name: 'Total Spent',
            show: ({ totalSpent }) => formatMoney(totalSpent),
            isNumber: true,
          },
          { name: 'Last Order', show: ({ lastOrderDate }) => formatDay(lastOrderDate) },
          {
            name: 'Actions',
            show: ({ key, fullName }) => (
              <EraseCustomer fullName={fullName} whose={{ key }} onErased={onErased} />
            ),
          },
        ]}
      />
      <CurrencyNote className="mt-4" />
    </>
  )
}

/** The row leads to the customer's orders; contact and erasing are behind "⋯". */
function NarrowRow({ customer, onErased }: { customer: Customer; onErased: () => void }) {
  const { key, fullName, orderCount, totalSpent, lastOrderDate } = customer
  return (
    <TwoLineRow
      titleLines="two"
      title={
        <a
          href={ordersOfCustomer(customer)}
          aria-label={`${countOf(orderCount, 'order')} of ${fullName}`}
          className={rowLink}
        >
          <bdi dir="auto">{fullName}</bdi>
        </a>
      }
      figure={formatMoney(totalSpent)}
      more={{
        label: `More about ${fullName}`,
        content: (
          <>
            <Contact customer={customer} />
            <EraseCustomer fullName={fullName} whose={{ key }} onErased={onErased} />
          </>
        ),
      }}
    >
      <bdi>{placeOf(customer)}</bdi> · {countOf(orderCount, 'order')} ·{' '}
      {formatShortMoment(lastOrderDate)}
    </TwoLineRow>
  )
}

/** Leads to the orders that it counts, and to those of a like name and the same phone. */
function Orders({ customer }: { customer: Customer }) {
  const { fullName, orderCount } = customer
  return (
    <a
      href={ordersOfCustomer(customer)}
      aria-label={`${countOf(orderCount, 'order')} of ${fullName}`}
      className="text-link -my-2 inline-flex min-h-touch min-w-touch items-center justify-end"
    >
      {orderCount}
    </a>
  )
}

/** The e-mail is made up, so it is no link. */
function Contact({ customer: { fullName, phone } }: { customer: Customer }) {
  return (
    <>
      <a href={callLink(phone)} className="touch-link lg:-my-2 lg:whitespace-nowrap">
        <UntrustedText dir="ltr">{phone}</UntrustedText>
      </a>
      <span className="block text-sm text-muted">
        <UntrustedText dir="ltr">{madeUpEmail(fullName)}</UntrustedText> (made up)
      </span>
    </>
  )
}

function placeOf({ city, state }: Customer): string {
  return [city, state].filter(Boolean).join(', ')
}
