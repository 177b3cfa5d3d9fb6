import { RemoteView } from '#admin/kit/RemoteView.tsx'
import { UntrustedText } from '#admin/kit/UntrustedText.tsx'
import { courierName } from '#admin/parcels/couriers.ts'
import { formatSum } from '#config/currency.ts'
import { PaidFigures } from '#desk/money/PaidFigures.tsx'
import { formatDate, formatMoment } from '#kit/dates.ts'
import { island } from '#kit/island/island.tsx'
import { countOf } from '#kit/text.ts'
import { paths } from '#paths.ts'
import { PaymentButtons } from './PaymentButtons.tsx'
import { PaymentParcels } from './PaymentParcels.tsx'
import { createPaymentPage, type PaymentPageStore } from './payment-page.store.ts'
import type { WholePayment } from './payments.api.ts'
import { hasMoney, numberOrDay } from './payments.ts'
import { useUndo } from './useUndo.tsx'

/** One payment, by the id in the URL, with its parcels. */
export const PaymentIsland = island(PaymentPage, createPaymentPage)

function PaymentPage({ store }: { store: PaymentPageStore }) {
  return (
    <div className="grid gap-3">
      <a href={paths.adminMoney} className="touch-link justify-self-start">
        All payments
      </a>
      <RemoteView remote={store} name="payment">
        {(whole) =>
          whole ? (
            <Whole whole={whole} store={store} />
          ) : (
            <h2 className="text-h3">There is no such payment</h2>
          )
        }
      </RemoteView>
    </div>
  )
}

function Whole({ whole, store: { acts } }: { whole: WholePayment; store: PaymentPageStore }) {
  const { payment, parcels } = whole
  const { id, courier, fileName, dated, appliedAt, undoneAt, days } = payment
  const [undoing, askToUndo] = useUndo(acts)
  return (
    <div className="grid gap-5">
      <div className="grid gap-1">
        <h2 id={`payment-${id}`} className="text-h3 [overflow-wrap:anywhere]">
          {courierName(courier)}: {hasMoney(payment) || undoneAt ? 'payment' : 'file'}{' '}
          {numberOrDay(payment)}
        </h2>
        <p className="text-muted">
          <UntrustedText>{fileName}</UntrustedText>
        </p>
        <p className="text-muted">
          {parcels.length > 0 && `${countOf(parcels.length, 'parcel')} · `}
          {dated && `of ${formatDate(dated)} · `}saved {formatMoment(appliedAt)}
        </p>
        {undoneAt && (
          <p className="font-semibold text-danger">
            Undone {formatMoment(undoneAt)}. Its money counts nowhere.
          </p>
        )}
        {undoing}
        {!undoneAt && (
          <div className="tabular-nums">
            {hasMoney(payment) ? (
              <PaidFigures paid={payment} isInBank={payment.inBankAt !== null} />
            ) : (
              <p>It has states or numbers of parcels, and no money.</p>
            )}
            {days.length > 1 &&
              days.map(({ day, came }) => (
                <p key={day}>
                  {formatDate(day)}: {formatSum(came)}
                </p>
              ))}
          </div>
        )}
      </div>
      <PaymentButtons payment={payment} acts={acts} onUndo={askToUndo} />
      <PaymentParcels parcels={parcels} />
    </div>
  )
}
