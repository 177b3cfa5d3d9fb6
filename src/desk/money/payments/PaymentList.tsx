import { useStore } from '@nanostores/react'
import { rowLink, TwoLineRow } from '#admin/kit/TwoLineRow.tsx'
import { PagedList } from '#admin/lists/PagedList.tsx'
import { courierName } from '#admin/parcels/couriers.ts'
import { shortMomentWithin } from '#admin/short-moment.ts'
import { formatSum } from '#config/currency.ts'
import { IN_MY_BANK } from '#desk/money/came.ts'
import { formatDayOfYear } from '#kit/dates.ts'
import { Button } from '#kit/form/Button.tsx'
import { countOf } from '#kit/text.ts'
import { paths } from '#paths.ts'
import { PaymentButtons, type PaymentProps } from './PaymentButtons.tsx'
import { hasMoney, NO_MONEY } from './payments.ts'
import type { PaymentsPageStore } from './payments-page.store.ts'

interface PaymentListProps extends Pick<PaymentProps, 'onUndo'> {
  store: PaymentsPageStore
}

const NONE =
  'No payment yet. A courier sends a file with each one: import it, and this list says what came and which parcels it paid.'

/** The files that were saved, newest first. */
export function PaymentList({ store: { list, acts }, onUndo }: PaymentListProps) {
  const { bank } = useStore(list.$query)
  return (
    <div>
      {bank && (
        <div className="flex flex-wrap items-center gap-x-3">
          <p>Not ticked “{IN_MY_BANK}”:</p>
          <Button
            variant="quiet"
            className="px-0!"
            onClick={() => void list.show({ bank: undefined })}
          >
            Show all payments
          </Button>
        </div>
      )}
      <PagedList list={list} name="payments" isBeside>
        {({ rows }) =>
          rows.length === 0 ? (
            <p className="py-3 text-muted">{bank ? 'All are ticked.' : NONE}</p>
          ) : (
            <ul aria-label="Payments, newest first" className="border-t border-line">
              {rows.map((payment) => (
                <PaymentRow key={payment.id} payment={payment} acts={acts} onUndo={onUndo} />
              ))}
            </ul>
          )
        }
      </PagedList>
    </div>
  )
}

/** Who paid, when and how much; below it for how many parcels, and whether it is in the bank. */
function PaymentRow(props: PaymentProps) {
  const { payment } = props
  const { id, courier, number, fileName, dated, appliedAt, undoneAt, came, parcels } = payment
  const figure = hasMoney(payment) ? formatSum(came) : NO_MONEY
  return (
    <TwoLineRow
      title={
        <a id={`payment-${id}`} href={paths.adminPayment(id)} className={rowLink}>
          {courierName(courier)} · {formatDayOfYear(dated ?? appliedAt)}
        </a>
      }
      // What is undone has no money any more, whatever it had.
      figure={!undoneAt && figure}
    >
      <div className="flex min-h-touch items-center gap-x-3">
        <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          {parcels > 0 && `${countOf(parcels, 'parcel')} · `}
          <bdi>{number ?? fileName}</bdi>
          {undoneAt && ` · undone ${shortMomentWithin(undoneAt)}`}
        </p>
        <PaymentButtons {...props} />
      </div>
    </TwoLineRow>
  )
}
