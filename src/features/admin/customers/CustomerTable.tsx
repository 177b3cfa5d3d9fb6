import { formatDay } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { DataTable } from '#ui/DataTable.tsx'
import { UntrustedText } from '#ui/UntrustedText.tsx'
import { EraseCustomer } from '../erasing/EraseCustomer.tsx'
import { type Customer, madeUpEmail } from './customer-list.ts'

interface Props {
  customers: Customer[]
  onErased: () => void
}

export function CustomerTable({ customers, onErased }: Props) {
  return (
    <DataTable
      caption="Customers, by their last order"
      keyOf={({ key }) => key}
      rows={customers}
      columns={[
        { name: 'Customer', show: ({ fullName }) => <UntrustedText>{fullName}</UntrustedText> },
        { name: 'Contact', show: (customer) => <Contact customer={customer} /> },
        { name: 'Location', show: (customer) => <Location customer={customer} /> },
        { name: 'Orders', show: ({ orderCount }) => orderCount, isNumber: true },
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
  )
}

/** The e-mail is made up (customer-list.ts), so it leads nowhere. */
function Contact({ customer: { fullName, phone } }: { customer: Customer }) {
  return (
    <>
      <a
        href={`tel:${phone.replace(/[^+\d]/g, '')}`}
        className="text-link inline-flex min-h-touch items-center"
      >
        <UntrustedText dir="ltr">{phone}</UntrustedText>
      </a>
      <span className="block text-sm text-muted">
        <UntrustedText dir="ltr">{madeUpEmail(fullName)}</UntrustedText>
      </span>
    </>
  )
}

function Location({ customer: { city, state } }: { customer: Customer }) {
  return <UntrustedText>{[city, state].filter(Boolean).join(', ')}</UntrustedText>
}
